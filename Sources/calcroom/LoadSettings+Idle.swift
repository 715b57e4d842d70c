import LoadGenerator

extension LoadSettings {
    /// One room alone, then the same among all the connections of which nothing comes.
    func measureIdle() throws -> LoadReport {
        let (seconds, server) = (try seconds(), try server())
        let connections = try number(LoadOption.connections, default: kind.connections)
        var crowd = try timed()
        crowd.pace = .silent
        crowd.rooms = max(1, connections / crowd.clientsInRoom)
        var report = LoadReport()
        let active = try Team(try timed(), server: server)
        try active.warmUp(seconds: min(0.7, seconds))
        report.addRoom(try active.measure(seconds: seconds), "Alone")
        try active.rest(seconds: 0)
        let memory = server?.memory
        let idle = try Team(crowd, server: server)
        report.add("connections", "connections", Double(crowd.clientCount))
        // Until everybody has heard who else is there.
        try idle.rest(seconds: 2)
        if let memory, let more = server?.memory.map({ $0 - memory }) {
            report.add(
                "bytes of the server for each", "bytesPerConnection",
                Double(max(0, more)) / Double(crowd.clientCount))
        }
        let quiet = try idle.measure(seconds: seconds)
        report.add(
            "processors of the server, all silent", "serverProcessorsIdle",
            quiet.processorTime.map { $0.seconds / quiet.seconds }, digits: 3)
        try active.warmUp(seconds: min(0.7, seconds))
        report.addRoom(try active.measure(seconds: seconds), "Among")
        try idle.rest(seconds: 0)
        return report
    }
}

extension LoadReport {
    fileprivate mutating func addRoom(_ figures: Figures, _ when: String) {
        addDelays(figures, when)
        addWaiting(figures, when)
        isOfTheGenerator = isOfTheGenerator || figures.isOfTheGenerator
    }
}
