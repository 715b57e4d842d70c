extension Command {
    static let bench = Command(
        name: "bench",
        operands: "[\(benchmarks.map(\.name).joined(separator: "|"))]",
        summary: "Measures how fast this machine calculates.",
        details: """
            Each row is a measurement beside what it may take at most; a row that takes more
            makes the exit status 1. Without a name all are measured.
            """,
        options: []
    ) { arguments throws(CommandError) in
        var keptAll = true
        for benchmark in try chosen(arguments.operands) {
            keptAll = benchmark.run() && keptAll
        }
        guard keptAll else { throw .failed("Some rows took more than they may.") }
    }

    /// A benchmark prints its table and tells whether every row kept within its bound.
    private struct Benchmark: Sendable {
        let name: String
        let run: @Sendable () -> Bool
    }

    private static let benchmarks = [
        Benchmark(name: "numbers", run: NumberBenchmark.run),
        Benchmark(name: "engine", run: EngineBenchmark.run),
        Benchmark(name: "room", run: RoomBenchmark.run),
        Benchmark(name: "edge", run: EdgeBenchmark.run),
    ]

    private static func chosen(_ names: [String]) throws(CommandError) -> [Benchmark] {
        if names.isEmpty { return benchmarks }
        let chosen = benchmarks.filter { names.contains($0.name) }
        guard chosen.count == names.count else {
            let known = benchmarks.map(\.name).joined(separator: ", ")
            throw .usage(
                "There is no benchmark \(names.joined(separator: " ")); there are: \(known).")
        }
        return chosen
    }
}
