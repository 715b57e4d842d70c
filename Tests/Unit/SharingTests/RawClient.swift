import SharedRoom
import Simulator
import Testing

/// A client that sends any frame, including frames that a replica never sends, and records the answers.
final class RawClient: ConnectionPeer {
    private let world: World
    private var connection: SimulatedConnection?
    var arriving: [[UInt8]] = []
    private(set) var closing: CloseReason?

    init(_ world: World, room: String = "class") {
        self.world = world
        connection = world.edges[0].accept(self, room: room)
    }

    /// Joins with a secret that is derived from the name.
    convenience init(_ world: World, joining name: String, _ more: String = "") {
        self.init(world)
        join(name, more)
    }

    func join(_ name: String, _ more: String = "") {
        let secret = String(decoding: World.secret(name).bytes, as: UTF8.self)
        send(#"{"join":{"secret":"\#(secret)"\#(more)}}"#)
    }

    func send(_ text: String) {
        send(Array(text.utf8))
    }

    func send(_ frame: [UInt8]) {
        connection?.send(frame)
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

/// The received frames.
extension RawClient {
    var messages: [ServerMessage] {
        get throws { try arriving.compactMap { try ServerMessage.decode($0) } }
    }

    /// The last welcome.
    var welcome: Welcome? {
        get throws {
            for case .welcome(let welcome) in try messages.reversed() { return welcome }
            return nil
        }
    }
}
