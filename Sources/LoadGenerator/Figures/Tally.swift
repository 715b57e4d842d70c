/// What the clients of one thread counted while it was measured. Times are nanoseconds.
struct Tally: Sendable {
    var time: Int64 = 0
    /// Time in which there was nothing to do.
    var idle: Int64 = 0
    /// Events that reached a client: one event at three clients is three.
    var deliveries = 0
    /// Own keys that came back.
    var keys = 0
    var frames = 0
    var reads = 0
    var bytes = 0
    var welcomes = 0
    var refusals = 0
    var delays = Histogram()

    var seconds: Double { Double(time) / 1e9 }
    var busy: Double { time > 0 ? 1 - Double(idle) / Double(time) : 0 }

    static func + (first: Tally, second: Tally) -> Tally {
        var sum = first
        sum.time += second.time
        sum.idle += second.idle
        sum.deliveries += second.deliveries
        sum.keys += second.keys
        sum.frames += second.frames
        sum.reads += second.reads
        sum.bytes += second.bytes
        sum.welcomes += second.welcomes
        sum.refusals += second.refusals
        sum.delays.add(second.delays)
        return sum
    }
}
