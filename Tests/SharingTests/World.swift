import CalculatorEngine
import RoomClient
import RoomServer
import RoomStore
import SharedRoom
import Testing
import SeededNumbers

/// Clients, edges and a store, joined by links that a test can cut: no sockets, no clock, no
/// threads. `settle` lets everything happen that is under way.
final class World {
    var now: Int64 = 1_000_000
    let store: MemoryStore
    private(set) var edges: [EdgeHost] = []
    private(set) var clients: [ClientHost] = []
    private var seed: UInt64
    /// Time of the store, which no client or edge sees.
    private static let storeTime: Int64 = 1_790_000_000_000

    init(seed: UInt64 = 1, edges: Int = 1, limits: ServiceLimits = World.generous) {
        self.seed = seed
        let box = Counter(seed: seed)
        store = MemoryStore(
            clock: { Self.storeTime }, random: { box.next() },
            fold: { snapshot, events in Self.fold(snapshot, events) })
        for number in 0..<edges {
            self.edges.append(EdgeHost(self, limits, seed: seed &* 31 &+ UInt64(number)))
        }
    }

    /// Test clients type faster than people.
    static var generous: ServiceLimits {
        var limits = ServiceLimits()
        limits.keysPerSecond = 1_000_000
        limits.keysAtOnceMax = 1_000_000
        limits.voidKeysPerSecond = 1_000_000
        limits.voidKeysAtOnceMax = 1_000_000
        limits.stepsAtOnceMax = 1_000_000_000
        limits.stepsPerSecond = 1_000_000_000
        return limits
    }

    private static func fold(_ snapshot: [UInt8]?, _ events: [Event]) -> [UInt8] {
        var room = snapshot.flatMap { try? Room(form: $0) } ?? Room()
        for event in events { _ = room.apply(event) }
        return room.form
    }

    @discardableResult
    func client(
        _ secret: String = "ada", room: String = "class", keypad: Keypad? = .standard,
        name: String = "", edge: Int = 0, saved: [UInt8]? = nil,
        _ change: (inout Join) -> Void = { _ in }
    ) -> ClientHost {
        var join = Join(secret: Self.secret(secret))
        join.make = keypad.map { Join.MakeOptions(keypad: $0) }
        join.name = PersonName(Array(name.utf8)) ?? .none
        change(&join)
        seed &+= 1
        let client = ClientHost(
            self, join, room: room, edge: edge, number: clients.count, saved: saved, seed: seed)
        clients.append(client)
        client.connect()
        return client
    }

    static func secret(_ text: String) -> Secret {
        let padded = Array((text + String(repeating: "-", count: 22)).utf8.prefix(22))
        guard let secret = Secret(padded) else { preconditionFailure(text) }
        return secret
    }

    /// Runs until nothing moves; the time goes on only by `after`.
    func settle() {
        var isMoving = true
        var rounds = 0
        while isMoving {
            isMoving = false
            for edge in edges { isMoving = edge.turn() || isMoving }
            for client in clients { isMoving = client.turn() || isMoving }
            rounds += 1
            precondition(rounds < 100_000, "The world does not come to rest.")
        }
    }

    /// Lets so many milliseconds go by, with all timers on the way.
    func after(_ milliseconds: Int64) {
        let end = now + milliseconds
        settle()
        while let next = nextTimer, next <= end {
            now = max(now, next)
            for edge in edges { edge.wakeIfDue() }
            for client in clients { client.wakeIfDue() }
            settle()
        }
        now = end
    }

    private var nextTimer: Int64? {
        (edges.compactMap(\.timer) + clients.flatMap { [$0.timer, $0.dialing].compactMap(\.self) })
            .min()
    }
}

/// A generator that closures can share.
final class Counter: @unchecked Sendable {
    private var numbers: SplitMix

    init(seed: UInt64) { numbers = SplitMix(seed: seed) }

    func next() -> UInt64 { numbers.next() }
    func next(below limit: Int) -> Int { numbers.next(below: limit) }
}
