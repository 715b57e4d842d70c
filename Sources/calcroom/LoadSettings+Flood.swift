import LoadGenerator

extension LoadSettings {
    /// The same rooms alone, then beside a flood. Not by turns: a server that does not cope would have
    /// the rest of the flood to do while nobody floods.
    func measureFlood() throws -> LoadReport {
        let (load, seconds, server) = (try timed(), try seconds(), try server())
        let (harm, warmUp) = (try harm(), min(0.7, seconds))
        let team = try Team(load, server: server)
        var report = LoadReport()
        try team.warmUp(seconds: warmUp)
        report.addFlood(try team.measure(seconds: seconds), "Quiet")
        let flood = try Team(harm, server: server)
        try flood.warmUp(seconds: warmUp)
        report.addFlood(try team.measure(seconds: seconds), "Flooded")
        try flood.rest(seconds: 0)
        return report
    }

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
