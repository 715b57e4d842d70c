import Foundation
import RedisStore
import RoomStore
import SQLiteStore
import RunningPrograms
import RunningRedis
import SharedRoom
import Testing

/// The stores that the contract tests check.
enum StoreKind: CaseIterable {
    case memory
    case sqlite
    case redis
    case cluster

    /// Without Redis, other tests are reported as skipped.
    static var allCases: [StoreKind] {
        let shared: [StoreKind] = Effort.isFull ? [.redis, .cluster] : [.redis]
        return [.memory, .sqlite] + (RunningRedis.isInstalled ? shared : [])
    }

    /// Starting a cluster takes seconds, so all tests use one.
    private static let clusterResult: Result<RunningCluster, any Error> = Result {
        atexit { StoreKind.endCluster() }
        return try RunningCluster(primaries: 1, hasReplicas: false)
    }

    private static func endCluster() { try? clusterResult.get().end() }

    func make(_ parts: StoreParts) throws -> TestedStore {
        switch self {
        case .memory:
            let store = MemoryStore(
                clock: parts.clock, random: parts.random,
                eventsKeptMax: parts.eventsKeptMax, compact: RoomSummary.compact)
            return TestedStore(store: store, setWritable: { store.isWritable = $0 }, end: {})
        case .sqlite:
            let folder = TemporaryFolder()
            let store = try SQLiteStore(parts.options(path: folder.path(of: "rooms.db")))
            return TestedStore(
                store: store, setWritable: { store.setWritable($0) },
                end: {
                    store.close()
                    folder.remove()
                })
        case .redis:
            let redis = try RunningRedis()
            let store = try RedisStore(parts.options(port: redis.port))
            return TestedStore(
                store: store, setWritable: { redis.setWritable($0) },
                end: {
                    store.close()
                    redis.end()
                })
        case .cluster:
            let redis = try Self.clusterResult.get().servers[0]
            _ = redis.ask("FLUSHALL")
            let store = try parts.options(port: redis.port).openStore()
            return TestedStore(
                store: store, setWritable: { redis.setWritable($0) },
                end: {
                    store.close()
                    redis.setWritable(true)
                })
        }
    }
}

/// The options that all stores have.
struct StoreParts {
    var clock: @Sendable () -> Int64 = { 1_790_000_000_000 }
    var random = StoreOptions.systemRandom
    var eventsKeptMax = 512

    private var common: StoreOptions {
        StoreOptions(clock: clock, random: random, compact: RoomSummary.compact, rules: 1)
    }

    private var quarter: Int { max(1, eventsKeptMax / 4) }

    /// Rooms have events both in the journal and in the history.
    func options(path: String) -> SQLiteOptions {
        var options = SQLiteOptions(path: path, common)
        options.limits.roomJournalEventsMax = quarter
        options.limits.history.eventsPerMilestone = Int64(quarter)
        options.limits.history.eventsMax = Int64(quarter * 2)
        return options
    }

    func options(port: Int) throws -> RedisOptions {
        let address = try #require(RedisAddress("redis://127.0.0.1:\(port)"))
        var options = RedisOptions(address: address, common)
        options.limits.eventsKeptMax = min(eventsKeptMax, options.limits.eventsKeptMax)
        options.limits.history.eventsPerMilestone = Int64(quarter)
        options.limits.history.eventsMax = Int64(quarter * 2)
        return options
    }
}

struct TestedStore: Sendable {
    let store: any RoomStore
    /// Makes writes fail, or succeed again.
    let setWritable: @Sendable (Bool) -> Void
    let end: @Sendable () -> Void
}

/// A folder of one test, in memory if possible, because stores sync often.
struct TemporaryFolder: Sendable {
    private static let memory = URL(filePath: "/dev/shm")
    private static let root =
        FileManager.default.isWritableFile(atPath: memory.path)
        ? memory : FileManager.default.temporaryDirectory

    private let url = root.appending(path: "calcroom-\(UUID().uuidString)")

    init() {
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    func path(of file: String) -> String { url.appending(path: file).path }

    func remove() {
        try? FileManager.default.removeItem(at: url)
    }
}
