import CalculatorEngine
import SharedRoom

/// A client without a replica that mostly violates the protocol. Other clients must not be affected.
final class Vandal: Caller {
    private unowned let world: World
    private let room: String
    private var link: Link?
    private let secret: Secret
    private var number: Int64 = 1
    private var isJoined = false

    init(_ world: World, room: String, edge: EdgeHost) {
        self.world = world
        self.room = room
        secret = Secret(world.fate.secret(22)) ?? World.secret("vandal")
        link = edge.accept(self, room: room)
    }

    var isGone: Bool { link == nil }

    func arrived(_ frame: [UInt8], by link: Link) {
        if frame.starts(with: Array(#"{"welcome"#.utf8)) { isJoined = true }
    }

    func ended(_ link: Link, code: UInt16, text: [UInt8]) {
        self.link = nil
    }

    func act() {
        let fate = world.fate
        switch fate.next(below: 12) {
        case 0..<3: join()
        case 3..<6: say(.act(first: number, [someAction]))
        // A gap of two action numbers, which a correct client never leaves.
        case 6, 7:
            number += 2
            say(.act(first: number, [someAction]))
        case 8: say(.mismatch(sequence: 1, hash: fate.next()))
        case 9: send(noise)
        case 10: send([UInt8](repeating: UInt8(ascii: "["), count: fate.next(below: 20_000)))
        default: say(.alive(Int64(fate.next(below: 1_000))))
        }
    }

    private func join() {
        guard !isJoined || world.fate.oneIn(4) else { return }
        var join = Join(secret: secret)
        join.make = world.fate.oneIn(2) ? Join.MakeOptions(keypad: .tip) : nil
        say(.join(join))
    }

    /// Joins correctly, as a spectator.
    func look() {
        var join = Join(secret: secret)
        join.isWatching = true
        say(.join(join))
    }

    private var someAction: ClientAction {
        switch world.fate.next(below: 8) {
        case 0: .plain(.delete)
        case 1: .plain(.lock(true))
        case 2: .plain(.undo(Signature(author: 1, pen: 0, count: number)))
        case 3: .plain(.grant(1))
        default: .plain(.press(world.fate.element(of: Key.all)))
        }
    }

    private var noise: [UInt8] {
        (0..<world.fate.next(below: 200)).map { _ in UInt8(world.fate.next(below: 256)) }
    }

    private func say(_ message: ClientMessage) {
        if case .act = message, world.fate.oneIn(2) { number += 1 }
        send(message.encoded)
    }

    private func send(_ frame: [UInt8]) {
        link?.say(frame)
    }

    func leave() {
        link?.hangUp()
        link = nil
    }
}
