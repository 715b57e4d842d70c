import LoadGenerator

extension LoadSettings {
    /// The same rooms by turns alone and beside a flood, so that whatever else the machine does is
    /// spread over both.
    func measureFlood() throws -> LoadReport {
        let (load, seconds, server) = (try timed(), try seconds(), try server())
        var harm = try self.load(
            clients: 1, senders: 1,
            pace: .flood(Double(try number(LoadOption.frames, default: 1_000))))
        harm.rooms = try number(LoadOption.connections, default: kind.connections)
        harm.threads = 1
        harm.isFromOneAddress = true
        let team = try Team(load, server: server)
        let flood = try Team(harm, server: server)
        try team.warmUp(seconds: min(0.7, seconds))
        var (quiet, loud): ([Figures], [Figures]) = ([], [])
        for _ in 0..<4 {
            try flood.rest(seconds: 0.2)
            quiet.append(try team.measure(seconds: seconds / 4))
            try flood.warmUp(seconds: 0.2)
            loud.append(try team.measure(seconds: seconds / 4))
        }
        var report = LoadReport()
        for (parts, when) in [(quiet, "Quiet"), (loud, "Flooded")] {
            if let figures = Figures(parts) { report.addFlood(figures, when) }
        }
        return report
    }
}

extension LoadReport {
    fileprivate mutating func addFlood(_ figures: Figures, _ when: String) {
        addDelays(figures, when)
        add(
            "processors of the server, \(when.lowercased())", "serverProcessors\(when)",
            figures.processorTime.map { $0.seconds / figures.seconds }, digits: 3)
        add(
            "that it waited for, \(when.lowercased())", "serverWaited\(when)",
            figures.processorTime.map { $0.waiting / figures.seconds }, digits: 3)
        isOfTheGenerator = isOfTheGenerator || figures.isOfTheGenerator
    }
}
