import Foundation
import RunningRedis
import SharedRoom
import Testing

@testable import RedisStore
@testable import RoomStore

/// A store, and the notices for its operator.
final class ObservedStore: Sendable {
    let store: RedisStore
    private let reported = Guarded<[StoreNotice]>([])

    init(_ address: String, primary: String? = nil) throws {
        var options = try StoreParts().options(port: 1)
        options.address = try #require(RedisAddress(address, primary: primary))
        options.limits.timeout = 1_000
        options.common.report = { [reported] notice in reported.withLock { $0.append(notice) } }
        store = try RedisStore(options)
    }

    var notices: [StoreNotice] { reported.withLock { $0 } }
}

/// A primary, its replica, and a name that leads to the primary.
private final class NamedRedis {
    private(set) var primary: RunningRedis
    private(set) var replica: RunningRedis
    let name: StallingProxy
    private var stores: [ObservedStore] = []

    init() throws {
        primary = try RunningRedis(syncing)
        replica = try RunningRedis(syncing)
        name = StallingProxy(to: UInt16(primary.port))
        replicate()
    }

    private func replicate() {
        _ = replica.ask("REPLICAOF 127.0.0.1 \(primary.port)")
        replica.wait(for: "master_link_status:up", in: "replication")
    }

    /// The replica becomes the primary. Connections to the former one stay open.
    func swap() {
        _ = replica.ask("REPLICAOF NO ONE")
        (primary, replica) = (replica, primary)
        name.lead(to: UInt16(primary.port))
        replicate()
    }

    /// A new store, which ends with the servers.
    func store() throws -> ObservedStore {
        stores.append(try ObservedStore("redis://127.0.0.1:\(name.port)"))
        return stores[stores.count - 1]
    }

    func end() {
        for one in stores { one.store.close() }
        name.end()
        for redis in [primary, replica] { redis.end() }
    }
}

@Test(.needsRedis, arguments: [true, false])
func `a node finds the new primary when its own becomes a replica`(isIdle: Bool) throws {
    let redis = try NamedRedis()
    defer { redis.end() }
    let observed = try redis.store()
    let ada = StoreProbe(of: observed.store)
    let first = try ada.open("hall")
    try ada.appendWhenPossible(1, to: "hall")
    redis.replica.wait(for: "XLEN calcroom:room:hall:events", "1")
    let start = Date()
    redis.swap()
    if !isIdle { try ada.appendWhenPossible(2, to: "hall") }
    let again = try ada.inbox.wait(for: "the replaced room") { reports in
        FollowedRoom.openings(of: "hall", in: reports).last { $0.opened.epoch != first.epoch }
    }
    #expect(again.opened.events.first?.action == .recall(1))
    #expect(Date().timeIntervalSince(start) < 5)
    #expect(observed.notices.contains { if case .newEpochs = $0 { true } else { false } })
    #expect(ada.inbox.faults == [])
}

/// Once, the run of the former primary was still that of the last connection.
@Test(.needsRedis)
func `a primary that was a replica in between begins another store epoch`() throws {
    let redis = try NamedRedis()
    defer { redis.end() }
    let port = Int(redis.name.port)
    let first = try storeEpoch(port: port)
    #expect(try storeEpoch(port: port) == first)
    redis.replica.wait(for: "HEXISTS calcroom:store run", "1")
    redis.swap()
    redis.swap()
    #expect(try storeEpoch(port: port) != first)
}

@Test(.needsRedis)
func `a reader reads nothing from a replica`() throws {
    let redis = try NamedRedis()
    defer { redis.end() }
    let observed = try redis.store()
    let ada = try StoreProbe(of: observed.store).withOpen("hall")
    try ada.appendWhenPossible(1, to: "hall")
    let reader = observed.store.makeReader()
    let before = try #require(try reader.room("hall"))
    redis.swap()
    #expect(throws: StoreError.self) { try reader.room("hall") }
    try ada.appendWhenPossible(2, to: "hall")
    // It pauses after a failure.
    var found: OpenedRoom?
    for _ in 0..<1_000 where found == nil {
        found = try? reader.room("hall")
        usleep(10_000)
    }
    let again = try #require(found)
    #expect(again.epoch != before.epoch && again.events.last?.action == .recall(2))
}

