import RoomServer
import RoomStore

/// What a loop has and has counted, or some of them together.
struct LoopFigures: Sendable {
    var connections: Int
    var sessions: Int
    var rooms: Int
    var ringBytes: Int
    var loop: LoopCounts
    var edge: EdgeCounts

    init(of loop: EdgeLoop) {
        connections = loop.connections.all.count { !$0.isRelayed } + loop.http.count
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

/// Adds up the figures of all loops, each of which reads its own on its own thread.
final class FigureSum: Sendable {
    private struct State {
        var sum: LoopFigures?
        var missing: Int
    }

    private let state: Guarded<State>
    private let receive: @Sendable (LoopFigures) -> Void

    /// `receive` is called once, when so many have added theirs.
    init(of count: Int, _ receive: @escaping @Sendable (LoopFigures) -> Void) {
        state = Guarded(State(missing: count))
        self.receive = receive
    }

    func add(_ figures: LoopFigures) {
        let whole: LoopFigures? = state.withLock { state in
            var sum = figures
            if let others = state.sum { sum += others }
            state.sum = sum
            state.missing -= 1
            return state.missing == 0 ? sum : nil
        }
        if let whole { receive(whole) }
    }
}
