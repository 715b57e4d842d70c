/// What was measured with a load.
public struct Figures: Sendable {
    private let tallies: [Tally]
    public let seconds: Double
    /// What the server had of processors, if that is known.
    public let processorTime: ProcessorTime?

    init(_ tallies: [Tally], processorTime: ProcessorTime?) {
        self.tallies = tallies
        seconds = tallies.map(\.seconds).reduce(0, +) / Double(max(1, tallies.count))
        self.processorTime = processorTime
    }

    /// What was measured in several parts of a run.
    public init(oneAfterAnother parts: [Figures]) {
        tallies = parts.flatMap(\.tallies)
        seconds = parts.map(\.seconds).reduce(0, +)
        let times = parts.compactMap(\.processorTime)
        processorTime = times.isEmpty ? nil : times.dropFirst().reduce(times[0], +)
    }

    /// Keys that were pressed, taken and came back to who pressed them.
    public var keys: Int { sum(\.keys) }
    /// Events that reached a client: one event at three clients is three.
    public var deliveries: Int { sum(\.deliveries) }
    public var frames: Int { sum(\.frames) }
    /// How often something was read from a socket.
    public var reads: Int { sum(\.reads) }
    /// All that came, with the heads of frames.
    public var bytes: Int { sum(\.bytes) }
    /// Newcomers who were let in.
    public var welcomes: Int { sum(\.welcomes) }
    /// How much of the time each thread of the generator had something to do.
    public var busy: [Double] { tallies.map(\.busy) }

    /// Milliseconds from the moment for which a key was meant until somebody else had it, which this
    /// part of all did not exceed. Nil if too few were measured to say so.
    public func delay(_ part: Double) -> Double? {
        tallies.reduce(into: Histogram()) { $0.add($1.delays) }.quantile(part).map { $0 / 1e6 }
    }

    /// A generator with this little time to spare measures itself.
    public var isGeneratorOverloaded: Bool { busy.contains { $0 > 0.95 } }

    private func sum(_ count: KeyPath<Tally, Int>) -> Int {
        tallies.reduce(0) { $0 + $1[keyPath: count] }
    }
}
