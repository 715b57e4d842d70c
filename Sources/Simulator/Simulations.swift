import Dispatch
import Synchronization

/// Many histories on all cores, and what came of them.
public struct Simulations: Sendable {
    public let all: [Simulation]
    public let results: [Simulation.Result]

    public init(running all: [Simulation]) {
        self.all = all
        let results = Mutex([Simulation.Result?](repeating: nil, count: all.count))
        DispatchQueue.concurrentPerform(iterations: all.count) { index in
            let result = all[index].run()
            results.withLock { $0[index] = result }
        }
        self.results = results.withLock { $0.compactMap(\.self) }
    }

    public var tally: Tally { results.reduce(Tally()) { $0 + $1.tally } }

    /// Those in which a promise was broken.
    public var failed: [(simulation: Simulation, result: Simulation.Result)] {
        zip(all, results).filter { $1.failure != nil }.map { ($0, $1) }
    }
}

extension Simulation {
    /// What there is to say of a history that broke a promise: the last steps before it, the promise,
    /// and the command that plays it again.
    public var explanation: String {
        guard let failure = run().failure else { return "Seed \(seed) keeps every promise." }
        var lines: [World.Step] = []
        let result = run { step in
            guard step.room == failure.room || step.room == nil else { return }
            lines.append(step)
            if lines.count > 2 * Self.linesShown { lines.removeFirst(Self.linesShown) }
        }
        let canary = sabotage.map { " --canary \($0.rawValue)" } ?? ""
        return """
            \(lines.suffix(Self.linesShown).map(\.description).joined(separator: "\n"))
            Seed \(seed), step \(result.step): \(failure)
            Again: calcroom simulate --seed \(seed) --steps \(steps)\(canary)
            """
    }

    private static let linesShown = 50
}
