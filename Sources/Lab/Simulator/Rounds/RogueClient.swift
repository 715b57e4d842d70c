import CalculatorEngine
import SharedRoom

/// A client without a replica that mostly violates the protocol. Other clients must not be affected.
final class RogueClient: ConnectionPeer {
    private unowned let world: World
    private let room: String
    private var connection: SimulatedConnection?
    private let secret: Secret
    private var number: Int64 = 1
    private var isJoined = false

    init(_ world: World, room: String, edge: EdgeHost) {
        self.world = world
        self.room = room
        secret = Secret(world.random.secret(22)) ?? World.secret("rogue")
        connection = edge.accept(self, room: room)
    }

    var isDisconnected: Bool { connection == nil }

    func receive(_ frame: [UInt8], over connection: SimulatedConnection) {
        if frame.starts(with: Array(#"{"welcome"#.utf8)) { isJoined = true }
    }

    func connectionEnded(_ connection: SimulatedConnection, code: UInt16, text: [UInt8]) {
        self.connection = nil
    }

    func sendSomething() {
        let random = world.random
        switch random.next(below: 12) {
        case 0..<3: join()
        case 3..<6: send(.act(first: number, [someAction]))
        // A gap of two action numbers, which a correct client never leaves.
        case 6, 7:
            number += 2
            send(.act(first: number, [someAction]))
        case 8: send(.mismatch(sequence: 1, hash: random.next()))
        case 9: send(noise)
        case 10: send([UInt8](repeating: UInt8(ascii: "["), count: random.next(below: 20_000)))
        default: send(.alive(Int64(random.next(below: 1_000))))
        }
    }

    private func join() {
        guard !isJoined || world.random.oneIn(4) else { return }
        var join = Join(secret: secret)
        join.make = world.random.oneIn(2) ? Join.MakeOptions(keypad: .tip) : nil
        send(.join(join))
    }

    /// Joins correctly, as a spectator.
    func watch() {
        var join = Join(secret: secret)
        join.isWatching = true
        send(.join(join))
    }

    private var someAction: ClientAction {
        switch world.random.next(below: 8) {
        case 0: .plain(.delete)
        case 1: .plain(.lock(true))
        case 2: .plain(.undo(Signature(author: 1, pen: 0, number: number)))
        case 3: .plain(.grant(1))
        default: .plain(.press(world.random.element(of: Key.all)))
        }
    }

    private var noise: [UInt8] {
        (0..<world.random.next(below: 200)).map { _ in UInt8(world.random.next(below: 256)) }
    }

    private func send(_ message: ClientMessage) {
        if case .act = message, world.random.oneIn(2) { number += 1 }
        send(message.encoded)
    }

    private func send(_ frame: [UInt8]) { connection?.send(frame) }

    func leave() {
        connection?.close()
        connection = nil
    }
}
