import Foundation
import RunningPrograms
import SeededNumbers
import SharedRoom
import Testing

@testable import RoomStore
@testable import WebServer

@Test func `keys confirmed before a server was killed are stored once and in order`() throws {
    let variables = ProcessInfo.processInfo.environment
    let rounds = variables["KILL_ROUNDS"].flatMap { Int($0) } ?? Effort.count(4, full: 50)
    let seed = variables["KILL_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000)
    let start = Date()
    print("kill: \(rounds) rounds, seed \(seed)")
    let run = try KillRun(seed: seed)
    for _ in 0..<rounds { try run.killOnce() }
    let faults = try run.finish()
    #expect(faults == [], "Scripts/kill \(rounds) \(seed) makes the same choices")
    print(
        "kill: \(run.killCount) kills, \(run.earlyKillCount) of them at a start;",
        "\(run.confirmedCount) keys confirmed in \(Int(Date().timeIntervalSince(start))) s")
    #expect(run.confirmedCount > rounds * 20)
}

/// Visitors that type in several rooms while the server is killed and restarted.
private final class KillRun {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "kill-\(UUID().uuidString)")
    private let data: String
    private var random: SplitMix
    private var server: ServingProgram
    private var visitors: [Visitor] = []
    private var errorLines: [String] = []
    private(set) var killCount = 0
    private(set) var earlyKillCount = 0

    init(seed: UInt64) throws {
        random = SplitMix(seed: seed)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        data = folder.appending(path: "rooms.db").path
        server = try Self.start(data, &random)
        for room in ["hall", "yard", "attic"] {
            for _ in 0..<3 {
                visitors.append(try Visitor(at: server.link(room), seed: random.next()))
            }
        }
        let visitors = visitors
        _ = try Wait.until { visitors.allSatisfy { $0.seen.participant != nil } ? true : nil }
    }

    /// Starts a server on a port outside the kernel's range for automatic ports, so that no other program
    /// gets it between two servers.
    private static func start(
        _ data: String, _ random: inout SplitMix
    ) throws -> ServingProgram {
        while true {
            let port = UInt16(20_000 + random.next(below: 10_000))
            let server = try ServingProgram(data, port: port)
            if (try? server.waitUntilServing()) != nil { return server }
        }
    }

    deinit {
        for visitor in visitors { visitor.setMode(.leave) }
        try? server.kill()
        try? FileManager.default.removeItem(at: folder)
    }

    var confirmedCount: Int { visitors.reduce(0) { $0 + $1.seen.confirmedCount } }

    /// Kills the server after some more keys. Sometimes kills the next one during its start, too.
    func killOnce() throws {
        let goal = confirmedCount + 1 + random.next(below: 250)
        _ = try Wait.until {
            self.confirmedCount >= goal || self.failures != [] ? true : nil
        }
        try server.kill()
        errorLines = failures
        killCount += 1
        server = try ServingProgram(data, port: server.port)
        while random.next(below: 3) == 0 {
            // While the server recovers the data of the last one.
            let moment = Date() + Double(random.next(below: 40)) / 1_000
            _ = try Wait.until { Date() >= moment ? true : nil }
            try server.kill()
            (killCount, earlyKillCount) = (killCount + 1, earlyKillCount + 1)
            server = try ServingProgram(data, port: server.port)
        }
    }

    /// The failures of visitors, and unexpected messages of the server.
    private var failures: [String] {
        visitors.compactMap(\.seen.failure) + errorLines
            + server.program.errorLines.filter { !$0.contains("server started") }
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
        try server.kill()
        let store = try LogInFile.open(data)
        defer { store.close() }
        return failures
            + visitors.flatMap { visitor in
                do { return try Self.faults(visitor, store) } catch { return ["\(error)"] }
            }
    }

    private static func agree(_ visitors: [Visitor]) -> Bool {
        visitors.allSatisfy { one in
            visitors.allSatisfy { $0.room != one.room || $0.seen.sequence == one.seen.sequence }
        }
    }

    private static func faults(_ visitor: Visitor, _ store: SQLiteStore) throws -> [String] {
        let kept = try LogInFile(of: visitor.room, in: store)
        var faults = visitor.seen.faults(against: kept.played)
        if visitor.seen.epochs != [kept.epoch] {
            faults.append("saw \(visitor.seen.epochs.count) epochs")
        }
        return faults.map { "\(RoomAddress.path(of: visitor.room)): \($0)" }
    }
}
