extension Command {
    static let bench = Command(
        name: "bench",
        operands: "[KIND] [URL…]",
        summary: "Measures how fast this machine calculates, or a server serves.",
        details: """
            Without a server: \(benchmarks.map(\.name).joined(separator: ", ")).
            Each row is a measurement beside what it may take at most; a row that takes more
            makes the exit status 1. Without a name all are measured.

            With the address of a server: \(LoadKind.allCases.map(\.rawValue).joined(separator: ", ")).
            As many clients as it takes call the server, and measure what it does for them. With
            several addresses, of servers with one store, each room has clients at all of them.

              calcroom bench fanout ws://127.0.0.1:8080 --clients 500
            """,
        options: [benchData] + LoadOption.all
    ) { arguments throws(CommandError) in
        if let kind = arguments.operands.first.flatMap(LoadKind.init) {
            return try kind.run(arguments)
        }
        var keptAll = true
        for benchmark in try chosen(arguments.operands) {
            keptAll = try benchmark.run(arguments[benchData]) && keptAll
        }
        guard keptAll else { throw .failed("Some rows took more than they may.") }
    }

    static let benchData = CommandOption(
        name: "data", value: "FILE",
        summary: "where a file is made for the measurement, on the disk in question")

    /// A benchmark prints its table and tells whether every row kept within its bound.
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
        guard chosen.count == names.count else {
            let known = (benchmarks.map(\.name) + LoadKind.allCases.map(\.rawValue))
                .joined(separator: ", ")
            throw .usage(
                "There is no benchmark \(names.joined(separator: " ")); there are: \(known).")
        }
        return chosen
    }
}
