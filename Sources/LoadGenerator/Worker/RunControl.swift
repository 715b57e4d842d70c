import RoomStore
import Synchronization

/// Communication between a load run and its worker threads.
final class RunControl: Sendable {
    enum Phase: Int {
        /// Keep the connections without sending keys.
        case rest
        case press
        /// Send keys and measure.
        case measure
        case stop
    }

    private let phase = Atomic<Int>(Phase.rest.rawValue)
    private let ready = Atomic<Int>(0)
    private let measuring = Atomic<Int>(0)
    private let finished = Atomic<Int>(0)
    private let reports = Guarded<(counts: [(first: Int, WorkerCounts)], failures: [String])>(
        ([], []))

    var current: Phase { Phase(rawValue: phase.load(ordering: .relaxed)) ?? .stop }

    func begin(_ phase: Phase) { self.phase.store(phase.rawValue, ordering: .relaxed) }

    /// Threads whose clients have all joined.
    var readyCount: Int { ready.load(ordering: .acquiring) }

    func reportReady() { ready.add(1, ordering: .releasing) }

    /// Threads that measure, or have finished a measurement that is not yet removed.
    var measuringCount: Int { measuring.load(ordering: .acquiring) }

    func reportMeasuring() { measuring.add(1, ordering: .releasing) }

    /// Threads that have disconnected all their clients.
    var finishedCount: Int { finished.load(ordering: .acquiring) }

    func reportFinished() { finished.add(1, ordering: .releasing) }

    func report(_ counts: WorkerCounts, of assignment: WorkerAssignment) {
        reports.withLock { $0.counts.append((assignment.firstIndex, counts)) }
    }

    func report(failure: String) { reports.withLock { $0.failures.append(failure) } }

    var reportCount: Int { reports.withLock { $0.counts.count } }

    /// Removes the counts of all threads, ordered by client.
    func removeCounts() -> [WorkerCounts] {
        measuring.store(0, ordering: .releasing)
        return reports.withLock { reports in
            defer { reports.counts = [] }
            return reports.counts.sorted { $0.first < $1.first }.map(\.1)
        }
    }

    var failures: [String] { reports.withLock { $0.failures } }
}
