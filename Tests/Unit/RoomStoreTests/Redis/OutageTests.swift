import Foundation
import RunningRedis
import SharedRoom
import Testing

@testable import RedisStore
@testable import RoomStore

@Test(.needsRedis)
func `appends during a kill of Redis are either committed or refused`() throws {
    try Nodes.hold(2, syncing) { nodes in
        let edges = (0..<4).map { nodes.edge(at: $0 % 2) }
        for edge in edges { try edge.open("hall") }
        try Threads.run(5) { number in
            guard number < 4 else {
                for _ in 0..<3 {
                    let goal = (edges[0].sequences(of: "hall").last ?? 0) + 30
                    try edges[0].follow("hall", to: goal)
                    nodes.redis.kill()
                    try nodes.redis.start()
                }
                return
            }
            for line in Int64(1)...150 { try edges[number].appendWhenPossible(line, to: "hall") }
        }
        // Each committed line exists once, and refused lines do not exist.
        let head = try #require(edges.compactMap { $0.sequences(of: "hall").last }.max())
        #expect(head == 600)
        let rooms = try edges.map { try $0.follow("hall", to: 600) }
        #expect(Set(rooms.map(\.summary.checksum)).count == 1)
        for edge in edges {
            let own = rooms[0].events.filter { $0.signature?.author == edge.edge }
            #expect(own.map(\.action) == (1...150).map { .recall($0) })
        }
    }
}

@Test(.needsRedis)
func `a silent Redis counts as unreachable`() throws {
    try Nodes.hold(2, [], Nodes.impatient) { nodes in
        let (ada, bob) = (nodes.edge(at: 0), nodes.edge(at: 1))
        let opened = try ada.open("hall")
        try bob.open("hall")
        for round in Int64(0)..<3 {
            nodes.redis.setRunning(false)
            for line in 1...10 { ada.append([round * 11 + Int64(line)], to: "hall", ticket: 5) }
            bob.submit(.open("yard"))
            try bob.wait(for: .refused("yard", ticket: 0, .unavailable))
            nodes.redis.setRunning(true)
            try ada.appendWhenPossible(round * 11 + 11, to: "hall")
            try bob.openWhenPossible("hall")
        }
        let events = try nodes.edge(at: 1).open("hall").events
        let refused = ada.inbox.reports.count { $0 == .refused("hall", ticket: 5, .unavailable) }
        #expect(events.count + refused == 33)
        #expect(Set(events.map { "\($0.action)" }).count == events.count)
        #expect(try nodes.edge(at: 0).open("hall").epoch == opened.epoch)
    }
}

/// Once, requests behind the append got no answer if the edge closed the room.
@Test(.needsRedis)
func `requests behind an interrupted append are answered once when Redis is back`() throws {
    try Nodes.hold(1, [], Nodes.impatient) { nodes in
        let (ada, bob) = (nodes.edge(at: 0), nodes.edge(at: 0))
        for edge in [ada, bob] {
            try edge.open("hall")
            edge.inbox.clear()
        }
        for round in Int64(1)...3 {
            nodes.redis.setRunning(false)
            ada.append([round], to: "hall", ticket: 10)
            ada.submit(.head("yard", ticket: 1))
            _ = try ada.inbox.wait(for: "the loss of Redis") { _ -> Bool? in
                let ticket = bob.inbox.nextTicket()
                let answer = try? bob.answer(to: ticket, .open("yard", ticket: ticket))
                return answer == .refused("yard", ticket: ticket, .unavailable) ? true : nil
            }
            for edge in [ada, bob] {
                edge.submit(.head("hall", ticket: 11), .close("hall", ticket: 12))
                edge.submit(.open("hall", ticket: 13), .head("hall", ticket: 14))
            }
            nodes.redis.setRunning(true)
            for edge in [ada, bob] {
                let tickets = try edge.inbox.wait(for: "all answers") { reports in
                    let tickets = reports.filter { $0.room == "hall" }.compactMap(\.ticket)
                    return tickets.contains(14) ? tickets.filter { $0 > 10 } : nil
                }
                #expect(tickets == [11, 12, 13, 14])
                edge.inbox.clear()
                // A refusal, for example because Redis was silent again, closes the room.
                try edge.openWhenPossible("hall")
                edge.inbox.clear()
            }
        }
    }
}

/// A list of two billion elements once took a minute and 16 GB of address space.
@Test(.needsRedis, arguments: ["*2147483647\r\n", "$2147483647\r\n", "HTTP/1.1 400\r\n"])
func `a node leaves a Redis that sends an impossible reply, and says why`(reply: String) throws {
    let redis = try RunningRedis()
    let proxy = StallingProxy(to: UInt16(redis.port))
    let observed = try ObservedStore("redis://127.0.0.1:\(proxy.port)")
    defer {
        observed.store.close()
        proxy.end()
        redis.end()
    }
    let ada = try StoreProbe(of: observed.store).withOpen("hall")
    let rest = Array(repeating: UInt8(ascii: "a"), count: reply.hasPrefix("$") ? 65 << 20 : 0)
    proxy.inject(Array(reply.utf8) + rest)
    let left = try ada.inbox.wait(for: "the end of the connection") { _ in
        ada.submit(.head("hall", ticket: 1_000))
        return observed.notices.first
    }
    let why =
        reply.hasPrefix("HTTP")
        ? "Protocol error, got \"H\" as reply type byte" : "it sends a reply that is too long"
    #expect(left == .cannotWrite(why))
    try ada.appendWhenPossible(1, to: "hall")
}

