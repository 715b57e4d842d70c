import Foundation
import RunningPrograms
import RunningRedis
import SeededNumbers
import SharedRoom
import Testing

@testable import RoomStore
@testable import WebServer

/// A fault of a server while people type.
enum ServerFault: String, CaseIterable {
    case kill
    /// Another program fills the disk, and removes its file again.
    case fullDisk
    /// Somebody moves the files of the store away, and back.
    case missingFile
    /// The process stops and continues, like that of a virtual machine.
    case stop
    /// One of two servers is killed, or the Redis that they share.
    case redis
    /// The primary is killed, and sentinels promote a replica.
    case sentinel
    /// The primary, a replica or a server is killed. Each key waits for both replicas.
    case replicas

    /// The number of faults: that of Scripts/kill, otherwise that of the usual tests.
    fileprivate var rounds: Int {
        if let chosen = Settings.rounds { return chosen[rawValue] ?? 0 }
        return switch self {
        case .kill: Effort.count(4, full: 50)
        case .fullDisk, .missingFile: Effort.count(1, full: 10)
        case .stop: Effort.count(0, full: 1)
        case .redis: Effort.count(2, full: 20)
        case .sentinel, .replicas: Effort.count(1, full: 5)
        }
    }

    /// The ports of the server: outside the kernel's range for automatic ports, and not those of other faults,
    /// so that no other program gets the port between two servers.
    fileprivate var ports: Range<Int> {
        let first = 20_000 + 2_000 * (Self.allCases.firstIndex(of: self) ?? 0)
        return first..<first + 2_000
    }

    fileprivate var isPossible: Bool {
        switch self {
        case .kill, .missingFile, .stop: true
        case .fullDisk: SmallDisk.obstacle == nil
        case .redis, .sentinel, .replicas: RunningRedis.isInstalled
        }
    }

    /// The milliseconds between two keys of a person. Redis keeps only the last events, so all must be read in time.
    fileprivate var pauses: Range<Int> {
        [.redis, .sentinel, .replicas].contains(self) ? 200..<400 : 20..<51
    }
}

/// The arguments of Scripts/kill.
private enum Settings {
    private static let variables = ProcessInfo.processInfo.environment
    /// By fault: `kill=300 stop=30`.
    static let rounds = variables["KILL_ROUNDS"].map { text in
        text.split(separator: " ").reduce(into: [String: Int]()) { rounds, part in
            let pair = part.split(separator: "=").map(String.init)
            if pair.count == 2 { rounds[pair[0]] = Int(pair[1]) }
        }
    }
    static let seed = variables["KILL_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000)
}

@Test(arguments: ServerFault.allCases.filter { $0.rounds > 0 && $0.isPossible })
func `keys confirmed before a fault are stored once and in order`(fault: ServerFault) throws {
    let rounds = fault.rounds
    let start = Date()
    print("\(fault): \(rounds) rounds, seed \(Settings.seed)")
    let run = try FaultRun(fault, seed: Settings.seed)
    for _ in 0..<rounds { try run.makeFault() }
    let faults = try run.finish()
    #expect(
        faults == [],
        "to repeat the choices: Scripts/kill \(fault.rawValue) \(rounds) \(Settings.seed)")
    print(
        "\(fault): \(run.count) times, \(run.earlyCount) of them at a start, \(run.redisCount) of Redis;",
        "\(run.confirmedCount) keys confirmed in \(Int(Date().timeIntervalSince(start))) s")
    #expect(run.confirmedCount > rounds * 20)
}

