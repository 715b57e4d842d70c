/// What an operator would ask about: a line of the log each.
public enum LogKind: String, CaseIterable, Sendable {
    case started
    case stopping
    case stopped
    case foreignHost
    case foreignOrigin
    case tooManyConnections
    case serverFull
    case tooManyWaiting
    case tooManyJoins
    case slow
    case silent
    case certificateRead
    case certificateRefused
    case cannotKeep
    case keepsAgain
    case setAside
    case forgotUnvisited

    var text: String {
        switch self {
        case .started: "the server serves"
        case .stopping: "the server stops, and tells everybody to come back"
        case .stopped: "the server has stopped"
        case .foreignHost: "refused a request whose Host is no name of this server"
        case .foreignOrigin: "refused a WebSocket of another server's page"
        case .tooManyConnections: "refused a connection: its address has too many"
        case .serverFull: "refused a connection: the server has as many as it may"
        case .tooManyWaiting: "closed a connection that had asked for nothing: too many of them"
        case .tooManyJoins: "refused a WebSocket: its address opened too many, or knew no code"
        case .slow: "closed a connection that read nothing for too long"
        case .silent: "closed a connection that gave no sign of life"
        case .certificateRead: "shows the certificate that was read again"
        case .certificateRefused: "goes on with the certificate it has; the new one is no good"
        case .cannotKeep: "keys are refused, since they cannot be kept; what is kept can be read"
        case .keepsAgain: "keys are taken again"
        case .setAside:
            "a room cannot be read; calcroom replay tells more, calcroom forget frees its name"
        case .forgotUnvisited: "forgot rooms that nobody visited for long"
        }
    }
}
