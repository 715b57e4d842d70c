import CalculatorEngine
import CommandLineKit
import RoomClient
import SharedRoom
import WebServer

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

    func turn(until time: Int64 = .max) throws(CommandError) {
        do throws(RoomVisit.End) {
            try visit.turn(until: time)
        } catch {
            throw Self.error(error, at: link)
        }
    }

    func press(_ key: Key) { visit.press(key) }

    func takeChanges() { _ = visit.takeChanges() }

    /// The address of the room, which is the first operand.
    static func link(
        _ arguments: Arguments, for command: String
    ) throws(CommandError) -> RoomLink {
        guard let text = arguments.operands.first else {
            throw .usage("\(command) needs the address of a room: \(example)")
        }
        guard let link = RoomLink(text) else {
            throw .usage("\(text) is no address of a room; one looks like \(example)")
        }
        return link
    }

    private static let example = "http://127.0.0.1:8080/rooms/party"

    private static func error(_ end: RoomVisit.End, at link: RoomLink) -> CommandError {
        let server = link.server
        return switch end {
        case .closed(.noSuchRoom):
            .failed("There is no such room at \(server); press --make KEYPAD makes it.")
        case .closed(let reason): .failed("\(server) has closed the connection: \(reason.text).")
        case .otherRules:
            .failed("\(server) calculates by other rules; update what is older.")
        case .unconnected(.unknownHost): .failed("There is no host \(link.host).")
        case .unconnected(.insecure):
            .failed("\(server) has no certificate that this machine trusts, or speaks no TLS.")
        case .unconnected(.notCalcroom(let status?)):
            .failed("\(server) answers with status \(status), as no Calcroom server does.")
        case .unconnected(.notCalcroom(nil)):
            .failed("\(server) hangs up without an answer, as no Calcroom server does.")
        case .unconnected(.unreachable):
            .failed("Nobody answers at \(server); is the server running?")
        case .unconnected(.noLibrary):
            .failed("libwebsockets does not begin; is there memory and are there free descriptors?")
        }
    }
}
