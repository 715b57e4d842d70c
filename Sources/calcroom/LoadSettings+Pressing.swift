import LoadGenerator

extension LoadSettings {
    /// Fan-out, rooms and latency.
    func measurePressing() throws -> LoadReport {
        let (load, seconds) = (try pressing(), try seconds())
        let team = try Team(load, server: try server())
        try team.warmUp(seconds: min(0.7, seconds))
        return LoadReport(try team.measure(seconds: seconds))
    }

    /// Keys at a fixed rate, in the rooms that were asked for.
    func timed() throws(CommandError) -> Load {
        let clients = try number(LoadOption.clients, default: kind.clientsInRoom, 2...1_000)
        return try load(clients: clients, senders: clients, pace: .rate(try keysPerSecond()))
    }

    func keysPerSecond() throws(CommandError) -> Double {
        Double(try number(LoadOption.rate, default: kind.keysPerSecond))
    }

    private func pressing() throws(CommandError) -> Load {
        if kind == .latency { return try timed() }
        let clients = try number(LoadOption.clients, default: kind.clientsInRoom)
        let window = try number(LoadOption.window, default: kind.window, 1...1_000)
        var senders = clients
        if kind == .fanout {
            senders = try number(LoadOption.senders, default: min(4, clients), 1...clients)
        }
        return try load(clients: clients, senders: senders, pace: .window(window))
    }
}
