/// How many of some values were at most this or that. The values are whole numbers of a small unit, so
/// that to note one costs a comparison or two.
///
/// ```
/// var histogram = Histogram(bounds: [1, 10])
/// for value in [1, 2, 30] { histogram.note(value) }
/// histogram.counts   // [1, 1, 1]: up to 1, up to 10, more
/// ```
public struct Histogram: Equatable, Sendable {
    public let bounds: [Int64]
    /// By the first bound that a value does not exceed; the last ones exceed all.
    public private(set) var counts: [Int64]
    public private(set) var sum: Int64 = 0

    /// The bounds rise.
    public init(bounds: [Int64]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    public mutating func note(_ value: Int64) {
        var place = 0
        while place < bounds.count, value > bounds[place] { place += 1 }
        counts[place] += 1
        sum += value
    }

    /// Both have the same bounds.
    public static func += (sum: inout Histogram, other: Histogram) {
        for place in sum.counts.indices { sum.counts[place] += other.counts[place] }
        sum.sum += other.sum
    }

    /// Of nanoseconds: from a twentieth of a millisecond to what somebody would complain of.
    public static var times: Histogram {
        Histogram(
            bounds: [
                50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000,
                25_000_000, 50_000_000, 100_000_000, 250_000_000, 1_000_000_000,
            ])
    }
}
