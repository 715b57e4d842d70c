import Glibc
import RoomStore
import SharedRoom
import Testing

/// A store under test, with its edges. Each test also checks the reports of all edges against the contract.
final class RoomStoreContract: Sendable {
    let clock = TestClock()
    private let tested: TestedStore
    private let probes = Guarded<[StoreProbe]>([])

    /// `try RoomStoreContract.hold(kind) { contract in … }`
    static func hold(
        _ kind: StoreKind, eventsKeptMax: Int = 10_000,
        _ body: (RoomStoreContract) throws -> Void
    ) throws {
        let contract = try RoomStoreContract(kind, eventsKeptMax)
        defer { contract.tested.end() }
        try body(contract)
        for probe in contract.probes.withLock({ $0 }) {
            #expect(probe.inbox.faults == [], "edge \(probe.edge)")
        }
    }

    private init(_ kind: StoreKind, _ eventsKeptMax: Int) throws {
        let clock = clock
        let random = TestRandom()
        tested = try kind.make(
            StoreParts(
                clock: { clock.now }, random: { random.next() }, eventsKeptMax: eventsKeptMax))
    }

    func edge() -> StoreProbe {
        let probe = StoreProbe(of: tested.store)
        probes.withLock { $0.append(probe) }
        return probe
    }

    func makeReader() -> any LogReader { tested.store.makeReader() }

    /// Waits until background work of the store has led to a result.
    func settled<Result>(_ result: () throws -> Result?) throws -> Result {
        for _ in 0..<6_000 {
            if let result = try result() { return result }
            usleep(10_000)
        }
        throw Inbox.TimedOut(what: "background work")
    }

    func setWritable(_ isWritable: Bool) {
        tested.setWritable(isWritable)
    }
}
