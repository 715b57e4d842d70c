import RoomServer
import RoomStore

/// The metrics of one event loop since its start, or the sum over several.
///
/// A new counter also needs a place in `+=`, a metric in `Metric.all` and a row in docs/operations.md.
struct LoopFigures: Sendable {
    let eventLibrary: String
    private(set) var connections: Int
    private(set) var connectionsAccepted: Int
    private(set) var sessions: Int
    private(set) var sessionsOpened: Int
    private(set) var rooms: Int
    private(set) var ringBytes: Int
    private(set) var framesReceived: Int
    private(set) var framesSent: Int
    private(set) var bytesSent: Int
    private(set) var tickTimes: Histogram
    private(set) var lateness: Histogram
    private(set) var edge: EdgeCounts

    /// Called on the loop's thread, which alone uses its counters.
    init(of loop: EdgeLoop) {
        eventLibrary = loop.context?.library ?? ""
        connections = loop.sessions.ownSocketCount + loop.http.connections.count
        connectionsAccepted = loop.http.acceptedCount
        sessions = loop.sessions.edge.sessionCount
        sessionsOpened = loop.sessions.openedCount
        rooms = loop.sessions.edge.roomCount
        ringBytes = loop.sessions.edge.ringsByteCount
        framesReceived = loop.sessions.framesReceived
        framesSent = loop.sessions.framesSent
        bytesSent = loop.sessions.bytesSent
        tickTimes = loop.wakeUps.tickTimes
        lateness = loop.wakeUps.lateness
        edge = loop.sessions.edge.counts
    }

    static func += (sum: inout LoopFigures, other: LoopFigures) {
        for count in [
            \LoopFigures.connections, \.connectionsAccepted, \.sessions, \.sessionsOpened, \.rooms,
            \.ringBytes, \.framesReceived, \.framesSent, \.bytesSent,
        ] {
            sum[keyPath: count] += other[keyPath: count]
        }
        sum.tickTimes += other.tickTimes
        sum.lateness += other.lateness
        sum.edge += other.edge
    }
}

/// Adds up the figures of all loops. Each loop adds its own, on its own thread.
final class LoopFiguresSum: Sendable {
    private let figures = Guarded<[LoopFigures]>([])
    private let count: Int
    private let receive: @Sendable (LoopFigures) -> Void

    /// Calls `receive` once, when `count` loops have added their figures.
    init(of count: Int, _ receive: @escaping @Sendable (LoopFigures) -> Void) {
        self.count = count
        self.receive = receive
    }

    func add(_ own: LoopFigures) {
        let all = figures.withLock { figures in
            figures.append(own)
            return figures
        }
        if all.count == count { receive(all.dropFirst().reduce(into: all[0], +=)) }
    }
}
