import CommandLineKit

/// A load, and the circumstances in which it is measured.
struct Benchmark {
    var load: Load
    /// Idle clients. The load is measured with and without them.
    var background: Load?
    var seconds = 3.0
    var server: ServerProcess?

    func run() throws(CommandError) -> Figures {
        var figures = Figures()
        let run = try LoadRun(load, server: server)
        try run.warmUp()
        figures.add(try run.measure(seconds: seconds), background == nil ? "" : "Alone")
        guard let background else { return figures }
        try run.rest()
        let idle = try connect(background, &figures)
        try run.warmUp()
        figures.add(try run.measure(seconds: seconds), "Together")
        try idle.rest()
        return figures
    }

    /// Connects the idle clients, and measures the server while nobody sends.
    private func connect(
        _ background: Load, _ figures: inout Figures
    ) throws(CommandError) -> LoadRun {
        let memory = server?.memory
        let run = try LoadRun(background, server: server)
        // Wait until every client has received the presence of all others.
        try run.rest(seconds: 2)
        if let memory, let more = server?.memory.map({ $0 - memory }) {
            figures.add("bytesPerConnection", Double(more) / Double(background.clientCount))
        }
        let idle = try run.measure(seconds: seconds)
        figures.add(
            "serverProcessorsIdle",
            idle.processorTime.map { $0.seconds / (Double(idle.time) / 1e9) })
        return run
    }
}

/// The figures of a benchmark, by name. Figures that were not measured are omitted.
struct Figures {
    private(set) var isGeneratorOverloaded = false
    private var rows: [(name: String, amount: Double)] = []

    var json: String {
        "{\n" + rows.map { "  \"\($0.name)\": \($0.amount)" }.joined(separator: ",\n") + "\n}"
    }

    mutating func add(_ name: String, _ amount: Double?) {
        // A share of zero events is not a number.
        if let amount, amount.isFinite { rows.append((name, amount)) }
    }

    /// - Parameter phase: The phase, if the load has several, such as `Alone`. It is appended to the names.
    mutating func add(_ counts: LoadCounts, _ phase: String = "") {
        isGeneratorOverloaded = isGeneratorOverloaded || counts.isGeneratorOverloaded
        let seconds = Double(counts.time) / 1e9
        let deliveries = Double(counts.deliveries)
        add("keysPerSecond" + phase, Double(counts.keys) / seconds)
        add("deliveriesPerSecond" + phase, deliveries / seconds)
        add("eventsPerFrame" + phase, deliveries / Double(counts.frames))
        addDelays(counts.delays, phase)
        guard let used = counts.processorTime else { return }
        add("microsecondsPerDelivery" + phase, used.seconds / deliveries * 1e6)
        add("serverProcessors" + phase, used.seconds / seconds)
        add("serverWaited" + phase, used.waiting / seconds)
    }

    /// Adds quantiles of durations in nanoseconds: 99 % of them do not exceed `p99Milliseconds`. A quantile
    /// of too few durations is omitted.
    mutating func addDelays(_ delays: [Int64], _ phase: String) {
        let sorted = delays.sorted()
        for (name, part) in [("p50", 0.5), ("p99", 0.99)]
        where Double(sorted.count) * (1 - part) >= 1 {
            let place = Int((Double(sorted.count) * part).rounded(.up)) - 1
            add("\(name)Milliseconds" + phase, Double(sorted[place]) / 1e6)
        }
    }
}
