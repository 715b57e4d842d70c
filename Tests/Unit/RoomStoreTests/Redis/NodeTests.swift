import Foundation
import RoomStore
import RunningRedis
import SharedRoom
import Testing

@testable import RedisStore

@Test(.needsRedis)
func `the participants of a killed node are reported as gone`() throws {
    #expect(RedisLimits().nodeTimeout == 10_000)
    try Nodes.hold(2, [], { $0.limits.nodeTimeout = 1_500 }) { nodes in
        let (ada, bob) = (nodes.edge(at: 0), nodes.edge(at: 1))
        for edge in [ada, bob] { try edge.open("hall") }
        ada.submit(.announce("hall", came: [7], gone: []))
        try bob.wait(for: .presence("hall", edge: ada.edge, came: [7], gone: []))
        nodes.stores[0].abandon()
        try bob.wait(for: .presence("hall", edge: ada.edge, came: [], gone: [7]))
        #expect(try bob.open("hall").present == [])
        #expect(try nodes.edge(at: 1).open("hall").present == [])
    }
}

@Test(.needsRedis)
func `events of a lost message are read from the stream`() throws {
    try Nodes.hold { nodes in
        let (ada, bob) = (nodes.edge(at: 0), nodes.edge(at: 1))
        for edge in [ada, bob] { try edge.open("hall") }
        for line in Int64(1)...20 {
            if line % 4 == 0 { _ = nodes.redis.ask("CLIENT KILL TYPE pubsub") }
            ada.append([line], to: "hall")
            try bob.follow("hall", to: line)
        }
        // An event without a message, as if the message was lost.
        let key = "calcroom:room:hall"
        _ = nodes.redis.ask(
            #"XADD \#(key):events 0-* at 1790000000000 event "\"by\":1,\"n\":1,\"startOver\":true}""#
        )
        _ = nodes.redis.ask("HSET \(key) head 21")
        for edge in [ada, bob] {
            #expect(try edge.follow("hall", to: 21).events.last?.sequence == 21)
        }
    }
}

@Test(.needsRedis)
func `a room's size in Redis is limited, and it expires`() throws {
    #expect(RedisLimits().eventsKeptMax == 512)
    try Nodes.hold(1, [], { $0.common.daysKept = 3 }) { nodes in
        let ada = try nodes.edge(at: 0).withOpen("hall")
        for round in Int64(1)...40 {
            ada.append(Array(1...50), to: "hall")
            try ada.follow("hall", to: round * 50)
        }
        try ada.settle("hall")
        let key = "calcroom:room:hall"
        let length = try ada.inbox.wait(for: "a short stream") { _ in
            let length = nodes.redis.ask("XLEN \(key):events").flatMap { Int($0) } ?? .max
            return length <= 512 ? length : nil
        }
        #expect(length >= 256)
        for part in [key, key + ":events", key + ":tape"] {
            let left = nodes.redis.ask("PTTL \(part)").flatMap { Int($0) } ?? -1
            #expect((3 * 86_400_000 - 60_000...3 * 86_400_000).contains(left), "\(part) \(left)")
        }
        #expect(try nodes.edge(at: 0).open("hall").events.count == length)
    }
}

@Test(.needsRedis)
func `a room with invalid data is set aside, and others are not affected`() throws {
    try Nodes.hold { nodes in
        let (ada, bob) = (nodes.edge(at: 0), nodes.edge(at: 1))
        for room in ["hall", "yard"] as [RoomName] { try ada.open(room) }
        ada.append([1], to: "hall")
        try ada.follow("hall", to: 1)
        let key = "calcroom:room:hall"
        _ = nodes.redis.ask("XADD \(key):events 0-* at 1790000000000 event nonsense")
        _ = nodes.redis.ask("HSET \(key) head 2")
        try ada.wait(for: .failed("hall", .setAside))
        let refused = LogReport.refused("hall", ticket: 0, .setAside)
        #expect(try bob.answer(to: 0, .open("hall")) == refused)
        let names = nodes.notices.compactMap { notice in
            if case .setAside(let name, _) = notice { name } else { nil }
        }
        #expect(names == ["hall"])
        ada.append([1], to: "yard")
        #expect(try ada.follow("yard", to: 1).events.count == 1)
    }
}

@Test(.needsRedis)
func `a room of other rules is not opened`() throws {
    try Nodes.hold(1) { nodes in
        let ada = try nodes.edge(at: 0).withOpen("hall")
        ada.append([1, 2, 3], to: "hall")
        try ada.follow("hall", to: 3)
        ada.submit(.close("hall"))
        try ada.settle("hall")
        let reader = nodes.stores[0].makeReader()
        for rules in [0, 2] as [UInt32] {
            _ = nodes.redis.ask("HSET calcroom:room:hall rules \(rules)")
            let ticket = ada.inbox.nextTicket()
            let answer = try ada.answer(to: ticket, .open("hall", ticket: ticket))
            #expect(answer == .refused("hall", ticket: ticket, .otherRules))
            let place = nodes.stores[0].options.address.place
            let error = StoreError.otherRules(path: place, rules: rules, known: 1)
            #expect(throws: error) { try reader.room("hall") }
        }
        _ = nodes.redis.ask("HSET calcroom:room:hall rules 1")
        #expect(try ada.open("hall").events.count == 3)
    }
}
