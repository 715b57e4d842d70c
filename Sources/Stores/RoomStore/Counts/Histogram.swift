/// The number of values in each bucket.
///
/// ```
/// var histogram = Histogram(bounds: [1, 10])
/// for value in [1, 2, 30] { histogram.note(value) }
/// histogram.counts   // [1, 1, 1]: up to 1, up to 10, more
/// ```
public struct Histogram: Equatable, Sendable {
    public let bounds: [Int64]
    /// The number of values up to each bound, and at the end those above the last bound.
    public private(set) var counts: [Int64]
    public private(set) var sum: Int64 = 0

    /// - Parameter bounds: In ascending order.
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

    /// Adds a histogram with the same bounds.
    public static func += (sum: inout Histogram, other: Histogram) {
        for place in sum.counts.indices { sum.counts[place] += other.counts[place] }
        sum.sum += other.sum
    }

    /// Buckets for nanoseconds, from 50 µs to 1 s.
    public static var times: Histogram {
        Histogram(
            bounds: [
                50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000,
                25_000_000, 50_000_000, 100_000_000, 250_000_000, 1_000_000_000,
            ])
    }
}
