import Foundation
import Glibc
import RoomStore

/// A running load: worker threads with connected clients, and the functions that control them.
public final class LoadRun {
    private let control = RunControl()
    private let assignments: [WorkerAssignment]
    private let server: ServerProcess?
    private static let joiningSecondsMax = 120.0

    /// Connects all clients and waits until they have joined.
    public init(_ load: Load, server: ServerProcess?) throws(LoadError) {
        self.server = server
        let run = "b" + String(UInt64(MonotonicClock.nanoseconds), radix: 36)
        assignments = load.assignments(run: run)
        Descriptors.raiseLimit()
        for assignment in assignments {
            let control = control
            Thread.detachNewThread {
                Self.work(assignment, control)
                control.reportFinished()
            }
        }
        let limit = MonotonicClock.nanoseconds + Int64(Self.joiningSecondsMax * 1e9)
        while control.readyCount < assignments.count {
            try throwFailure()
            guard MonotonicClock.nanoseconds < limit else {
                throw LoadError("Not all clients could join in time.")
            }
            usleep(500)
        }
        try throwFailure()
    }

    /// Disconnects all clients, and waits for that at most five seconds.
    deinit {
        control.begin(.stop)
        let limit = MonotonicClock.nanoseconds + 5_000_000_000
        while control.finishedCount < assignments.count, MonotonicClock.nanoseconds < limit {
            usleep(500)
        }
    }

    /// Sends keys without measuring, until the server has reached a steady state.
    public func warmUp(seconds: Double) throws(LoadError) {
        control.begin(.press)
        try wait(seconds)
    }

    /// Applies the load and measures it.
    public func measure(seconds: Double) throws(LoadError) -> LoadFigures {
        control.begin(.measure)
        // A thread without processor time could otherwise miss a short measurement.
        try wait { control.measuringCount == assignments.count }
        let before = server?.processorTime
        try wait(seconds)
        let after = server?.processorTime
        control.begin(.press)
        try wait { control.reportCount == assignments.count }
        var used: ProcessorTime?
        if let before, let after { used = after - before }
        return LoadFigures(control.removeCounts(), processorTime: used)
    }

    /// Keeps the connections without sending keys.
    public func rest(seconds: Double) throws(LoadError) {
        control.begin(.rest)
        try wait(seconds)
    }

    private static func work(_ assignment: WorkerAssignment, _ control: RunControl) {
        let worker = LoadWorker(assignment, control)
        worker.run()
    }

    private func wait(_ seconds: Double) throws(LoadError) {
        let end = MonotonicClock.nanoseconds + Int64(seconds * 1e9)
        while MonotonicClock.nanoseconds < end {
            try throwFailure()
            usleep(min(5_000, UInt32(max(1, (end - MonotonicClock.nanoseconds) / 1_000))))
        }
    }

    private func wait(until isReached: () -> Bool) throws(LoadError) {
        while !isReached() {
            try throwFailure()
            usleep(500)
        }
    }

    private func throwFailure() throws(LoadError) {
        guard let failure = control.failures.first else { return }
        throw LoadError(failure)
    }
}
