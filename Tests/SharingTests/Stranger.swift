import SharedRoom
import Simulator
import Testing

/// Somebody at a link who says what a replica never would, byte for byte, and keeps what comes.
final class Stranger: ConnectionPeer {
    private let world: World
    private var connection: SimulatedConnection?
    var arriving: [[UInt8]] = []
    private(set) var closing: CloseReason?

    init(_ world: World, room: String = "class", edge: Int = 0) {
        self.world = world
        connection = world.edges[edge].accept(self, room: room)
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
        connection?.send(frame)
        world.settle()
    }

    func hangUp() {
        connection?.close()
        connection = nil
        world.settle()
    }

    func receive(_ frame: [UInt8], over connection: SimulatedConnection) {
        arriving.append(frame)
    }

    func connectionEnded(_ connection: SimulatedConnection, code: UInt16, text: [UInt8]) {
        self.connection = nil
        closing = CloseReason(code: code)
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
}
