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
    /// A primary of a cluster is killed, or slots move to another one.
    case cluster
    /// The primary, a replica or a server is killed, or a Redis is cut off. Each key waits for both replicas.
    case replicas

    /// The number of faults: that of `Scripts/lab kill`, otherwise that of the usual tests.
    fileprivate var rounds: Int {
        if let chosen = KillSettings.rounds { return chosen[rawValue] ?? 0 }
        return switch self {
        case .kill: Effort.count(4, full: 50)
        case .fullDisk, .missingFile: Effort.count(1, full: 10)
        case .stop: Effort.count(0, full: 1)
        case .redis: Effort.count(2, full: 20)
        case .sentinel, .replicas: Effort.count(1, full: 5)
        case .cluster: Effort.count(2, full: 6)
        }
    }

    /// The ports of the server: outside the kernel's range for automatic ports, and not those of other faults,
    /// so that no other program gets the port between two servers.
    var ports: Range<Int> {
        let first = 20_000 + 2_000 * (Self.allCases.firstIndex(of: self) ?? 0)
        return first..<first + 2_000
    }

    fileprivate var isPossible: Bool {
        switch self {
        case .kill, .missingFile, .stop: true
        case .fullDisk: SmallDisk.isPossible
        case .redis, .sentinel, .replicas, .cluster: RunningRedis.isInstalled
        }
    }

    /// The milliseconds between two keys of a person. Redis keeps only the last events, so all must be read in time.
    var pauses: Range<Int> {
        switch self {
        case .redis, .sentinel, .replicas, .cluster: 200..<400
        case .kill, .fullDisk, .missingFile, .stop: 20..<51
        }
    }
}

/// The arguments of `Scripts/lab kill`.
enum KillSettings {
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
    print("\(fault): \(rounds) rounds, seed \(KillSettings.seed)")
    let run = try FaultRun(fault, seed: KillSettings.seed)
    for _ in 0..<rounds { try run.makeFault() }
    let faults = try run.finish()
    #expect(
        faults == [],
        "to repeat the choices: Scripts/lab kill \(fault.rawValue) \(rounds) \(KillSettings.seed)")
    print(
        "\(fault): \(run.count) times, \(run.earlyCount) of them at a start, \(run.redisCount) of Redis;",
        "\(run.confirmedCount) keys confirmed in \(Int(Date().timeIntervalSince(start))) s")
    #expect(run.confirmedCount > rounds * 20)
}
