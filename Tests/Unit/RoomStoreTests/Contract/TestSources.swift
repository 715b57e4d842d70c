import RoomStore
import SeededNumbers
import Synchronization

/// A clock that a test sets.
final class TestClock: Sendable {
    private let milliseconds = Atomic<Int64>(1_790_000_000_000)

    var now: Int64 {
        get { milliseconds.load(ordering: .relaxed) }
        set { milliseconds.store(newValue, ordering: .relaxed) }
    }
}

/// Random numbers, the same in every run.
final class TestRandom: Sendable {
    private let numbers = Guarded(SplitMix(seed: 0))

    func next() -> UInt64 { numbers.withLock { $0.next() } }
}
