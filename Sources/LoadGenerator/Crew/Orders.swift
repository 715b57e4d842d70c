import RoomStore
import Synchronization

/// What the threads of a run are told, and what they say.
final class Orders: Sendable {
    enum Order: Int {
        /// Keep the connections, send nothing.
        case rest
        case press
        /// The same, and count.
        case measure
        case leave
    }

    private let order = Atomic<Int>(Order.rest.rawValue)
    private let ready = Atomic<Int>(0)
    private let gone = Atomic<Int>(0)
    private let said = Guarded<(tallies: [(first: Int, Tally)], failures: [String])>(([], []))

    var current: Order { Order(rawValue: order.load(ordering: .relaxed)) ?? .leave }

    func give(_ order: Order) { self.order.store(order.rawValue, ordering: .relaxed) }

    /// How many threads have all their clients connected.
    var readyCount: Int { ready.load(ordering: .acquiring) }

    func reportReady() { ready.add(1, ordering: .releasing) }

    /// How many threads have hung up all their clients.
    var goneCount: Int { gone.load(ordering: .acquiring) }

    func reportGone() { gone.add(1, ordering: .releasing) }

    func report(_ tally: Tally, of assignment: Assignment) {
        said.withLock { $0.tallies.append((assignment.firstIndex, tally)) }
    }

    func report(failure: String) { said.withLock { $0.failures.append(failure) } }

    var tallyCount: Int { said.withLock { $0.tallies.count } }

    /// In the order of the clients.
    func takeTallies() -> [Tally] {
        said.withLock { said in
            defer { said.tallies = [] }
            return said.tallies.sorted { $0.first < $1.first }.map(\.1)
        }
    }

    var failures: [String] { said.withLock { $0.failures } }
}
