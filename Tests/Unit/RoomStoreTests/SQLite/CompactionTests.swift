import Foundation
import SharedRoom
import Testing

@testable import RoomStore
@testable import SQLiteStore

extension StoreFile {
    /// Opens the hall as often, and writes ten events each time. A small journal is compacted often.
    fileprivate func fillHall(_ times: Int, _ change: (inout SQLiteLimits) -> Void) throws {
        for _ in 0..<times {
            try fill("hall", 10) {
                $0.limits.roomJournalEventsMax = 5
                $0.limits.history.eventsPerMilestone = 20
                change(&$0.limits)
            }
        }
    }
}

@Test func `a shorter history has as many bytes for each event, and milestones`() {
    var history = HistoryLimits(eventsMax: 20_000, bytesMax: 4_000_000)
    history.keep(events: 1_000)
    #expect(history.eventsMax == 1_000 && history.bytesMax == 200_000)
    #expect(history.eventsPerMilestone == 250)
}

@Test func `waiting requests share one commit`() throws {
    let file = StoreFile()
    try file.store { store in
        let probes = (0..<4).map { _ in StoreProbe(of: store) }
        let names = (0..<50).map { RoomName("room-\($0)") }
        for name in names { for probe in probes { probe.submit(.open(name)) } }
        for name in names { for probe in probes { try probe.settle(name) } }
        let rows = try file.number("SELECT count(*) FROM journal")
        // While a group is held up, other requests wait.
        store.holdUp { _ in
            for name in names {
                for (line, probe) in probes.enumerated() {
                    probe.append([Int64(line) + 1], to: name)
                }
            }
        }
        for name in names { try probes[0].follow(name, to: 4) }
        #expect(rows == 0)
        #expect(try file.number("SELECT count(*) FROM journal") == 50)
    }
}

@Test func `an edge receives the events of a commit in one call`() throws {
    try StoreFile().store { store in
        let received = Guarded<[Int]>([])
        let edge = store.attach(together: { reports in
            received.withLock { $0.append(reports.count) }
        })
        let names = (0..<50).map { RoomName("room-\($0)") }
        store.submit(names.map { .open($0) }, from: edge)
        try store.wait(for: "the openings") { received.withLock { $0.reduce(0, +) } == 50 }
        received.withLock { $0 = [] }
        store.holdUp { _ in
            for name in names {
                store.submit(.append(name, [Draft(.recall(1))], ticket: 1), from: edge)
            }
        }
        try store.wait(for: "the events") { received.withLock { $0.reduce(0, +) } == 100 }
        #expect(received.withLock { $0 } == [100])
    }
}

@Test func `a closed room is compacted, and opens from its snapshot`() throws {
    let file = StoreFile()
    try file.store { store in
        let probe = try StoreProbe(of: store).withOpen("hall")
        try probe.write(10, to: "hall")
        #expect(try store.kept("hall").opened.snapshot == nil)
        probe.submit(.close("hall"))
        try store.wait(for: "the compaction") {
            try file.number("SELECT count(*) FROM journal") == 0
        }
        let opened = try probe.open("hall")
        #expect(opened.events == [])
        #expect(RoomSummary(form: opened.snapshot).sequence == 10)
        #expect(try probe.read("hall", from: 1, count: 20).map(\.sequence) == Array(1...10))
    }
}

@Test func `an open room with a long journal is compacted`() throws {
    let file = StoreFile()
    try file.store({ $0.limits.roomJournalEventsMax = 10 }) { store in
        let probe = try StoreProbe(of: store).withOpen("hall")
        try probe.write(95, to: "hall")
        try store.wait(for: "the compaction") {
            try file.number("SELECT ifnull(sum(length(events)), 0) FROM journal") < 1_000
        }
        let opened = try store.kept("hall").opened
        #expect(opened.events.count < 20)
        #expect(try probe.follow("hall", to: 95).sequences == Array(1...95))
    }
}

