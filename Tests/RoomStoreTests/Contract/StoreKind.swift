import RoomStore
import SharedRoom

/// The stores that the contract is tried on. A new one is a case here and how it is made.
enum StoreKind: CaseIterable {
    case memory

    func make(_ parts: StoreParts) -> TestedStore {
        switch self {
        case .memory:
            let store = MemoryStore(
                clock: parts.clock, random: parts.random,
                eventsKeptMax: parts.eventsKeptMax, fold: parts.fold)
            return TestedStore(store: store) { store.isWritable = $0 }
        }
    }
}

/// What every store is made of.
struct StoreParts {
    var clock: @Sendable () -> Int64
    var random: @Sendable () -> UInt64
    var eventsKeptMax: Int
    var fold: SnapshotFold
}

struct TestedStore: Sendable {
    let store: any RoomStore
    /// Makes it fail as its disk or its connection would, and work again.
    let setWritable: @Sendable (Bool) -> Void
}
