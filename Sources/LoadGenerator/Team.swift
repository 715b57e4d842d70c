import Foundation
import Glibc
import RoomStore

/// The threads of a load, each with its clients. They are told what to do from here.
public final class Team {
    private let orders = Orders()
    private let assignments: [Assignment]
    private let server: ServerProcess?
    private static let gatheringSecondsMax = 120.0

    /// Calls the server with all clients, and waits until all of them are there.
    public init(_ load: Load, server: ServerProcess?) throws(LoadError) {
        self.server = server
        let run = "b" + String(UInt64(MonotonicClock.nanoseconds), radix: 36)
        assignments = load.assignments(run: run)
        Descriptors.raiseLimit()
        for assignment in assignments {
            let orders = orders
            Thread.detachNewThread {
                Self.work(assignment, orders)
                orders.reportGone()
            }
        }
        let limit = MonotonicClock.nanoseconds + Int64(Self.gatheringSecondsMax * 1e9)
        while orders.readyCount < assignments.count {
            try check()
            guard MonotonicClock.nanoseconds < limit else {
                throw LoadError("The clients do not all get in.")
            }
            usleep(500)
        }
        try check()
    }

    /// Waits until all have hung up.
    deinit {
        orders.give(.leave)
        let limit = MonotonicClock.nanoseconds + 5_000_000_000
        while orders.goneCount < assignments.count, MonotonicClock.nanoseconds < limit {
            usleep(500)
        }
    }

    /// Lets them press without counting: nothing is as it will be at the beginning.
    public func warmUp(seconds: Double) throws(LoadError) {
        orders.give(.press)
        try pass(seconds)
    }

    /// Lets them press, or be silent, and counts.
    public func measure(seconds: Double) throws(LoadError) -> Figures {
        let before = server?.processorTime
        orders.give(.measure)
        try pass(seconds)
        let after = server?.processorTime
        orders.give(.press)
        while orders.tallyCount < assignments.count {
            try check()
            usleep(500)
        }
        var used: ProcessorTime?
        if let before, let after { used = after - before }
        return Figures(orders.takeTallies(), processorTime: used)
    }

    /// Lets them be silent.
    public func rest(seconds: Double) throws(LoadError) {
        orders.give(.rest)
        try pass(seconds)
    }

    private static func work(_ assignment: Assignment, _ orders: Orders) {
        let crew = Crew(assignment, orders)
        crew.run()
    }

    private func pass(_ seconds: Double) throws(LoadError) {
        let end = MonotonicClock.nanoseconds + Int64(seconds * 1e9)
        while MonotonicClock.nanoseconds < end {
            try check()
            usleep(min(5_000, UInt32(max(1, (end - MonotonicClock.nanoseconds) / 1_000))))
        }
    }

    private func check() throws(LoadError) {
        guard let failure = orders.failures.first else { return }
        throw LoadError(failure)
    }
}
