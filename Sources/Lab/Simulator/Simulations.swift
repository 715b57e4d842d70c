import Dispatch
import RoomStore

/// Runs many histories on all cores and collects their results.
public struct Simulations: Sendable {
    public let all: [Simulation]
    public let results: [Simulation.Result]

    public init(running all: [Simulation]) {
        self.all = all
        let results = Guarded([Simulation.Result?](repeating: nil, count: all.count))
        DispatchQueue.concurrentPerform(iterations: all.count) { index in
            let result = all[index].run()
            results.withLock { $0[index] = result }
        }
        self.results = results.withLock { $0.compactMap(\.self) }
    }

    public var counts: SimulationCounts { results.reduce(SimulationCounts()) { $0 + $1.counts } }

    /// The histories that broke a promise.
    public var failed: [(simulation: Simulation, failure: Failure)] {
        zip(all, results).compactMap { simulation, result in
            result.failure.map { (simulation, $0) }
        }
    }
}

extension Simulation {
    /// The report on a broken promise: the end of the trace, the promise, and the command that replays
    /// the history. Runs the history again to collect the trace.
    public func explanation(of failure: Failure) -> String {
        var lines: [World.TraceLine] = []
        let result = run { line in
            guard failure.room == nil || line.room == nil || line.room == failure.room else {
                return
            }
            lines.append(line)
            if lines.count > 2 * Self.traceLinesShown { lines.removeFirst(Self.traceLinesShown) }
        }
        let canary = canary.map { " --canary \($0.rawValue)" } ?? ""
        return """
            \(lines.suffix(Self.traceLinesShown).map(\.description).joined(separator: "\n"))
            Seed \(seed), step \(result.step): \(failure)
            Replay: calcroom-lab simulate --seed \(seed) --steps \(steps)\(canary)
            """
    }

    private static let traceLinesShown = 50
}
