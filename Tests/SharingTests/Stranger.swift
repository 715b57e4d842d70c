import RoomServer
import SharedRoom
import Testing

/// Somebody at a link who says what a replica never would, byte for byte, and keeps what comes.
final class Stranger: LinkEnd {
    private let world: World
    private let edge: Int
    private var session: SessionID?
    var arriving: [[UInt8]] = []
    private(set) var closing: CloseReason?
    private(set) var closingText: String?

    init(_ world: World, room: String = "class", edge: Int = 0) {
        self.world = world
        self.edge = edge
        session = world.edges[edge].accept(self, room: room)
    }

    /// One who has joined, under a name that is padded to a secret.
    convenience init(_ world: World, joining name: String, _ more: String = "", edge: Int = 0) {
        self.init(world, edge: edge)
        join(name, more)
    }

    func join(_ name: String, _ more: String = "") {
        let secret = String(decoding: World.secret(name).bytes, as: UTF8.self)
        say(#"{"join":{"secret":"\#(secret)"\#(more)}}"#)
    }

    func say(_ text: String) {
        say(Array(text.utf8))
    }

    func say(_ frame: [UInt8]) {
        guard let session else { return }
        world.edges[edge].receive(frame, from: session)
        world.settle()
    }

    func hangUp() {
        guard let session else { return }
        self.session = nil
        world.edges[edge].hangUp(session)
        world.settle()
    }

    func isClosed(by reason: CloseReason, text: [UInt8]) {
        session = nil
        closing = reason
        closingText = String(decoding: text, as: UTF8.self)
    }
}

/// What has come.
extension Stranger {
    /// Since this was asked last.
    func hear() -> [String] {
        defer { arriving = [] }
        return arriving.map { String(decoding: $0, as: UTF8.self) }
    }

    var messages: [ServerMessage] {
        get throws { try arriving.compactMap { try ServerMessage.decode($0) } }
    }

    /// The last one.
    var welcome: Welcome? {
        get throws {
            for case .welcome(let welcome) in try messages.reversed() { return welcome }
            return nil
        }
    }

    /// All events since the welcome, with the reasons of those that were void left out.
    var events: [Event] {
        get throws {
            try messages.flatMap { message in
                if case .events(let frame) = message { frame.events } else { [Event]() }
            }
        }
    }

    /// `42 rate`
    var refusals: [String] {
        get throws {
            try messages.compactMap { message in
                guard case .refused(let count, let why, _) = message else { return nil }
                return "\(count) \(why.name)"
            }
        }
    }
}
