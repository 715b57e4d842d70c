import RunningPrograms
import RunningRedis
import SharedRoom
import Testing

@testable import RedisStore
@testable import RoomStore

/// Settings of a Redis that syncs every write.
let syncing = ["appendonly yes", "appendfsync always", "repl-diskless-sync-delay 0"]

/// Nodes that share a Redis. Each test also checks the reports of all edges against the contract.
final class Nodes: Sendable {
    let redis: RunningRedis
    let stores: [RedisStore]
    private let probes = Guarded<[StoreProbe]>([])
    private let reported = Guarded<[StoreNotice]>([])

    /// The notices for the operators of all nodes.
    var notices: [StoreNotice] { reported.withLock { $0 } }

    /// Options for tests in which Redis is silent. In others, a busy machine must not look like a silent Redis.
    static func impatient(_ options: inout RedisOptions) { options.limits.timeout = 500 }

    static func hold(
        _ count: Int = 2, _ settings: [String] = [], certificates: Certificates? = nil,
        _ configure: (inout RedisOptions) -> Void = { _ in }, _ body: (Nodes) throws -> Void
    ) throws {
        let nodes = try Nodes(count, settings, certificates, configure)
        defer {
            nodes.redis.setRunning(true)
            for store in nodes.stores { store.close() }
            nodes.redis.end()
        }
        try body(nodes)
        for probe in nodes.probes.withLock({ $0 }) {
            #expect(probe.inbox.faults == [], "edge \(probe.edge)")
        }
    }

    private init(
        _ count: Int, _ settings: [String], _ certificates: Certificates?,
        _ configure: (inout RedisOptions) -> Void
    ) throws {
        let redis = try RunningRedis(settings, certificates: certificates)
        self.redis = redis
        let (clock, random) = (TestClock(), TestRandom())
        let parts = StoreParts(clock: { clock.now }, random: { random.next() })
        var options = try parts.options(port: redis.port)
        if let certificates {
            options.address.hosts[0].port = Int32(redis.tlsPort)
            options.address.tls = RedisTLS()
            options.address.tls?.authorities = certificates.authority
        }
        options.common.report = { [reported] notice in reported.withLock { $0.append(notice) } }
        configure(&options)
        stores = try (0..<count).map { _ in try RedisStore(options) }
    }

    func edge(at node: Int) -> StoreProbe {
        let probe = StoreProbe(of: stores[node])
        probes.withLock { $0.append(probe) }
        return probe
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test without Redis.
    static var needsRedis: Self {
        .enabled(
            if: RunningRedis.isInstalled, "redis-server is not installed (Debian: redis-tools)")
    }
}

/// The store epoch that a new node receives from the Redis at a port.
func storeEpoch(port: Int) throws -> UInt64 {
    let options = try StoreParts().options(port: port)
    return try RedisConnector(options, node: 0, lostEpoch: nil).session.storeEpoch
}

/// The message of the failure to use this address, from the colon on; nil if it can be used.
func redisProblem(_ address: RedisAddress?, timeout: Int = 2_000) throws -> String? {
    var options = RedisOptions(address: try #require(address), StoreOptions())
    options.limits.timeout = timeout
    do throws(StoreError) {
        try RedisStore(options).close()
        return nil
    } catch {
        let start = "\(options.address.place) cannot be used: "
        #expect(error.message.hasPrefix(start) && error.message.hasSuffix("."))
        return String(error.message.dropFirst(start.count).dropLast())
    }
}

extension StoreProbe {
    /// Tries again until the room is opened.
    @discardableResult
    func openWhenPossible(_ room: RoomName) throws -> OpenedRoom {
        while true {
            let ticket = inbox.nextTicket()
            let answer = try answer(to: ticket, .open(room, ticket: ticket))
            if case .opened(_, _, let opened) = answer { return opened }
        }
    }

    /// Tries again until the append is committed.
    func appendWhenPossible(_ line: Int64, to room: RoomName) throws {
        while true {
            let ticket = inbox.nextTicket()
            append([line], to: room, ticket: ticket)
            if case .done = try answer(to: ticket) { return }
        }
    }
}
