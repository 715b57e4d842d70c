import CommandLineKit

/// A load, and the circumstances in which it is measured.
struct Benchmark {
    var load: Load
    /// A second load. The first one is measured with and without it.
    var background: Load?
    /// A file on the disk to measure.
    var disk: String?
    var seconds = 3.0
    var server: ServerProcess?

    func run() throws(CommandError) -> Figures {
        var figures = Figures()
        let run = try LoadRun(load, server: server)
        if let background {
            try measure(run, with: background, &figures)
        } else if let disk {
            try measure(run, and: DiskTrial(disk), &figures)
        } else {
            try run.warmUp()
            figures.add(try run.measure(seconds: seconds))
        }
        return figures
    }

    /// Measures the disk before and after the keys, as its speed varies, without a pause and at the pace
    /// of the keys.
    private func measure(
        _ run: LoadRun, and disk: DiskTrial, _ figures: inout Figures
    ) throws(CommandError) {
        var pause: Int64 = 0
        if case .rate(let keysPerSecond) = load.pace { pause = Int64(1e9 / keysPerSecond) }
        var delays = try disk.run(seconds: seconds / 2, pause: 0)
        var pacedDelays = try disk.run(seconds: seconds / 2, pause: pause)
        try run.warmUp()
        figures.add(try run.measure(seconds: seconds))
        try run.rest(seconds: 0.1)
        delays += try disk.run(seconds: seconds / 2, pause: 0)
        pacedDelays += try disk.run(seconds: seconds / 2, pause: pause)
        figures.addDelays(delays, "Disk")
        figures.addDelays(pacedDelays, "DiskPaced")
    }

    /// Measures the load alternately alone and together with a flood, so that other work on the machine
    /// affects both. While the rooms warm up for the next turn, the server finishes the rest of the flood.
    private func measure(
        _ run: LoadRun, with background: Load, _ figures: inout Figures
    ) throws(CommandError) {
        var (alone, together): ([LoadCounts], [LoadCounts]) = ([], [])
        var other: LoadRun?
        for _ in 0..<(background.isFlood ? 3 : 1) {
            try run.warmUp()
            alone.append(try run.measure(seconds: seconds))
            if other == nil {
                try run.rest()
                other = try connect(background, &figures)
            }
            try other?.warmUp()
            try run.warmUp()
            together.append(try run.measure(seconds: seconds))
            try other?.rest()
        }
        figures.add(alone.dropFirst().reduce(alone[0], +), "Alone")
        figures.add(together.dropFirst().reduce(together[0], +), "Together")
    }

    /// Connects the clients of the second load, and measures the server while nobody sends.
    private func connect(
        _ background: Load, _ figures: inout Figures
    ) throws(CommandError) -> LoadRun {
        let memory = server?.memory
        let run = try LoadRun(background, server: server)
        if background.isFlood { return run }
        // Wait until every client has received the presence of all others.
        try run.rest(seconds: 2)
        let count = Double(background.clientCount)
        if let memory, let more = server?.memory.map({ $0 - memory }) {
            figures.add("bytesPerConnection", Double(more) / count)
        }
        let idle = try run.measure(seconds: seconds)
        try run.rest()
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
        let (deliveries, joins) = (Double(counts.deliveries), Double(counts.welcomes))
        if joins > 0 {
            add("joinsPerSecond" + phase, joins / seconds)
        } else {
            add("keysPerSecond" + phase, Double(counts.keys) / seconds)
            add("deliveriesPerSecond" + phase, deliveries / seconds)
            add("eventsPerFrame" + phase, deliveries / Double(counts.frames))
        }
        addDelays(counts.delays, phase)
        guard let used = counts.processorTime else { return }
        add("microsecondsPerDelivery" + phase, used.seconds / deliveries * 1e6)
        add("microsecondsPerJoin" + phase, used.seconds / joins * 1e6)
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