/// A network may deliver bytes of a connection that was given up.
@Test(.needsRedis)
func `an append that arrives after its refusal is not executed`() throws {
    let redis = try RunningRedis()
    let proxy = StallingProxy(to: UInt16(redis.port))
    var options = try StoreParts().options(port: Int(proxy.port))
    options.limits.timeout = 500
    let store = try RedisStore(options)
    defer {
        store.close()
        proxy.end()
        redis.end()
    }
    let ada = try StoreProbe(of: store).withOpen("hall")
    for round in Int64(1)...5 {
        try ada.appendWhenPossible(round * 10, to: "hall")
        let count = proxy.count
        proxy.hold()
        let lost = LogRequest.append("hall", [Draft(.recall(5))], ticket: round)
        #expect(try ada.answer(to: round, lost) == .refused("hall", ticket: round, .unavailable))
        #expect(proxy.count == count + 2)
        proxy.release()
        _ = try ada.inbox.wait(for: "the end of the old connections") { _ -> Bool? in
            ada.submit(.head("hall", ticket: 1_000))
            return proxy.count == count ? true : nil
        }
    }
    let events = try ada.follow("hall", to: 5).events
    #expect(events.map(\.action) == (1...5).map { .recall($0 * 10) })
    #expect(redis.ask("XLEN calcroom:room:hall:events") == "5")
    #expect(ada.inbox.faults == [])
}

@Test(.needsRedis, arguments: ["everysec", "no"])
func `rooms get new epochs if Redis may have lost writes`(sync: String) throws {
    try Nodes.hold(2, ["appendonly yes", "appendfsync \(sync)"]) { nodes in
        let (ada, bob) = (nodes.edge(at: 0), nodes.edge(at: 1))
        let first = try ada.open("hall")
        try bob.open("hall")
        ada.append([1, 2], to: "hall")
        try bob.follow("hall", to: 2)
        bob.submit(.announce("hall", came: [7], gone: []))
        nodes.redis.waitUntilWritten()
        nodes.redis.kill()
        try nodes.redis.start()
        let epochs = try [ada, bob].map { edge in
            try edge.inbox.wait(for: "the replaced room") { reports -> UInt64? in
                let openings = FollowedRoom.openings(of: "hall", in: reports)
                guard openings.count > 1, let last = openings.last else { return nil }
                return last.summary.sequence == 2 ? last.opened.epoch : nil
            }
        }
        #expect(epochs[0] == epochs[1] && epochs[0] != first.epoch)
        try ada.appendWhenPossible(3, to: "hall")
        #expect(try bob.follow("hall", to: 3).opened.epoch == epochs[0])
    }
}

@Test(.needsRedis)
func `rooms of an emptied Redis begin again`() throws {
    try Nodes.hold(2) { nodes in
        let (ada, bob) = (nodes.edge(at: 0), nodes.edge(at: 1))
        let first = try ada.open("hall")
        try bob.open("hall")
        ada.append([1, 2], to: "hall")
        try bob.follow("hall", to: 2)
        nodes.redis.kill()
        try nodes.redis.start()
        try ada.appendWhenPossible(3, to: "hall")
        for edge in [ada, bob] {
            let opening = try edge.inbox.wait(for: "the replaced room") { reports in
                FollowedRoom.openings(of: "hall", in: reports).last {
                    $0.opened.epoch != first.epoch
                }
            }
            #expect(opening.opened.snapshot == nil)
            #expect(try edge.follow("hall", to: 1).events.map(\.action) == [.recall(3)])
        }
    }
}

@Test(.needsRedis)
func `scripts are loaded again after a flush`() throws {
    try Nodes.hold(1) { nodes in
        let ada = nodes.edge(at: 0)
        _ = nodes.redis.ask("SCRIPT FLUSH")
        var isOpen: Bool {
            ada.inbox.reports.contains { if case .opened = $0 { true } else { false } }
        }
        for _ in 0..<100 where !isOpen {
            ada.submit(.open("hall"))
            usleep(50_000)
        }
        #expect(isOpen)
    }
}

extension StoreProbe {
    fileprivate func sequences(of room: RoomName) -> [Int64] {
        FollowedRoom.openings(of: room, in: inbox.reports).last?.sequences ?? []
    }
}

/// A promoted replica once kept the epoch if it syncs every write, although it may lack events of the last primary.
@Test(.needsRedis, arguments: [true, false])
func `a promoted replica begins another store epoch`(isPromoted: Bool) throws {
    let redis = try RunningRedis(syncing)
    defer { redis.end() }
    let first = try storeEpoch(port: redis.port)
    _ = redis.ask("HSET calcroom:store run another")
    if isPromoted {
        for primary in ["127.0.0.1 1", "NO ONE"] { _ = redis.ask("REPLICAOF \(primary)") }
    }
    #expect((try storeEpoch(port: redis.port) != first) == isPromoted)
}

/// Redis does not know after a restart that it was promoted.
@Test(.needsRedis)
func `a promoted replica that was restarted begins another store epoch`() throws {
    let (primary, replica) = (try RunningRedis(syncing), try RunningRedis(syncing))
    defer { for redis in [primary, replica] { redis.end() } }
    _ = replica.ask("REPLICAOF 127.0.0.1 \(primary.port)")
    replica.wait(for: "master_link_status:up", in: "replication")
    let first = try storeEpoch(port: primary.port)
    replica.wait(for: "EXISTS calcroom:store", "1")
    replica.wait(for: "aof_rewrite_in_progress:0", in: "persistence")
    primary.kill()
    _ = replica.ask("REPLICAOF NO ONE")
    replica.kill()
    try replica.start()
    #expect(replica.ask("EXISTS calcroom:store") == "1")
    #expect(try storeEpoch(port: replica.port) != first)
}
