import CommandLineKit
import LoadGenerator

/// Fan-out, rooms and latency.
extension LoadSettings {
    func measurePressing() throws -> LoadReport {
        let (load, seconds) = (try pressingLoad(), try seconds())
        let run = try LoadRun(load, server: try server())
        try run.warmUp(seconds: min(0.7, seconds))
        return LoadReport(try run.measure(seconds: seconds))
    }

    /// A load with keys at a fixed rate.
    func timedLoad() throws(CommandError) -> Load {
        let clients = try number(LoadOption.clients, default: kind.clientsInRoom, 2...1_000)
        return try load(clients: clients, senders: clients, pace: .rate(try keysPerSecond()))
    }

    func keysPerSecond() throws(CommandError) -> Double {
        Double(try number(LoadOption.rate, default: kind.keysPerSecond))
    }

    private func pressingLoad() throws(CommandError) -> Load {
        if kind == .latency { return try timedLoad() }
        let clients = try number(LoadOption.clients, default: kind.clientsInRoom)
        let window = try number(LoadOption.window, default: kind.window, 1...1_000)
        var senders = clients
        if kind == .fanout {
            senders = try number(LoadOption.senders, default: min(4, clients), 1...clients)
        }
        return try load(clients: clients, senders: senders, pace: .window(window))
    }
}

extension LoadSettings {
    /// Measures active rooms alone, then the same rooms among idle connections.
    func measureIdle() throws -> LoadReport {
        let (seconds, server) = (try seconds(), try server())
        let connections = try number(LoadOption.connections, default: kind.connections)
        var crowd = try timedLoad()
        crowd.pace = .silent
        crowd.rooms = max(1, connections / crowd.clientsInRoom)
        var report = LoadReport()
        let active = try LoadRun(try timedLoad(), server: server)
        try active.warmUp(seconds: min(0.7, seconds))
        report.addRoom(try active.measure(seconds: seconds), "Alone")
        try active.rest(seconds: 0)
        let memory = server?.memory
        let idle = try LoadRun(crowd, server: server)
        report.add("connections", "connections", Double(crowd.clientCount))
        // Wait until every client has received the presence of all others.
        try idle.rest(seconds: 2)
        if let memory, let more = server?.memory.map({ $0 - memory }) {
            report.add(
                "bytes of the server per connection", "bytesPerConnection",
                Double(max(0, more)) / Double(crowd.clientCount))
        }
        let quiet = try idle.measure(seconds: seconds)
        report.add(
            "processors of the server, all idle", "serverProcessorsIdle",
            quiet.processorTime.map { $0.seconds / quiet.seconds }, digits: 3)
        try active.warmUp(seconds: min(0.7, seconds))
        report.addRoom(try active.measure(seconds: seconds), "Among")
        try idle.rest(seconds: 0)
        return report
    }
}

extension LoadReport {
    fileprivate mutating func addRoom(_ figures: LoadFigures, _ when: String) {
        addDelays(figures, when)
        addWaiting(figures, when)
        isGeneratorOverloaded = isGeneratorOverloaded || figures.isGeneratorOverloaded
    }
}

extension LoadSettings {
    func measureJoins() throws -> LoadReport {
        let (seconds, server) = (try seconds(), try server())
        let inRoom = try number(LoadOption.clients, default: kind.clientsInRoom)
        var load = try load(
            clients: 1, senders: 0, pace: .newcomers(inRoom: inRoom))
        load.rooms = try number(LoadOption.connections, default: kind.connections)
        let run = try LoadRun(load, server: server)
        try run.warmUp(seconds: min(0.7, seconds))
        let figures = try run.measure(seconds: seconds)
        var report = LoadReport()
        let joins = Double(figures.welcomes)
        report.add("joins a second", "joinsPerSecond", joins / figures.seconds)
        report.add(
            "µs of processor time per join", "microsecondsPerJoin",
            figures.processorTime.map { $0.seconds / joins * 1e6 }, digits: 1)
        report.addWaiting(figures)
        report.addGenerator(figures)
        return report
    }
}

extension LoadSettings {
    /// Measures the disk before and after the keys, as its speed varies.
    func measureDurable() throws -> LoadReport {
        let (load, seconds) = (try timedLoad(), try seconds())
        let disk = try DiskTrial(file)
        let pacedDisk = try DiskTrial("\(file)-paced", perSecond: try keysPerSecond())
        let disks = [disk, pacedDisk]
        for disk in disks { try disk.run(seconds: seconds / 2) }
        let run = try LoadRun(load, server: try server())
        try run.warmUp(seconds: min(0.7, seconds))
        var report = LoadReport(try run.measure(seconds: seconds))
        try run.rest(seconds: 0.1)
        for disk in disks { try disk.run(seconds: seconds / 2) }
        report.addDelays("write and fdatasync", "Disk", disk.delay)
        report.addDelays(
            "write and fdatasync at the pace of the keys", "DiskPaced", pacedDisk.delay)
        return report
    }
}

extension LoadSettings {
    /// Measures the same rooms alternately with and without a flood, so that other work on the machine
    /// affects both. While the rooms warm up for the next turn, the server finishes the rest of the flood.
    func measureFlood() throws -> LoadReport {
        let (load, seconds, server) = (try timedLoad(), try seconds(), try server())
        let (hostile, warmUp) = (try hostileLoad(), min(0.7, seconds))
        let (run, flood) = (try LoadRun(load, server: server), try LoadRun(hostile, server: server))
        var (quiet, flooded): ([LoadFigures], [LoadFigures]) = ([], [])
        for _ in 0..<Self.floodTurns {
            try run.warmUp(seconds: warmUp)
            quiet.append(try run.measure(seconds: seconds))
            try flood.warmUp(seconds: warmUp)
            flooded.append(try run.measure(seconds: seconds))
            try flood.rest(seconds: 0)
        }
        var report = LoadReport()
        report.addFlood(LoadFigures(combining: quiet), "Quiet")
        report.addFlood(LoadFigures(combining: flooded), "Flooded")
        return report
    }

    private static let floodTurns = 3

    private func hostileLoad() throws(CommandError) -> Load {
        let framesPerSecond = Double(try number(LoadOption.frames, default: 1_000))
        var hostile = try load(clients: 1, senders: 1, pace: .flood(framesPerSecond))
        hostile.rooms = try number(LoadOption.connections, default: kind.connections)
        hostile.threads = 1
        hostile.isFromOneAddress = true
        return hostile
    }
}

extension LoadReport {
    fileprivate mutating func addFlood(_ figures: LoadFigures, _ when: String) {
        addDelays(figures, when)
        add(
            "processors of the server, \(when.lowercased())", "serverProcessors\(when)",
            figures.processorTime.map { $0.seconds / figures.seconds }, digits: 3)
        addWaiting(figures, when)
        isGeneratorOverloaded = isGeneratorOverloaded || figures.isGeneratorOverloaded
    }
}
