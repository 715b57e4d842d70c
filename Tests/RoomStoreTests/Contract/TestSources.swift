import Synchronization

/// A clock that a test sets.
final class TestClock: Sendable {
    private let milliseconds = Atomic<Int64>(1_790_000_000_000)

    var now: Int64 {
        get { milliseconds.load(ordering: .relaxed) }
        set { milliseconds.store(newValue, ordering: .relaxed) }
    }
}

/// Numbers that never repeat, the same in every run.
final class TestRandom: Sendable {
    private let state = Atomic<UInt64>(0)

    func next() -> UInt64 {
        let step: UInt64 = 0x9E37_79B9_7F4A_7C15
        var mixed = state.wrappingAdd(step, ordering: .relaxed).newValue
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
