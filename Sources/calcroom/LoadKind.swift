import LoadGenerator

/// What `calcroom bench` does with a running server.
enum LoadKind: String, CaseIterable {
    case fanout
    case rooms
    case latency

    func run(_ arguments: Arguments) throws(CommandError) {
        let settings = try LoadSettings(arguments, kind: rawValue)
        let report = try measure(settings)
        if settings.isJSON { print(report.json) } else { for line in report.lines { print(line) } }
        if report.isOfTheGenerator { throw .failed("The generator itself was too busy: these are its figures, not the server's.") }
    }

    private func measure(_ settings: LoadSettings) throws(CommandError) -> LoadReport {
        switch self {
        case .fanout: try settings.pressed(try settings.fanout())
        case .rooms: try settings.pressed(try settings.rooms())
        case .latency: try settings.pressed(try settings.latency())
        }
    }
}

extension LoadSettings {
    /// One room, of which some press.
    fileprivate func fanout() throws(CommandError) -> Load {
        let clients = try number(LoadOption.clients, default: 500)
        let senders = try number(LoadOption.senders, default: min(4, clients), 1...clients)
        let window = try number(LoadOption.window, default: 64, 1...1_000)
        return try load(rooms: 1, clients: clients, senders: senders, pace: .window(window))
    }

    /// Many rooms, in which all press.
    fileprivate func rooms() throws(CommandError) -> Load {
        let clients = try number(LoadOption.clients, default: 4)
        let window = try number(LoadOption.window, default: 1, 1...1_000)
        return try load(
            rooms: try number(LoadOption.rooms, default: 1_000), clients: clients,
            senders: clients, pace: .window(window))
    }

    fileprivate func latency() throws(CommandError) -> Load {
        let clients = try number(LoadOption.clients, default: 4, 2...1_000)
        let rate = try number(LoadOption.rate, default: 5_000)
        return try load(
            rooms: try number(LoadOption.rooms, default: 1_000), clients: clients,
            senders: clients, pace: .rate(Double(rate)))
    }

    fileprivate func pressed(_ load: Load) throws(CommandError) -> LoadReport {
        let (seconds, server) = (try seconds(), try server())
        do {
            let team = try Team(load, server: server)
            try team.warmUp(seconds: min(0.7, seconds))
            return LoadReport(try team.measure(seconds: seconds))
        } catch { throw .failed(error.message) }
    }
}
