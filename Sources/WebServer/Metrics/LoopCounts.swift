import RoomStore

/// What has happened in a loop since it began. Only the loop's own thread counts and looks, so these
/// are plain numbers.
struct LoopCounts: Sendable {
    var connectionsAccepted = 0
    var sessionsOpened = 0
    var framesReceived = 0
    var framesSent = 0
    /// Of the frames, without what is around them.
    var bytesSent = 0
    /// Nanoseconds from waking until everything is done, which is how long the next thing waits at
    /// most.
    var turns = Histogram.times
    /// Nanoseconds by which an alarm was late.
    var lateness = Histogram.times

    static func += (sum: inout LoopCounts, other: LoopCounts) {
        sum.connectionsAccepted += other.connectionsAccepted
        sum.sessionsOpened += other.sessionsOpened
        sum.framesReceived += other.framesReceived
        sum.framesSent += other.framesSent
        sum.bytesSent += other.bytesSent
        sum.turns += other.turns
        sum.lateness += other.lateness
    }
}
