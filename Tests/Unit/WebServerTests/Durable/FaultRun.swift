import Foundation
import RunningPrograms
import RunningRedis
import SeededNumbers
import SharedRoom
import Testing

@testable import RoomStore
@testable import SQLiteStore
@testable import WebServer

/// Forty people in four rooms who type while faults happen to their server, or to two servers with a Redis.
final class FaultRun {
    let fault: ServerFault
    private let folder: TemporaryFolder
    private let disk: SmallDisk?
    let redis: RunningRedis?
    let watched: WatchedRedis?
    let cluster: RunningCluster?
    /// The primary that was killed last.
    var killed: RunningRedis?
    /// How often the primary of a room was killed, and how often its slot has moved.
    var (losses, moves): ([String: Int], [String: Int]) = ([:], [:])
    private let data: String
    private let options: [String]
    var random: SplitMix
    private var servers: [ServingProgram]
    private var server: ServingProgram { servers[0] }
    /// In a cluster, each of the three primaries has some.
    let rooms = ["hall", "yard", "attic", "garden"]
    private(set) var visitors: [Visitor] = []
    /// The events in Redis, by room.
    private var logs: [String: [Event]] = [:]
    private var errorLines: [String] = []
    private(set) var count = 0
    private(set) var earlyCount = 0
    var redisCount = 0

    init(_ fault: ServerFault, seed: UInt64) throws {
        self.fault = fault
        random = SplitMix(seed: seed)
        folder = try TemporaryFolder()
        disk = fault == .fullDisk ? try SmallDisk(megabytes: 32) : nil
        redis =
            fault == .redis
            ? try RunningRedis(["appendonly yes", "appendfsync always"]) : nil
        watched =
            switch fault {
            case .sentinel: try WatchedRedis(replicas: 2, ["appendonly yes"])
            case .replicas:
                try WatchedRedis(replicas: 2, ["appendonly yes", "appendfsync always"])
            case .kill, .fullDisk, .missingFile, .stop, .redis, .cluster: nil
            }
        cluster = fault == .cluster ? try RunningCluster(["appendonly yes"]) : nil
        data =
            redis.map { "redis://127.0.0.1:\($0.port)" } ?? watched?.address ?? cluster?.address
            ?? "\(disk?.folder ?? folder.path)/rooms.db"
        servers = []
        options =
            (watched == nil ? [] : ["--redis-primary", WatchedRedis.name])
            + (fault == .replicas ? ["--redis-replicas", "2"] : [])
        for _ in 0..<(data.hasPrefix("redis:") ? 2 : 1) {
            servers.append(
                try Self.start(data, options, through: disk?.wrapper ?? [], fault.ports, &random))
        }
        for room in rooms {
            for number in 0..<10 {
                visitors.append(
                    try Visitor(
                        at: servers[number % servers.count].link(room), seed: random.next(),
                        pauses: fault.pauses, dropsUnsureKeys: watched != nil || cluster != nil))
            }
        }
        let visitors = visitors
        try Wait.untilTrue { visitors.allSatisfy { $0.seen.participant != nil } }
    }

    private static func start(
        _ data: String, _ options: [String], through wrapper: [String], _ ports: Range<Int>,
        _ random: inout SplitMix
    ) throws -> ServingProgram {
        // Another program may use a port.
        for _ in 0..<10 {
            let port = UInt16(ports.lowerBound + random.next(below: ports.count))
            let server = try ServingProgram(data, port: port, options, through: wrapper)
            if (try? server.waitUntilServing()) != nil { return server }
        }
        throw TestFailure.noConnection
    }

    deinit {
        for visitor in visitors { visitor.setMode(.leave) }
        for server in servers { try? server.kill() }
        redis?.end()
        watched?.end()
        cluster?.end()
    }

    var confirmedCount: Int { visitors.reduce(0) { $0 + $1.seen.confirmedCount } }

    private var refusedCount: Int { visitors.reduce(0) { $0 + $1.seen.refusedCount } }

