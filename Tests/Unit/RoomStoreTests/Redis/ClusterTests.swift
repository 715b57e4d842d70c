import RunningRedis
import SharedRoom
import Testing

@testable import RedisStore
@testable import RoomStore

@Test func `slots are those of the specification`() {
    #expect(HashSlot.checksum("123456789".utf8) == 0x31C3)
    #expect(HashSlot.of("foo".utf8) == 12_182)
    #expect(HashSlot.of("user1000".utf8) == 3_443)
}

/// Stored data depend on it.
@Test func `the partitions of a cluster and their tags never change`() {
    #expect(
        ClusterPartition.all.map(\.tag) == [
            "10", "113", "21", "3", "61", "72", "50", "43", "11", "112", "20", "2", "60", "73",
            "51", "42", "12", "111", "23", "1", "63", "70", "52", "41", "13", "110", "22", "0",
            "62", "71", "53", "40",
        ])
    #expect(ClusterPartition.all.map { $0.slot / 512 } == Array(0..<32))
    #expect(ClusterPartition.all.map(\.index) == Array(0..<32))
    #expect(
        (["hall", "yard", "attic"] as [RoomName]).map { ClusterPartition.of($0).index } == [
            7, 0, 22,
        ])
    let keys = RedisKeys(tag: "10")
    #expect(keys.room("hall") == "calcroom:{10}:room:hall")
    #expect(keys.name(ofChannel: Array("calcroom:{10}:room:hall".utf8)) == "hall")
}

@Test func `an outage of several partitions is reported once`() {
    var notices = ClusterNotices()
    func news(_ notice: StoreNotice, _ partitions: ClosedRange<Int>) -> [Int] {
        partitions.filter { notices.isNews(notice, of: $0) }
    }
    for _ in 1...2 {
        #expect(news(.cannotWrite("a"), 3...5) == [3])
        #expect(news(.canWriteAgain, 3...3) == [])
        #expect(news(.newEpochs("now with Redis at a"), 3...4) == [3])
        #expect(news(.canWriteAgain, 4...4) == [])
        #expect(news(.newEpochs("now with Redis at b"), 5...5) == [5])
        #expect(news(.canWriteAgain, 5...5) == [5])
    }
    #expect(news(.setAside("hall", "why"), 1...2) == [1, 2])
}

/// Two nodes, and two rooms in each partition of a cluster of two primaries.
private final class ClusterNodes {
    let redis: RunningCluster
    let stores: [any SharedStore]
    let rooms: [RoomName]
    private let reported = Guarded<[StoreNotice]>([])

    init() throws {
        redis = try RunningCluster(primaries: 2, hasReplicas: false)
        var options = try StoreParts().options(port: 1)
        options.address = try #require(RedisAddress(redis.address))
        options.common.report = { [reported] notice in reported.withLock { $0.append(notice) } }
        stores = try (0..<2).map { [options] _ in try options.openStore() }
        let names = (0..<1_000).compactMap { RoomName(normal: "room-\($0)".utf8) }
        rooms = ClusterPartition.all.flatMap { partition in
            names.filter { ClusterPartition.of($0) == partition }.prefix(2)
        }
    }

    var notices: [StoreNotice] { reported.withLock { $0 } }

    deinit {
        for store in stores { store.close() }
        redis.end()
    }
}

@Test(.needsRedis)
func `nodes share the rooms of a cluster, also while a slot moves`() throws {
    let nodes = try ClusterNodes()
    let (ada, bob) = (StoreProbe(of: nodes.stores[0]), StoreProbe(of: nodes.stores[1]))
    #expect(ada.edge != bob.edge)
    for room in nodes.rooms {
        try ada.open(room)
        try bob.open(room)
        ada.submit(.announce(room, came: [7], gone: []))
        ada.append([1, 2], to: room)
    }
    var epochs: [RoomName: UInt64] = [:]
    for room in nodes.rooms {
        #expect(try bob.follow(room, to: 2).opened.epoch == ada.follow(room, to: 2).opened.epoch)
        epochs[room] = try bob.follow(room, to: 2).opened.epoch
        try bob.wait(for: .presence(room, edge: ada.edge, came: [7], gone: []))
    }
    #expect(nodes.stores.map { $0.commits.events.sum } == [128, 0])
    let moved = nodes.rooms[0]
    let partition = ClusterPartition.of(moved)
    let (old, new) = (nodes.redis.servers[0], nodes.redis.servers[1])
    try nodes.redis.move(slot: partition.slot, from: old, to: new)
    for room in nodes.rooms { try ada.appendWhenPossible(3, to: room) }
    for room in nodes.rooms {
        let isMoved = ClusterPartition.of(room) == partition
        for probe in [ada, bob] {
            let followed = try probe.follow(room, to: 3)
            #expect(followed.events.last?.action == .recall(3))
            #expect((followed.opened.epoch != epochs[room]) == isMoved, "\(room.text)")
        }
    }
    let here = [OpenedRoom.Presence(edge: ada.edge, participant: 7)]
    #expect(try bob.open(moved).present == here)
    let reader = nodes.stores[1].makeReader()
    for room in nodes.rooms { #expect(try reader.room(room)?.events.count == 3) }
    // One line for each node, although there may be several attempts.
    let notices = nodes.notices
    #expect(notices.count { if case .newEpochs = $0 { true } else { false } } == 2, "\(notices)")
    #expect(notices.contains(.newEpochs("now with Redis at 127.0.0.1:\(new.port)")))
    let names = notices.compactMap { if case .cannotWrite(let text) = $0 { text } else { nil } }
    #expect(names.count == 2)
    #expect(names.allSatisfy { $0.hasPrefix("127.0.0.1:\(old.port): ") }, "\(names)")
    let archive = try RedisArchive(#require(RedisAddress(nodes.redis.address)))
    #expect(Set(try archive.names) == Set(nodes.rooms))
    try archive.forget(moved)
    try bob.wait(for: .forgotten(moved))
    for probe in [ada, bob] { #expect(probe.inbox.faults == []) }
}

@Test(.needsRedis)
func `several servers that are not a cluster are reported with a reason`() throws {
    let redis = try RunningRedis()
    defer { redis.end() }
    let address = try #require(
        RedisAddress("redis://127.0.0.1:\(redis.port),127.0.0.1:\(redis.port)"))
    let options = RedisOptions(address: address, StoreOptions(clock: { 0 }, random: { 1 }))
    let host = "127.0.0.1:\(redis.port)"
    let problem =
        "\(host) is not part of a cluster; if it is a sentinel, name the primary with --redis-primary"
    #expect(
        throws: StoreError.notReachable(
            path: "Redis at \(host), \(host)", why: "\(problem); \(problem)")
    ) { _ = try options.openStore() }
}
