import CalculatorEngine
@testable import RoomClient
import RoomServer
import SharedRoom
import Testing

/// What a page does around a replica: a socket, one timer, a place to keep things.
final class ClientHost {
    private unowned let world: World
    private(set) var replica: Replica
    private let room: String
    var edge: Int
    private var session: SessionID?
    /// What is on its way: to the client, and from it.
    var arriving: [[UInt8]] = []
    private var leaving: [[UInt8]] = []
    private var closing: CloseReason?
    private(set) var timer: Int64?
    private(set) var dialing: Int64?
    private(set) var saved: [UInt8]?
    /// Frames stay where they are for now.
    var isHeld = false
    var isOffline = false

    init(
        _ world: World, _ join: Join, room: String, edge: Int, number: Int, saved: [UInt8]?,
        seed: UInt64
    ) {
        self.world = world
        self.room = room
        self.edge = edge
        let random = Counter(seed: seed)
        let pen = World.secret("pen\(number)x\(seed)")
        replica =
            saved.flatMap { Replica(saved: $0, join, chance: { random.next() }) }
            ?? Replica(join, pen: pen, chance: { random.next() })
    }

    func connect() {
        dialing = nil
        guard !isOffline else {
            perform(replica.disconnected(code: 1006, at: world.now))
            return
        }
        session = world.edges[edge].accept(self, room: room)
        perform(replica.connected(at: world.now))
    }

    func press(_ keys: String) {
        for name in keys.split(separator: " ") {
            guard let key = Key(named: Array(name.utf8)) else { preconditionFailure("\(name)") }
            perform(replica.press(key, at: world.now))
        }
    }

    func act(_ action: Action) {
        perform(replica.act(.plain(action), at: world.now))
    }

    func undo() { perform(replica.undo(at: world.now)) }
    func redo() { perform(replica.redo(at: world.now)) }
    func answer(_ sendThem: Bool) { perform(replica.answer(sendThem: sendThem, at: world.now)) }

    /// The link dies with everything that is on its way.
    func cut() {
        arriving = []
        leaving = []
        closing = nil
        guard let session else { return }
        self.session = nil
        world.edges[edge].hangUp(session)
        perform(replica.disconnected(code: 1006, at: world.now))
    }

    func isClosed(by reason: CloseReason) {
        closing = reason
    }

    /// Frames arrive one after the other; tells whether any did.
    func turn() -> Bool {
        guard !isHeld else { return false }
        var hasMoved = false
        while !leaving.isEmpty, let session {
            world.edges[edge].receive(leaving.removeFirst(), from: session)
            hasMoved = true
        }
        while !arriving.isEmpty {
            perform(replica.receive(arriving.removeFirst(), at: world.now))
            hasMoved = true
        }
        if let closing {
            self.closing = nil
            session = nil
            leaving = []
            perform(replica.disconnected(code: closing.code, at: world.now))
            hasMoved = true
        }
        return hasMoved
    }

    func wakeIfDue() {
        if let due = dialing, due <= world.now { connect() }
        if let due = timer, due <= world.now {
            timer = nil
            perform(replica.wake(at: world.now))
        }
    }

    private func perform(_ actions: [ReplicaAction]) {
        for action in actions {
            switch action {
            case .send(let frame): leaving.append(frame)
            case .save: saved = replica.saved
            case .connect(let time): dialing = time
            case .wake(let time): timer = time
            case .reload: Issue.record("a reload")
            case .close:
                arriving = []
                leaving = []
                if let session { world.edges[edge].hangUp(session) }
                session = nil
            }
        }
    }

    var display: String { String(decoding: replica.view.display.main.text, as: UTF8.self) }
}
