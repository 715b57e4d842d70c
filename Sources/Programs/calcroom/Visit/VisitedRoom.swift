import CalculatorEngine
import CommandLineKit
import RoomClient
import SharedRoom

/// The room that `watch` or `press` is connected to. Turns failures into one-line errors.
struct VisitedRoom {
    let link: RoomLink
    private let visit: RoomVisit

    /// Connects to the room and joins it.
    init(_ link: RoomLink, _ join: Join) throws(CommandError) {
        self.link = link
        do throws(RoomVisit.End) {
            visit = try RoomVisit(link, join)
        } catch {
            throw Self.error(error, at: link)
        }
    }

    var replica: Replica { visit.replica }

    var isJoined: Bool {
        if case .joined = replica.view.connection { return true }
        return false
    }

    func handleEvents(until time: Int64 = .max) throws(CommandError) {
        do throws(RoomVisit.End) {
            try visit.handleEvents(until: time)
        } catch {
            throw Self.error(error, at: link)
        }
    }

    func press(_ key: Key) { visit.press(key) }

    func act(_ action: Action) { visit.act(action) }

    func consumeChanges() { _ = visit.consumeChanges() }

    /// The address of the room, which is the first operand.
    static func link(
        _ arguments: Arguments, for command: String
    ) throws(CommandError) -> RoomLink {
        guard let text = arguments.operands.first else {
            throw .usage("\(command) needs the URL of a room, such as \(example)")
        }
        guard let link = RoomLink(text) else {
            throw .usage("\(text) is not the URL of a room, such as \(example)")
        }
        return link
    }

    private static let example = "http://127.0.0.1:8080/rooms/party"

    private static func error(_ end: RoomVisit.End, at link: RoomLink) -> CommandError {
        let server = link.server
        return switch end {
        case .closed(.noSuchRoom):
            .failed(
                "There is no such room at \(server). To create it, use press with --make KEYPAD.")
        case .closed(let reason): .failed("\(server) closed the connection: \(reason.text).")
        case .otherRules:
            .failed(
                "\(server) uses other calculation rules than this program. "
                    + "Update the older of the two.")
        case .unconnected(.unknownHost): .failed("Unknown host \(link.host).")
        case .unconnected(.insecure):
            .failed(
                "\(server) has no certificate that this machine trusts, or does not support TLS.")
        case .unconnected(.notCalcroom(429)):
            .failed("\(server) has had too many requests from this address. Try again later.")
        case .unconnected(.notCalcroom(403)):
            .failed("\(server) does not accept requests for the host \(link.host).")
        case .unconnected(.notCalcroom(let status?)):
            .failed("\(server) is not a Calcroom server: it answered with HTTP status \(status).")
        case .unconnected(.notCalcroom(nil)):
            .failed(
                "\(server) is not a Calcroom server: it closed the connection without an answer.")
        case .unconnected(.unreachable):
            .failed("Cannot connect to \(server). Is the server running?")
        case .unconnected(.libraryFailed):
            .failed("libwebsockets cannot start. Is the system out of memory or file descriptors?")
        }
    }
}
