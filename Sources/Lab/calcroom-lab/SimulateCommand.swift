import CommandLineKit
import Glibc
import Simulator

extension Command {
    static let simulate = Command(
        name: "simulate",
        operands: "",
        summary: "Runs simulated histories full of faults, and checks the promises at every step.",
        details: """
            One seed decides everything: which keys are typed, which processes crash, which
            connections drop. At the end of a history all faults are repaired, and all replicas must
            agree. For a broken promise, the report shows the last steps and the command that
            repeats them.

              calcroom-lab simulate --seed 42 --steps 2000
              calcroom-lab simulate --seed 1 --seeds 2000 --steps 2000
            """,
        options: [
            SimulateOption.seed, SimulateOption.seeds, SimulateOption.steps,
            SimulateOption.canary, SimulateOption.trace,
        ]
    ) { arguments throws(CommandError) in
        let first = try arguments.number(SimulateOption.seed) ?? 1
        let count = try arguments.number(SimulateOption.seeds) ?? 1
        let steps = try arguments.number(SimulateOption.steps) ?? 2_000
        let canary = try canary(arguments)
        let simulations = (0..<count).map { offset in
            Simulation(seed: UInt64(first) + UInt64(offset), steps: steps, canary: canary)
        }
        if arguments.contains(SimulateOption.trace) {
            for simulation in simulations { _ = simulation.run { print($0.description) } }
        }
        try report(on: Simulations(running: simulations))
    }

    private static func report(on simulations: Simulations) throws(CommandError) {
        for row in simulations.counts.rows {
            let count = "\(row.count)"
            print(String(repeating: " ", count: max(0, 12 - count.count)) + count, row.name)
        }
        // Keeps the order of standard output and standard error.
        fflush(nil)
        let failed = simulations.failed
        guard let first = failed.first else { return }
        for (simulation, failure) in failed.dropFirst().prefix(20) {
            StandardStreams.printError("Seed \(simulation.seed): \(failure)")
        }
        throw .failed(
            """
            \(failed.count) of \(simulations.all.count) histories broke a promise.
            \(first.simulation.explanation(of: first.failure))
            """)
    }

    private static func canary(_ arguments: Arguments) throws(CommandError) -> Canary.Kind? {
        guard let name = arguments[SimulateOption.canary] else { return nil }
        if let kind = Canary.Kind(rawValue: name) { return kind }
        let known = Canary.Kind.allCases.map(\.rawValue)
        throw .usage("Unknown canary: \(name). \(Spelling.hint(for: name, among: known))")
    }
}

/// The options of `calcroom-lab simulate`.
enum SimulateOption {
    static let seed = CommandOption(
        name: "seed", value: "S", summary: "the first history (default 1)")
    static let seeds = CommandOption(
        name: "seeds", value: "COUNT", summary: "how many histories, on all cores (default 1)")
    static let steps = CommandOption(
        name: "steps", value: "N", summary: "steps of each history (default 2000)")
    static let canary = CommandOption(
        name: "canary", value: "NAME", summary: "plants a known fault, which the checks must find")
    static let trace = CommandOption(
        name: "trace", value: nil, summary: "prints a line for every step")
}
