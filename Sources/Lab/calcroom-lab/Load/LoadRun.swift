import CommandLineKit
import Foundation
import RoomStore

/// A running load: threads with connected clients, and the functions that control them.
final class LoadRun {
    enum Phase {
        /// Keep the connections without sending keys.
        case rest
        case press
        /// Send keys and measure.
        case measure
        case stop
    }

    /// The state that the threads share.
    struct State {
        var phase = Phase.rest
        /// Threads whose clients have all joined.
        var joinedCount = 0
        /// Threads that have begun to measure.
        var measuringCount = 0
        /// The counts of the threads that have ended their measurement.
        var counts: [LoadCounts] = []
        var failure: String?
    }

    private let state = Guarded(State())
    private let threadCount: Int
    private let server: ServerProcess?
    private static let joiningSecondsMax = 120.0

    /// Connects all clients and waits until they have joined.
    init(_ load: Load, server: ServerProcess?) throws(CommandError) {
        self.server = server
        let ranges = load.clientsByThread
        threadCount = ranges.count
        let runName = "b" + String(UInt64(MonotonicClock.nanoseconds), radix: 36)
        Self.raiseDescriptorLimit()
        for range in ranges {
            Thread.detachNewThread { [state] in
                LoadWorker(load, range, runName: runName, state).run()
            }
        }
        guard
            try wait(
                seconds: Self.joiningSecondsMax, until: { $0.joinedCount == ranges.count })
        else { throw .failed("Not all clients could join in time.") }
    }

    deinit { begin(.stop) }

    /// Sends keys without measuring, until the server has reached a steady state.
    func warmUp(seconds: Double = 0.7) throws(CommandError) {
        begin(.press)
        try wait(seconds: seconds)
    }

    func measure(seconds: Double) throws(CommandError) -> LoadCounts {
        begin(.measure)
        // A thread without processor time could otherwise miss a short measurement.
        try wait { [threadCount] in $0.measuringCount == threadCount }
        let before = server?.processorTime
        try wait(seconds: seconds)
        let after = server?.processorTime
        begin(.press)
        try wait { [threadCount] in $0.counts.count == threadCount }
        var sum = state.withLock { state in
            defer { (state.counts, state.measuringCount) = ([], 0) }
            return state.counts.dropFirst().reduce(state.counts[0], +)
        }
        sum.time /= Int64(threadCount)
        if let before, let after { sum.processorTime = after - before }
        return sum
    }

    /// Keeps the connections without sending keys.
    func rest(seconds: Double = 0) throws(CommandError) {
        begin(.rest)
        try wait(seconds: seconds)
    }

    private func begin(_ phase: Phase) { state.withLock { $0.phase = phase } }

    /// Waits for a time, or until the state is reached. Returns true if it was reached.
    @discardableResult
    private func wait(
        seconds: Double = 1e6, until isReached: @escaping (State) -> Bool = { _ in false }
    ) throws(CommandError) -> Bool {
        let end = MonotonicClock.nanoseconds + Int64(seconds * 1e9)
        repeat {
            let (isReached, failure) = state.withLock { (isReached($0), $0.failure) }
            if let failure { throw .failed(failure) }
            if isReached { return true }
            usleep(500)
        } while MonotonicClock.nanoseconds < end
        return false
    }

    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
