/// What was measured with a load.
public struct Figures: Sendable {
    public let seconds: Double
    /// Keys that were pressed, taken and came back to who pressed them.
    public let keys: Int
    /// Events that reached a client: one event at three clients is three.
    public let deliveries: Int
    public let frames: Int
    /// How often something was read from a socket.
    public let reads: Int
    /// All that came, with the heads of frames.
    public let bytes: Int
    /// How much of the time each thread of the generator had something to do.
    public let busy: [Double]
    /// What the server had of processors.
    public let processorTime: ProcessorTime?
    let delays: Histogram

    init(_ tallies: [Tally], processorTime: ProcessorTime?) {
        seconds = tallies.map(\.seconds).reduce(0, +) / Double(max(1, tallies.count))
        keys = tallies.map(\.keys).reduce(0, +)
        deliveries = tallies.map(\.deliveries).reduce(0, +)
        frames = tallies.map(\.frames).reduce(0, +)
        reads = tallies.map(\.reads).reduce(0, +)
        bytes = tallies.map(\.bytes).reduce(0, +)
        busy = tallies.map(\.busy)
        delays = tallies.reduce(into: Histogram()) { $0.add($1.delays) }
        self.processorTime = processorTime
    }

    /// Milliseconds from the moment for which a key was meant until somebody else had it, which this
    /// part of all did not exceed.
    public func delay(_ part: Double) -> Double? { delays.quantile(part).map { $0 / 1e6 } }

    /// A generator with this little time to spare measures itself.
    public var isBottleneck: Bool { busy.contains { $0 > 0.9 } }
}
