import RoomServer
import RoomStore

/// The counters of an event loop since its start. Only the loop's thread uses them.
///
/// A new counter also needs a line in `+=`, a metric in `Metric.all` and a row in docs/operations.md.
struct LoopCounts: Sendable {
    var connectionsAccepted = 0
    var sessionsOpened = 0
    var framesReceived = 0
    var framesSent = 0
    /// The payload of the frames.
    var bytesSent = 0
    /// The duration of ticks in nanoseconds. The next event waits at most this long.
    var tickTimes = Histogram.times
    /// The delay of alarms in nanoseconds.
    var lateness = Histogram.times

    static func += (sum: inout LoopCounts, other: LoopCounts) {
        sum.connectionsAccepted += other.connectionsAccepted
        sum.sessionsOpened += other.sessionsOpened
        sum.framesReceived += other.framesReceived
        sum.framesSent += other.framesSent
        sum.bytesSent += other.bytesSent
        sum.tickTimes += other.tickTimes
        sum.lateness += other.lateness
    }
}

/// The metrics of one event loop, or the sum over several.
struct LoopFigures: Sendable {
    var connections: Int
    var sessions: Int
    var rooms: Int
    var ringBytes: Int
    var loop: LoopCounts
    var edge: EdgeCounts

    init(of loop: EdgeLoop) {
        connections = loop.connections.all.count { $0.relay == nil } + loop.http.count
        sessions = loop.edge.sessionCount
        rooms = loop.edge.roomCount
        ringBytes = loop.edge.ringsByteCount
        self.loop = loop.counts
        edge = loop.edge.counts
    }

    static func += (sum: inout LoopFigures, other: LoopFigures) {
        sum.connections += other.connections
        sum.sessions += other.sessions
        sum.rooms += other.rooms
        sum.ringBytes += other.ringBytes
        sum.loop += other.loop
        sum.edge += other.edge
    }
}

/// Adds up the figures of all loops. Each loop adds its own, on its own thread.
final class LoopFiguresSum: Sendable {
    private struct State {
        var sum: LoopFigures?
        /// The number of loops that have not added their figures.
        var missing: Int
    }

    private let state: Guarded<State>
    private let receive: @Sendable (LoopFigures) -> Void

    /// Calls `receive` once, when `count` loops have added their figures.
    init(of count: Int, _ receive: @escaping @Sendable (LoopFigures) -> Void) {
        state = Guarded(State(missing: count))
        self.receive = receive
    }

    func add(_ figures: LoopFigures) {
        let total: LoopFigures? = state.withLock { state in
            var sum = figures
            if let others = state.sum { sum += others }
            state.sum = sum
            state.missing -= 1
            return state.missing == 0 ? sum : nil
        }
        if let total { receive(total) }
    }
}
