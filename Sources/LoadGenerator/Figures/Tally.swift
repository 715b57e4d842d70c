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
    var delays = Histogram()

    var seconds: Double { Double(time) / 1e9 }
    var busy: Double { time > 0 ? 1 - Double(idle) / Double(time) : 0 }
}
