/// The measured results of a load.
public struct LoadFigures: Sendable {
    private let counts: [WorkerCounts]
    public let seconds: Double
    /// The server's processor time, or nil if unknown.
    public let processorTime: ProcessorTime?

    init(_ counts: [WorkerCounts], processorTime: ProcessorTime?) {
        self.counts = counts
        seconds = counts.map(\.seconds).reduce(0, +) / Double(max(1, counts.count))
        self.processorTime = processorTime
    }

    /// Combines consecutive measurements.
    public init(combining parts: [LoadFigures]) {
        counts = parts.flatMap(\.counts)
        seconds = parts.map(\.seconds).reduce(0, +)
        let times = parts.compactMap(\.processorTime)
        processorTime = times.isEmpty ? nil : times.dropFirst().reduce(times[0], +)
    }

    /// Keys that were applied and came back to their authors.
    public var keys: Int { sum(\.keys) }
    /// Received events. One event at three clients counts three times.
    public var deliveries: Int { sum(\.deliveries) }
    public var frames: Int { sum(\.frames) }
    /// Reads from sockets.
    public var reads: Int { sum(\.reads) }
    /// Received bytes, including frame headers.
    public var bytes: Int { sum(\.bytes) }
    /// Newcomers that received a welcome.
    public var welcomes: Int { sum(\.welcomes) }
    /// The share of time that each generator thread was busy.
    public var busy: [Double] { counts.map(\.busy) }

    /// A quantile of the delays in milliseconds, from a key's due time to its arrival at another client:
    /// 99 % of all keys do not exceed `delay(0.99)`. Nil if there are too few keys.
    public func delay(_ part: Double) -> Double? {
        counts.reduce(into: DelayHistogram()) { $0.add($1.delays) }.quantile(part).map { $0 / 1e6 }
    }

    /// True if a generator thread was so busy that the results describe the generator.
    public var isGeneratorOverloaded: Bool { busy.contains { $0 > 0.95 } }

    private func sum(_ count: KeyPath<WorkerCounts, Int>) -> Int {
        counts.reduce(0) { $0 + $1[keyPath: count] }
    }
}

/// Counts of one worker during a measurement. Times are in nanoseconds.
struct WorkerCounts: Sendable {
    var time: Int64 = 0
    /// Time spent waiting.
    var idle: Int64 = 0
    /// Received events. One event at three clients counts three times.
    var deliveries = 0
    /// Own keys that came back.
    var keys = 0
    var frames = 0
    var reads = 0
    var bytes = 0
    var welcomes = 0
    var delays = DelayHistogram()

    var seconds: Double { Double(time) / 1e9 }
    var busy: Double { time > 0 ? 1 - Double(idle) / Double(time) : 0 }
}
