import LoadGenerator

extension LoadSettings {
    func measureJoins() throws -> LoadReport {
        let (seconds, server) = (try seconds(), try server())
        let inRoom = try number(LoadOption.clients, default: kind.clientsInRoom)
        var load = try load(
            clients: 1, senders: 0, pace: .newcomers(inRoom: inRoom))
        load.rooms = try number(LoadOption.connections, default: kind.connections)
        let team = try Team(load, server: server)
        try team.warmUp(seconds: min(0.7, seconds))
        let figures = try team.measure(seconds: seconds)
        var report = LoadReport()
        let joins = Double(figures.welcomes)
        report.add("joins a second", "joinsPerSecond", joins / figures.seconds)
        report.add(
            "µs of processor for a join", "microsecondsPerJoin",
            figures.processorTime.map { $0.seconds / joins * 1e6 }, digits: 1)
        report.addWaiting(figures)
        report.addGenerator(figures)
        return report
    }
}
