import RoomStore
import SharedRoom
import Simulator

/// Another server on the same store. It can append events that an edge would never append.
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
        number = world.store.attach { [unowned self] in receive($0) }
        world.store.submit(.open(name, ticket: 0), from: number)
        world.settle()
    }

    deinit { world.store.detach(number) }

    private func receive(_ report: LogReport) {
        switch report {
        case .opened(_, _, let room), .replaced(_, let room): log = room.events
        case .events(_, let events): log += events
        case .done, .refused, .head, .presence, .forgotten, .failed: break
        }
    }

    func append(_ drafts: [Draft]) {
        world.store.submit(.append(name, drafts, ticket: 1), from: number)
        world.settle()
    }

    /// Announces participants as connected to this server.
    func announce(came: [UInt32]) {
        world.store.submit(.announce(name, came: came, gone: []), from: number)
        world.settle()
    }

    /// Makes the store treat the world's first edge as gone from the room. New events do not reach that edge.
    func breakFirstEdge() {
        world.store.submit(.close(name, ticket: 0), from: 1)
        world.settle()
    }

    /// Deletes the room from the store.
    func forget() {
        world.store.submit(.forget(name, ticket: 2), from: number)
        world.settle()
    }

    /// Restores the first events of the room in another epoch, as after a loss of data.
    func restore(_ count: Int) {
        let kept = log.prefix(count).map(\.draft)
        forget()
        world.store.submit(.open(name, ticket: 0), from: number)
        append(Array(kept))
    }
}