@Test func `the oldest rooms in a long journal are compacted`() throws {
    let file = StoreFile()
    try file.store({ $0.limits.journalBytesMax = 5_000 }) { store in
        let probe = StoreProbe(of: store)
        for number in 0..<100 {
            try probe.open(RoomName("room-\(number)"))
            try probe.write(5, to: RoomName("room-\(number)"))
        }
        try store.wait(for: "the compaction") {
            try file.number("SELECT sum(length(events)) FROM journal") <= 5_000
        }
        let last = try file.number("SELECT id FROM rooms WHERE name = CAST('room-99' AS BLOB)")
        #expect(try file.number("SELECT count(*) FROM journal WHERE room = \(last)") > 0)
        #expect(try file.number("SELECT count(*) FROM journal WHERE room = 1") == 0)
    }
}

@Test func `a read begins at the last snapshot before the requested event`() throws {
    let file = StoreFile()
    try file.fillHall(20) { $0.history.eventsMax = 10_000 }
    try file.store { store in
        let probe = try StoreProbe(of: store).withOpen("hall")
        for from in stride(from: Int64(1), through: 200, by: 7) {
            let part = try probe.part(of: "hall", from: from, count: 3)
            let first = try #require(part.events.first?.sequence)
            #expect(first <= from && from - first < 30)
            #expect(part.events.last?.sequence == min(from + 2, 200))
            #expect(RoomSummary(form: part.snapshot).sequence == first - 1)
            #expect((part.snapshot == nil) == (first == 1))
        }
    }
}

@Test func `beyond the limit, the oldest events are deleted up to a snapshot`() throws {
    let file = StoreFile()
    try file.fillHall(30) { $0.history.eventsMax = 60 }
    try file.store { store in
        let probe = try StoreProbe(of: store).withOpen("hall")
        let part = try probe.part(of: "hall", from: 1, count: .max)
        #expect((60...100).contains(part.events.count))
        #expect(part.events.last?.sequence == 300)
        let first = try #require(part.events.first?.sequence)
        #expect(part.events.map(\.sequence) == Array(first...300))
        var summary = RoomSummary(form: part.snapshot)
        for event in part.events { summary.apply(event) }
        #expect(try summary == store.kept("hall").summary)
        #expect(summary.faultCount == 0)
        #expect(try file.number("SELECT min(first) FROM history") == first)
    }
}

@Test func `the history is limited in bytes, too`() throws {
    let file = StoreFile()
    try file.fillHall(30) { $0.history.bytesMax = 3_000 }
    let kept = try file.number(
        "SELECT sum(length(events) + ifnull(length(snapshot), 0)) FROM history")
    #expect((1_000...4_500).contains(kept))
    #expect(try file.number("SELECT historyBytes FROM rooms") == kept)
}

@Test func `checkpoints limit the size of the write-ahead log`() throws {
    let file = StoreFile()
    try file.store({ $0.durability = .none }) { store in
        var largest = 0
        for _ in 0..<40 {
            // A probe keeps all reports, and searches them for each answer, so each round has its own.
            let probe = try StoreProbe(of: store).withOpen("hall")
            for _ in 0..<100 { try probe.write(1, to: "hall") }
            probe.detach()
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path + "-wal")
            largest = max(largest, attributes[.size] as? Int ?? 0)
        }
        // Without checkpoints, 4,000 commits take more than 16 MB.
        #expect((1 << 19...12 << 20).contains(largest), "\(largest)")
    }
}

@Test func `rooms that an earlier store left in the journal are compacted without a request`()
    throws
{
    let file = StoreFile()
    let first = try SQLiteStore(file.options())
    let probe = StoreProbe(of: first)
    for number in 0..<30 {
        try probe.open(RoomName("room-\(number)"))
        try probe.write(2, to: RoomName("room-\(number)"))
    }
    first.abandon()
    let left = try file.number("SELECT count(*) FROM journal")
    #expect(left >= 30)
    try file.store { store in
        // The only call of an edge.
        _ = StoreProbe(of: store)
        let deadline = Date().addingTimeInterval(60)
        while try file.number("SELECT count(*) FROM journal") > 0 {
            guard Date() < deadline else { throw Inbox.TimedOut(what: "folding") }
            usleep(2_000)
        }
    }
}
