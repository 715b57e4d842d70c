/// The counts of a measurement. Times are in nanoseconds.
struct LoadCounts: Sendable {
    var time: Int64 = 0
    /// Keys that were applied and came back to their authors.
    var keys = 0
    /// Received events. One event at three clients counts three times.
    var deliveries = 0
    var frames = 0
    /// The times from a key's due time to its arrival at another client.
    var delays: [Int64] = []
    /// Time in which a thread waited for sockets.
    var idle: Int64 = 0
    /// True if a thread was so busy that the figures describe the generator instead of the server.
    var isGeneratorOverloaded = false
    /// The server's processor time, or nil if unknown.
    var processorTime: ProcessorTime?

    /// Adds the counts of another thread.
    static func + (one: LoadCounts, other: LoadCounts) -> LoadCounts {
        var sum = one
        sum.time += other.time
        sum.keys += other.keys
        sum.deliveries += other.deliveries
        sum.frames += other.frames
        sum.delays += other.delays
        sum.isGeneratorOverloaded = one.isGeneratorOverloaded || other.isGeneratorOverloaded
        return sum
    }
}
