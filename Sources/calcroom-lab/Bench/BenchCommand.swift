import CommandLineKit

extension Command {
    static let bench = Command(
        name: "bench",
        operands: "[KIND] [URL…]",
        summary: "Measures the engine and the store on this machine, or a running server.",
        details: """
            Without a server: \(benchmarks.map(\.name).joined(separator: ", ")).
            Each row shows a measurement and its upper bound; if a row exceeds its bound, the exit
            status is 1. Without a name, all benchmarks run.

            With the address of a server: \(LoadKind.allCases.map(\.rawValue).joined(separator: ", ")).
            Clients connect to the server and measure it. Several addresses belong to servers that
            share a store; then each room has clients at all of them.

              calcroom-lab bench fanout ws://127.0.0.1:8080 --clients 500
            """,
        options: [benchData] + LoadOption.all
    ) { arguments throws(CommandError) in
        if let kind = arguments.operands.first.flatMap(LoadKind.init) {
            return try kind.run(arguments)
        }
        var allWithinBounds = true
        for benchmark in try chosen(arguments.operands) {
            allWithinBounds = try benchmark.run(arguments[benchData]) && allWithinBounds
        }
        guard allWithinBounds else { throw .failed("Some measurements exceed their bounds.") }
    }

    static let benchData = CommandOption(
        name: "data", value: "FILE",
        summary: "the temporary file of the measurement, on the disk to measure")

    /// A benchmark prints its table and returns true if every row is within its bound.
    private struct Benchmark: Sendable {
        let name: String
        let run: @Sendable (_ file: String?) throws(CommandError) -> Bool
    }

    private static let benchmarks = [
        Benchmark(name: "numbers") { _ in NumberBenchmark.run() },
        Benchmark(name: "engine") { _ in EngineBenchmark.run() },
        Benchmark(name: "room") { _ in RoomBenchmark.run() },
        Benchmark(name: "edge") { _ in EdgeBenchmark.run() },
        Benchmark(name: "store", run: StoreBenchmark.run),
    ]

    private static func chosen(_ names: [String]) throws(CommandError) -> [Benchmark] {
        if names.isEmpty { return benchmarks }
        let chosen = benchmarks.filter { names.contains($0.name) }
        guard Set(names).count == chosen.count else {
            let known = (benchmarks.map(\.name) + LoadKind.allCases.map(\.rawValue))
                .joined(separator: ", ")
            throw .usage(
                "There is no benchmark \(names.joined(separator: " ")); there are: \(known).")
        }
        return chosen
    }
}
