/// A histogram of durations with an error of at most 1.6 %.
///
/// Each power of two is divided into 64 equal buckets. A duration finds its bucket without a search,
/// and the range from nanoseconds to hours takes 20 kB.
struct DelayHistogram: Sendable {
    private var counts = [Int](repeating: 0, count: 64 * 40)
    private(set) var count = 0

    mutating func add(_ nanoseconds: Int64) {
        counts[min(counts.count - 1, Self.index(UInt64(max(0, nanoseconds))))] += 1
        count += 1
    }

    mutating func add(_ other: DelayHistogram) {
        for index in counts.indices { counts[index] += other.counts[index] }
        count += other.count
    }

    /// A quantile in nanoseconds. `quantile(0.99)` is the duration that 99 % of all durations do not
    /// exceed. Nil if there are too few durations.
    func quantile(_ part: Double) -> Double? {
        guard Double(count) * (1 - part) >= 1 else { return nil }
        let wanted = Int((Double(count) * part).rounded(.up))
        var sum = 0
        for index in counts.indices {
            sum += counts[index]
            if sum >= wanted { return Self.middle(index) }
        }
        return nil
    }

    private static func index(_ value: UInt64) -> Int {
        guard value >= 64 else { return Int(value) }
        let power = 63 - value.leadingZeroBitCount
        return (power - 5) << 6 + Int(value >> UInt64(power - 6) & 63)
    }

    private static func middle(_ index: Int) -> Double {
        guard index >= 64 else { return Double(index) }
        let part = Double(UInt64(1) << UInt64(index >> 6 - 1))
        return (Double(64 + index & 63) + 0.5) * part
    }
}
