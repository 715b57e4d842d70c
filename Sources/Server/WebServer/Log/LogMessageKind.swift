/// The kinds of messages in the server log. docs/operations.md lists them.
public enum LogMessageKind: String, CaseIterable, Sendable {
    case started
    case stopping
    case stopped
    case foreignHost
    case foreignOrigin
    case limit
    case serverFull
    case slow
    case silent
    case certificateRead
    case certificateRefused
    case certificateInvalid
    case cannotWrite
    case canWriteAgain
    case newEpochs
    case setAside
    case forgotUnvisited

    var text: String {
        switch self {
        case .started: "server started"
        case .stopping: "server is stopping and asks clients to reconnect"
        case .stopped: "server stopped"
        case .foreignHost: "refused a request with an unknown Host"
        case .foreignOrigin: "refused a WebSocket from a page of another server"
        case .limit: "refused, closed or slowed down a client that met a limit"
        case .serverFull: "refused a connection: the server has reached its maximum"
        case .slow: "closed a connection that read too slowly"
        case .silent: "closed a connection that did not answer a ping"
        case .certificateRead: "reloaded the certificate"
        case .certificateRefused: "kept the old certificate: the new one is invalid"
        case .certificateInvalid: "browsers refuse the certificate"
        case .cannotWrite: "cannot store actions"
        case .canWriteAgain: "stores actions again"
        case .newEpochs: "all pages join again: confirmed keys may be lost"
        case .setAside: "set aside an unreadable room; see calcroom replay and calcroom forget"
        case .forgotUnvisited: "deleted rooms that nobody visited for long"
        }
    }
}