    /// Makes the fault after some more keys, at least 21.
    func makeFault() throws {
        try waitForKeys(max(21, 1 + random.next(below: 250)))
        count += 1
        switch fault {
        case .kill: try killServer(0)
        case .fullDisk: try fillDisk()
        case .missingFile: try moveFiles()
        case .stop: try stopServer()
        case .redis:
            if redisCount * 2 < count - earlyCount {
                try killRedis()
            } else {
                try killServer(random.next(below: servers.count))
            }
            try readLogs()
        case .sentinel: try killPrimary()
        case .cluster: try count.isMultiple(of: 2) ? killPrimaryOfCluster() : moveSlots()
        case .replicas:
            let moment = MonotonicClock.milliseconds
            switch random.next(below: 4) {
            case 0: try replacePrimary()
            case 1: try killReplica()
            case 2: try suspendRedis()
            default: try killServer(random.next(below: servers.count))
            }
            try waitForAll(since: moment)
        }
    }

    private func waitForKeys(_ count: Int) throws {
        let goal = confirmedCount + count
        try Wait.untilTrue { self.confirmedCount >= goal || self.failures != [] }
    }

    /// Kills a server. Sometimes kills the next one during its start, too.
    private func killServer(_ index: Int) throws {
        let port = servers[index].port
        try servers[index].kill()
        errorLines = failures
        servers[index] = try ServingProgram(data, port: port, options)
        while random.next(below: 3) == 0 {
            // While the server recovers the data of the last one.
            try pass(Double(random.next(below: 40)) / 1_000)
            try servers[index].kill()
            (count, earlyCount) = (count + 1, earlyCount + 1)
            servers[index] = try ServingProgram(data, port: port, options)
        }
    }

    /// Reads the next events of all rooms from each server.
    private func readLogs() throws {
        for server in servers {
            try server.waitUntilServing()
            for room in rooms {
                let first = (logs[room]?.last?.sequence ?? 0) + 1
                logs[room, default: []] += try server.events(of: room, from: first)
            }
        }
    }

    private func fillDisk() throws {
        guard let disk else { return }
        let (process, refused) = (server.processIdentifier, refusedCount)
        try Wait.untilTrue {
            // Fills the space that the store frees, too.
            try disk.fill(process)
            return self.refusedCount > refused
        }
        // Rooms stay readable.
        let watch = try RunningProgram(["watch", server.link(rooms[0])])
        _ = try watch.lines(1)
        try watch.kill()
        disk.clear(process)
    }

    private func moveFiles() throws {
        let refused = refusedCount
        let paths = random.element(of: [["", "-wal"], [""], ["-wal"]]).map { data + $0 }
        for path in paths { try FileManager.default.moveItem(atPath: path, toPath: "\(path)-away") }
        try Wait.untilTrue { self.refusedCount > refused }
        for path in paths { try FileManager.default.moveItem(atPath: "\(path)-away", toPath: path) }
    }

    private func stopServer() throws {
        server.setRunning(false)
        defer { server.setRunning(true) }
        try pass(30)
    }

    func pass(_ seconds: Double) throws {
        let end = Date() + seconds
        try Wait.untilTrue { Date() >= end }
    }

    /// The failures of visitors, and unexpected messages of the server.
    var failures: [String] {
        let expected = [
            "server started", "cannot store actions", "stores actions", "did not",
            "all pages join again",
            // The test reads many documents.
            "documentStepsPerMinute",
            // A client that joined while the process was stopped is late, and joins again.
            "joinTime",
        ]
        return visitors.compactMap(\.seen.failure) + errorLines
            + servers.flatMap(\.program.errorLines).filter { line in
                !expected.contains { line.contains($0) }
            }
    }

