import LoadGenerator

extension LoadSettings {
    /// The same rooms alone and beside a flood, by turns, so that what else the machine does is in both.
    /// What a flood left to do is done while the rooms warm up for the next turn.
    func measureFlood() throws -> LoadReport {
        let (load, seconds, server) = (try timed(), try seconds(), try server())
        let (harm, warmUp) = (try harm(), min(0.7, seconds))
        let (team, flood) = (try Team(load, server: server), try Team(harm, server: server))
        var (quiet, flooded): ([Figures], [Figures]) = ([], [])
        for _ in 0..<Self.floodTurns {
            try team.warmUp(seconds: warmUp)
            quiet.append(try team.measure(seconds: seconds))
            try flood.warmUp(seconds: warmUp)
            flooded.append(try team.measure(seconds: seconds))
            try flood.rest(seconds: 0)
        }
        var report = LoadReport()
        report.addFlood(Figures(oneAfterAnother: quiet), "Quiet")
        report.addFlood(Figures(oneAfterAnother: flooded), "Flooded")
        return report
    }

    private static let floodTurns = 3

    private func harm() throws(CommandError) -> Load {
        let framesPerSecond = Double(try number(LoadOption.frames, default: 1_000))
        var harm = try load(clients: 1, senders: 1, pace: .flood(framesPerSecond))
        harm.rooms = try number(LoadOption.connections, default: kind.connections)
        harm.threads = 1
        harm.isFromOneAddress = true
        return harm
    }
}

extension LoadReport {
    fileprivate mutating func addFlood(_ figures: Figures, _ when: String) {
        addDelays(figures, when)
        add(
            "processors of the server, \(when.lowercased())", "serverProcessors\(when)",
            figures.processorTime.map { $0.seconds / figures.seconds }, digits: 3)
        addWaiting(figures, when)
        isOfTheGenerator = isOfTheGenerator || figures.isOfTheGenerator
    }
}
