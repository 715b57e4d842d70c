import Foundation
import RunningRedis
import SharedRoom
import Testing

@testable import RoomStore

@Test(.needsRedis)
func `a reply after a reconnect does not answer an earlier request`() throws {
    try Nodes.hold(1, [], Nodes.impatient) { nodes in
        let ada = nodes.edge(at: 0)
        for room in ["hall", "yard", "attic"] as [RoomName] {
            try ada.open(room)
            ada.append([1], to: room)
            try ada.follow(room, to: 1)
        }
        nodes.redis.setRunning(false)
        // The opening waits for a subscription, and the request before it has no reply.
        ada.submit(.head("hall", ticket: 1), .close("attic"), .open("attic"))
        let expected: [LogReport] = [
            .refused("hall", ticket: 1, .unavailable), .refused("attic", ticket: 0, .unavailable),
        ]
        _ = try ada.inbox.wait(for: "both answers") { reports in
            expected.allSatisfy(reports.contains) ? true : nil
        }
        nodes.redis.setRunning(true)
        for room in ["hall", "yard"] as [RoomName] {
            try ada.appendWhenPossible(2, to: room)
            #expect(try ada.follow(room, to: 2).isForgotten == false)
        }
    }
}

@Test(.needsRedis)
func `a request on a lost connection is refused`() throws {
    try Nodes.hold(1, [], Nodes.impatient) { nodes in
        let ada = try nodes.edge(at: 0).withOpen("hall")
        nodes.redis.setRunning(false)
        // The second request is sent after the answer to the first.
        ada.submit(.open("hall"), .head("hall", ticket: 1))
        try ada.wait(for: .refused("hall", ticket: 1, .unavailable))
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

@Test(.needsRedis)
func `a room of older rules is converted later if it cannot be written now`() throws {
    try Nodes.hold(1) { nodes in
        let ada = try nodes.edge(at: 0).withOpen("hall")
        ada.append([1, 2], to: "hall")
        try ada.follow("hall", to: 2)
        ada.submit(.close("hall"))
        try ada.settle("hall")
        _ = nodes.redis.ask("HSET calcroom:room:hall rules 0")
        nodes.redis.setWritable(false)
        let ticket = ada.inbox.nextTicket()
        let answer = try ada.answer(to: ticket, .open("hall", ticket: ticket))
        #expect(answer == .refused("hall", ticket: ticket, .unavailable))
        nodes.redis.setWritable(true)
        #expect(try RoomSummary(form: ada.openWhenPossible("hall").snapshot).sequence == 2)
    }
}