    /// Waits until everything is confirmed, and checks that it is in the file.
    func finish() throws -> [String] {
        let backup = folder.path(of: "backup.db")
        if cluster != nil {
            let command = try FileCommand("backup \(backup)", of: data)
            guard command.status == 0 else { return command.errorLines }
        }
        for visitor in visitors { visitor.setMode(.idle) }
        let visitors = visitors
        _ = try? Wait.untilTrue {
            let seen = visitors.map(\.seen)
            let areConfirmed = seen.allSatisfy(\.hasAllConfirmed)
            return areConfirmed && Self.agree(visitors)
        }
        let failures = failures
        if redis != nil { return failures + (try faultsOfLogs()) }
        if watched != nil || cluster != nil {
            // Sentinels that disagree may promote another replica soon after the first one.
            var faults: [String] = []
            _ = try? Wait.untilTrue(seconds: 30) {
                self.logs = [:]
                faults = try self.faultsOfLogs()
                return faults.isEmpty
            }
            return failures + faults + (cluster == nil ? [] : try faultsOfBackup(backup))
        }
        let copy = try copiedFiles()
        try server.kill()
        let store = try SQLiteStore(SQLiteOptions(path: copy ?? data))
        defer { store.close() }
        return failures
            + visitors.flatMap { visitor in
                do {
                    return try faults(visitor, in: store)
                } catch {
                    return ["\(error)"]
                }
            }
    }

    /// Compares the events in the file with a visitor.
    private func faults(_ visitor: Visitor, in store: SQLiteStore) throws -> [String] {
        let reader = store.makeReader()
        let room = try #require(try reader.room(visitor.room))
        let log = StoredLog(visitor.room, room)
        var events: [Event] = []
        while case let page = try reader.events(after: events.last?.sequence ?? 0, of: log),
            !page.isEmpty
        { events += page }
        // A copied file has another epoch.
        return faults(visitor, ReplayedLog(events), disk == nil ? room.epoch : nil)
    }

    /// Compares the events in Redis with the visitors.
    private func faultsOfLogs() throws -> [String] {
        try readLogs()
        let gaps = logs.filter { $1.map(\.sequence) != Array(1...Int64(max(1, $1.count))) }
        return gaps.map { "the events of \($0.key) have gaps" }
            + visitors.flatMap { faults($0, ReplayedLog(logs[$0.room.text] ?? []), nil) }
    }

    /// Restores a backup that was made while people typed, and compares the rooms.
    private func faultsOfBackup(_ backup: String) throws -> [String] {
        for visitor in visitors { visitor.setMode(.leave) }
        let restore = try FileCommand("restore \(backup) --replace", of: data)
        guard restore.status == 0 else { return restore.errorLines }
        return try rooms.flatMap { room in
            let replays = try [backup, data].map { try FileCommand("replay \(room)", of: $0) }
            let isSame = replays[0].status == 0 && replays[0].lines == replays[1].lines
            return isSame ? [] : ["the restored \(room) differs"] + replays.flatMap(\.errorLines)
        }
    }

    /// Copies the files from a disk that disappears with the server. Nobody types any more.
    private func copiedFiles() throws -> String? {
        guard disk != nil else { return nil }
        let copy = folder.path(of: "copy.db")
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: SmallDisk.outerPath(data, of: server.processIdentifier) + ending,
                toPath: copy + ending)
        }
        return copy
    }

    private static func agree(_ visitors: [Visitor]) -> Bool {
        visitors.allSatisfy { one in
            visitors.allSatisfy { $0.room != one.room || $0.seen.sequence == one.seen.sequence }
        }
    }

    private func faults(_ visitor: Visitor, _ log: ReplayedLog, _ epoch: UInt64?) -> [String] {
        let epochs = visitor.seen.epochs
        let room = visitor.room.text
        let lossesMax =
            switch fault {
            case .sentinel: 30 * (epochs.count - 1)
            case .cluster: 30 * losses[room, default: 0] + visitor.seen.unsureCount
            case .kill, .fullDisk, .missingFile, .stop, .redis, .replicas: 0
            }
        var faults = visitor.seen.faults(against: log, lossesMax: lossesMax)
        // Sentinels and clusters may replace a primary that answers slowly, too.
        let changeCount =
            cluster == nil ? redisCount : losses[room, default: 0] + moves[room, default: 0]
        let hasEpochs =
            watched == nil && cluster == nil ? epochs.count == 1 : epochs.count > changeCount
        if !hasEpochs
            || epoch.map({ !epochs.contains($0) }) ?? false
        {
            faults.append("saw \(epochs.count) epochs")
        }
        return faults.map { "\(RoomAddress.path(of: visitor.room)): \($0)" }
    }
}
