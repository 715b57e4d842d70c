import RoomStore
import SharedRoom
import Simulator

/// Another server at the same store, which appends what no server of this kind would.
final class ForeignEdge: @unchecked Sendable {
    private let world: World
    private let name: RoomName
    private var number: UInt32 = 0
    /// All events of the room.
    private(set) var log: [Event] = []

    init(_ world: World, room: String = "class") {
        guard let name = RoomName(normal: Array(room.utf8)) else { preconditionFailure(room) }
        self.world = world
        self.name = name
        number = world.store.attach { [unowned self] in take($0) }
        world.store.submit(.open(name), from: number)
        world.settle()
    }

    deinit { world.store.detach(number) }

    private func take(_ report: LogReport) {
        switch report {
        case .opened(_, let room): log = room.events
        case .events(_, let events): log += events
        case .notOpened, .refused, .head, .read, .tape, .presence, .forgotten: break
        }
    }

    func append(_ drafts: [Draft]) {
        world.store.submit(.append(name, drafts, ticket: 1), from: number)
        world.settle()
    }

    /// Participants connect to this server.
    func announce(came: [UInt32]) {
        world.store.submit(.announce(name, came: came, gone: []), from: number)
        world.settle()
    }

    /// The store takes it that the world's first edge has left the room: what comes from now on does
    /// not reach it.
    func breakFirstEdge() {
        world.store.submit(.close(name), from: 1)
        world.settle()
    }

    /// Nothing of the room is kept any more.
    func forget() {
        world.store.submit(.forget(name, ticket: 2), from: number)
        world.settle()
    }

    /// The room as it was with its first events only, in another epoch.
    func restore(_ count: Int) {
        let kept = log.prefix(count).map(\.draft)
        forget()
        world.store.submit(.open(name), from: number)
        append(Array(kept))
    }
}