/// Thirty people in three rooms who type while faults happen to their server, or to two servers with a Redis.
private final class FaultRun {
    private let fault: ServerFault
    private let folder: TemporaryFolder
    private let disk: SmallDisk?
    private let redis: RunningRedis?
    private let watched: WatchedRedis?
    /// The primary that was killed last.
    private var killed: RunningRedis?
    private let data: String
    private let options: [String]
    private var random: SplitMix
    private var servers: [ServingProgram]
    private var server: ServingProgram { servers[0] }
    private let rooms = ["hall", "yard", "attic"]
    private var visitors: [Visitor] = []
    /// The events in Redis, by room.
    private var logs: [String: [Event]] = [:]
    private var errorLines: [String] = []
    private(set) var count = 0
    private(set) var earlyCount = 0
    private(set) var redisCount = 0

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
            case .kill, .fullDisk, .missingFile, .stop, .redis: nil
            }
        data =
            redis.map { "redis://127.0.0.1:\($0.port)" } ?? watched?.address
            ?? "\(disk?.folder ?? folder.path)/rooms.db"
        servers = []
        options =
            (watched == nil ? [] : ["--redis-primary", WatchedRedis.name])
            + (fault == .replicas ? ["--redis-replicas", "2"] : [])
        for _ in 0..<(redis == nil && watched == nil ? 1 : 2) {
            servers.append(
                try Self.start(data, options, through: disk?.wrapper ?? [], fault.ports, &random))
        }
        for room in rooms {
            for number in 0..<10 {
                visitors.append(
                    try Visitor(
                        at: servers[number % servers.count].link(room), seed: random.next(),
                        pauses: fault.pauses, dropsUnsureKeys: watched != nil))
            }
        }
        let visitors = visitors
        _ = try Wait.until { visitors.allSatisfy { $0.seen.participant != nil } ? true : nil }
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
        case .replicas:
            let moment = RoomVisit.now
            switch random.next(below: 3) {
            case 0: try replacePrimary()
            case 1: try killReplica()
            default: try killServer(random.next(below: servers.count))
            }
            try waitForAll(since: moment)
        }
    }

    private func waitForKeys(_ count: Int) throws {
        let goal = confirmedCount + count
        _ = try Wait.until {
            self.confirmedCount >= goal || self.failures != [] ? true : nil
        }
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

    private func killRedis() throws {
        redisCount += 1
        redis?.kill()
        try pass(Double(random.next(below: 1_000)) / 1_000)
        try redis?.start()
    }

    /// Kills the primary, and waits until everybody types again. The one before returns as a replica.
    private func killPrimary() throws {
        redisCount += 1
        if let killed {
            try killed.start()
            try watched?.waitUntilComplete()
        }
        killed = watched?.primary
        let moment = RoomVisit.now
        let epochs = visitors.map(\.seen.epochs)
        killed?.kill()
        let visitors = visitors
        _ = try Wait.until(seconds: 30) {
            zip(visitors, epochs).allSatisfy { $0.seen.epochs != $1 } ? true : nil
        }
        try waitForAll(since: moment)
    }

    /// Kills the primary, and lets it return as a replica of the next one.
    private func replacePrimary() throws {
        guard let watched, let primary = watched.primary else { return }
        redisCount += 1
        primary.kill()
        _ = try Wait.until(seconds: 30) {
            watched.primary.map { $0 !== primary } ?? false ? true : nil
        }
        try primary.start()
        try watched.waitUntilComplete()
    }

    private func killReplica() throws {
        guard let watched, let primary = watched.primary else { return }
        let replica = random.element(of: watched.servers.filter { $0 !== primary })
        replica.kill()
        try pass(Double(random.next(below: 1_000)) / 1_000)
        try replica.start()
        try watched.waitUntilComplete()
    }

    /// Waits until everybody has typed.
    private func waitForAll(since moment: Int64) throws {
        let visitors = visitors
        _ = try Wait.until(seconds: 30) {
            visitors.allSatisfy { $0.seen.hasTyped(since: moment) } ? true : nil
        }
    }

    /// Reads the next events of all rooms from each server.
    private func readLogs() throws {
        for server in servers {
            try server.waitUntilServing()
            for room in rooms {
                let first = (logs[room]?.last?.sequence ?? 0) + 1
                let line = "GET /rooms/\(room)/log?from=\(first)&count=10000 HTTP/1.1"
                let reply = try Wait.until {
                    let reply = try? HTTPReply(port: server.port, line)
                    return reply?.status == 200 ? reply : nil
                }
                logs[room, default: []] += try reply.body.split(separator: "\n").map {
                    try Event.decode(line: Array($0.utf8))
                }
            }
        }
    }

    private func fillDisk() throws {
        guard let disk else { return }
        let (process, refused) = (server.processIdentifier, refusedCount)
        _ = try Wait.until {
            // Fills the space that the store frees, too.
            try disk.fill(process)
            return self.refusedCount > refused ? true : nil
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
        _ = try Wait.until { self.refusedCount > refused ? true : nil }
        for path in paths { try FileManager.default.moveItem(atPath: "\(path)-away", toPath: path) }
    }

    private func stopServer() throws {
        server.setRunning(false)
        defer { server.setRunning(true) }
        try pass(30)
    }

    private func pass(_ seconds: Double) throws {
        let end = Date() + seconds
        _ = try Wait.until { Date() >= end ? true : nil }
    }

    /// The failures of visitors, and unexpected messages of the server.
    private var failures: [String] {
        let expected = [
            "server started", "refuses actions", "accepts actions", "did not",
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
        for visitor in visitors { visitor.setMode(.idle) }
        let visitors = visitors
        _ = try? Wait.until {
            let seen = visitors.map(\.seen)
            let areConfirmed = seen.allSatisfy(\.hasAllConfirmed)
            return areConfirmed && Self.agree(visitors) ? true : nil
        }
        let failures = failures
        if redis != nil { return failures + (try faultsOfLogs()) }
        if watched != nil {
            // Sentinels that disagree may promote another replica soon after the first one.
            var faults: [String] = []
            _ = try? Wait.until(seconds: 30) {
                self.logs = [:]
                faults = try self.faultsOfLogs()
                return faults.isEmpty ? true : nil
            }
            return failures + faults
        }
        let copy = try copiedFiles()
        try server.kill()
        let store = try LogInFile.open(copy ?? data)
        defer { store.close() }
        return failures
            + visitors.flatMap { visitor in
                do {
                    let kept = try LogInFile(of: visitor.room, in: store)
                    // A copied file has another epoch.
                    return faults(visitor, kept.played, disk == nil ? kept.epoch : nil)
                } catch {
                    return ["\(error)"]
                }
            }
    }

    /// Compares the events in Redis with the visitors.
    private func faultsOfLogs() throws -> [String] {
        try readLogs()
        let gaps = logs.filter { $1.map(\.sequence) != Array(1...Int64(max(1, $1.count))) }
        return gaps.map { "the events of \($0.key) have gaps" }
            + visitors.flatMap { faults($0, ReplayedLog(logs[$0.room.text] ?? []), nil) }
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
        let lossesMax = fault == .sentinel ? 30 * (epochs.count - 1) : 0
        var faults = visitor.seen.faults(against: log, lossesMax: lossesMax)
        // Sentinels may replace a primary that answers slowly, too.
        let hasEpochs = watched == nil ? epochs.count == 1 : epochs.count > redisCount
        if !hasEpochs
            || epoch.map({ !epochs.contains($0) }) ?? false
        {
            faults.append("saw \(epochs.count) epochs")
        }
        return faults.map { "\(RoomAddress.path(of: visitor.room)): \($0)" }
    }
}
