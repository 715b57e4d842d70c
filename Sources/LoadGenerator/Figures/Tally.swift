/// What the clients of one thread counted while it was measured.
struct Tally: Sendable {
    var beginning: Int64 = 0
    var end: Int64 = 0
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

    var seconds: Double { Double(end - beginning) / 1e9 }
    var busy: Double { end > beginning ? 1 - Double(idle) / Double(end - beginning) : 0 }
}