@Test(.needsRedis)
func `all rooms have new epochs after the sentinels have promoted a replica`() throws {
    let redis = try WatchedRedis(syncing)
    let observed = try (0..<2).map { _ in
        try ObservedStore(redis.address, primary: WatchedRedis.name)
    }
    defer {
        for one in observed { one.store.close() }
        redis.end()
    }
    let (ada, bob) = (StoreProbe(of: observed[0].store), StoreProbe(of: observed[1].store))
    let first = try ["hall", "yard"].map { try ada.open($0) }
    try bob.open("hall")
    for room in ["hall", "yard"] as [RoomName] { ada.append([1], to: room) }
    try bob.follow("hall", to: 1)
    try ada.follow("yard", to: 1)
    ada.submit(.close("yard"))
    redis.servers[1].wait(for: "XLEN calcroom:room:yard:events", "1")
    redis.servers[0].kill()
    try ada.appendWhenPossible(2, to: "hall")
    let again = try bob.follow("hall", to: 2)
    #expect(again.opened.epoch != first[0].epoch)
    #expect(again.events.last?.action == .recall(2))
    // Nobody had it open.
    let yard = try bob.openWhenPossible("yard")
    #expect(yard.epoch != first[1].epoch && yard.events.count == 1)
    for one in observed {
        #expect(
            one.notices.contains(.newEpochs("now with Redis at 127.0.0.1:\(redis.servers[1].port)"))
        )
    }
    for probe in [ada, bob] { #expect(probe.inbox.faults == []) }
}

/// A primary that is cut off from its sentinels still accepts writes, which will be lost.
@Test(.needsRedis)
func `a node leaves a primary that the sentinels have replaced`() throws {
    let (old, new) = (try RunningRedis(), try RunningRedis())
    let sentinel = try RunningRedis(
        ["sentinel monitor calcroom 127.0.0.1 \(old.port) 1"], isSentinel: true)
    let observed = try ObservedStore("redis://127.0.0.1:\(sentinel.port)", primary: "calcroom")
    defer {
        observed.store.close()
        for redis in [old, new, sentinel] { redis.end() }
    }
    let ada = StoreProbe(of: observed.store)
    let first = try ada.open("hall")
    ada.append([1], to: "hall")
    try ada.follow("hall", to: 1)
    _ = sentinel.ask("SENTINEL REMOVE calcroom")
    #expect(sentinel.ask("SENTINEL MONITOR calcroom 127.0.0.1 \(new.port) 1") == "OK")
    let again = try ada.inbox.wait(for: "the replaced room") { reports in
        FollowedRoom.openings(of: "hall", in: reports).last { $0.opened.epoch != first.epoch }
    }
    #expect(again.opened.events.isEmpty)
    #expect(
        observed.notices.first
            == .cannotWrite("the sentinels name another primary, 127.0.0.1:\(new.port)"))
    #expect(old.ask("XLEN calcroom:room:hall:events") == "1")
}

@Test(.needsRedis)
func `wrong sentinels are reported with a reason`() throws {
    let (redis, closed) = (try RunningRedis(), try RunningRedis())
    closed.kill()
    let sentinel = try RunningRedis(
        [
            "sentinel monitor calcroom 127.0.0.1 \(redis.port) 1",
            "sentinel monitor lost 127.0.0.1 \(closed.port) 1",
        ], isSentinel: true)
    defer { for redis in [redis, closed, sentinel] { redis.end() } }
    func problem(_ port: Int, _ primary: String?) throws -> String {
        try redisProblem(RedisAddress("redis://127.0.0.1:\(port)", primary: primary)) ?? "none"
    }
    let at = "the sentinel at 127.0.0.1"
    #expect(try problem(sentinel.port, "calcroom") == "none")
    #expect(
        try problem(sentinel.port, "calc")
            == "\(at):\(sentinel.port): it does not know the primary calc; check --redis-primary")
    #expect(try problem(closed.port, "calcroom") == "\(at):\(closed.port): Connection refused")
    #expect(
        try problem(sentinel.port, "lost")
            == "the sentinels name 127.0.0.1:\(closed.port), which cannot be used: "
            + "Connection refused")
    #expect(
        try problem(redis.port, "calcroom").hasSuffix(
            "; with --redis-primary, --data names sentinels, not Redis"))
    #expect(
        try problem(sentinel.port, nil)
            == "it is not a primary; if it is a sentinel, name the primary with --redis-primary")
    _ = redis.ask("REPLICAOF 127.0.0.1 \(closed.port)")
    #expect(try problem(redis.port, nil) == "it is a replica, not the primary")
}
