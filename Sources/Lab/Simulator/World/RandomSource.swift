import SeededNumbers

/// A seeded random number generator that closures can share.
public final class RandomSource: @unchecked Sendable {
    private var numbers: SplitMix

    public init(seed: UInt64) { numbers = SplitMix(seed: seed) }

    public func next() -> UInt64 { numbers.next() }
    public func next(below limit: Int) -> Int { numbers.next(below: limit) }

    func element<Element>(of list: [Element]) -> Element { numbers.element(of: list) }

    /// True with a probability of 1 / `count`.
    func oneIn(_ count: Int) -> Bool { next(below: count) == 0 }

    func milliseconds(_ range: ClosedRange<Int>) -> Int64 {
        Int64(range.lowerBound + next(below: range.count))
    }

    func secret(_ letters: Int) -> [UInt8] {
        let alphabet = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        return (0..<letters).map { _ in element(of: alphabet) }
    }
}
