import CalculatorEngine
import Foundation
import SharedRoom
import Testing

@testable import RoomStore
@testable import SQLiteStore

/// A room with the calculations 1 + 1 =, 2 + 1 = and so on.
private func work(out count: Int64, in store: SQLiteStore, lastly: [Action] = []) throws {
    let probe = try StoreProbe(of: store).withOpen("hall")
    guard var head = try probe.head(of: "hall") else { return }
    var drafts: [Draft] = []
    if head == 0 {
        let salt = Fingerprint(high: 1, low: 2)
        let name = try #require(PersonName(Array("Ada".utf8)))
        drafts = [
            Draft(.make(RoomSetup(keypad: .standard, salt: salt))),
            Draft(.enter(Entrance(identity: salt, pen: 1, name: name))),
        ]
        head = 2
    }
    let keys = try (1...count).flatMap { "\($0)".map(String.init) + ["+", "1", "="] }.map { name in
        Action.press(try #require(Key(named: name.utf8)))
    }
    for (index, action) in (keys + lastly).enumerated() {
        let signature = Signature(author: 1, pen: 0, number: head - 1 + Int64(index))
        drafts.append(Draft(action, signature: signature))
    }
    for draft in drafts { probe.submit(.append("hall", [draft], ticket: 0)) }
    let end = head + Int64(keys.count + lastly.count)
    _ = try probe.inbox.wait(for: "event \(end)") { reports in
        reports.contains { report in
            if case .events(_, let events) = report { events.last?.sequence == end } else { false }
        } ? true : nil
    }
}

private let realRooms: @Sendable (inout SQLiteOptions) -> Void = { options in
    options.common.compact = Room.compact
    options.limits = SQLiteLimits()
    options.limits.roomJournalEventsMax = 50
}

@Test func `dropped lines are kept as text until the first line after a clearing`() throws {
    let file = StoreFile()
    func lines(_ store: SQLiteStore, before: Int64 = .max, _ count: Int = .max) throws -> [String] {
        let probe = try StoreProbe(of: store).withOpen("hall")
        let entries = try probe.tape("hall", before: before, count: count)
        #expect(entries.allSatisfy { $0.name == Array("Ada".utf8) && $0.time > 0 })
        return entries.map { entry in
            String(decoding: entry.expression + [61] + (entry.result ?? []), as: UTF8.self)
        }
    }
    try file.store(realRooms) { try work(out: 250, in: $0) }
    try file.store(realRooms) { store in
        #expect(try lines(store) == (1...150).map { "\($0) + 1=\($0 + 1)" })
        #expect(try lines(store, 2) == ["149 + 1=150", "150 + 1=151"])
        try work(out: 1, in: store, lastly: [.clearTape])
    }
    try file.store(realRooms) { store in
        // The tape can be restored.
        #expect(try lines(store).starts(with: (1...150).map { "\($0) + 1=\($0 + 1)" }))
        try work(out: 101, in: store)
    }
    let last = try file.store(realRooms) { try lines($0) }
    #expect(last == ["1 + 1=2"])
}

@Test func `a room that ended three servers is set aside, and others are not affected`() throws {
    let file = StoreFile()
    for room in ["hall", "yard", "shop"] as [RoomName] {
        try file.fill(room, 5, endsCleanly: false)
    }
    let hall = try file.number("SELECT id FROM rooms WHERE name = CAST('hall' AS BLOB)")
    // As if three servers ended while they read this room.
    try file.execute("UPDATE rooms SET trials = 3 WHERE id = \(hall)")
    for _ in 0..<2 {
        try file.store { store in
            let probe = StoreProbe(of: store)
            let answer = try probe.answer(to: 0, .open("hall"))
            #expect(answer == .refused("hall", ticket: 0, .setAside))
            for room in ["yard", "shop"] as [RoomName] {
                #expect(try store.kept(room).summary.sequence == 5)
            }
        }
    }
    #expect(file.notices.withLock { $0.count } == 1)
    #expect(try file.number("SELECT count(*) FROM rooms WHERE trials BETWEEN 1 AND 3") == 0)
}

@Test(arguments: ["rooms SET trials = 2", "rooms SET trials = 3; UPDATE file SET boot = 1"])
func `two trials, or three that ended with the machine, do not count`(trial: String) throws {
    let file = StoreFile()
    try file.fill("hall", 5, endsCleanly: false)
    try file.execute("UPDATE \(trial)")
    let kept = try file.store { try $0.kept("hall") }
    #expect(kept.summary.sequence == 5)
    #expect(try file.number("SELECT count(*) FROM rooms WHERE trials BETWEEN 1 AND 3") == 0)
    #expect(file.notices.withLock { $0 } == [])
}

@Test func `a trial is noted before a room's events are applied for the first time`() throws {
    let file = StoreFile()
    try file.fill("hall", 5, endsCleanly: false)
    let noted = Guarded<Int64>(0)
    let path = file.path
    let look: Compactor = { snapshot, events in
        let connection = try? SQLiteConnection(path, .reading)
        let trials = try? connection?.number(
            "SELECT count(*) FROM rooms WHERE trials BETWEEN 1 AND 3")
        noted.withLock { $0 = trials ?? -1 }
        return RoomSummary.compact(snapshot, events)
    }
    try file.store({ $0.common.compact = look }) { store in
        let kept = try store.kept("hall")
        #expect(kept.summary.sequence == 5)
        #expect(noted.withLock { $0 } == 1)
        #expect(try file.number("SELECT count(*) FROM rooms WHERE trials BETWEEN 1 AND 3") == 0)
    }
}

@Test(arguments: [UInt32(0), 2])
func `a room of other rules is not opened or changed`(rules: UInt32) throws {
    let file = StoreFile()
    try file.fill("hall", 5, endsCleanly: false) { $0.common.rules = rules }
    try file.store { store in
        let answer = try StoreProbe(of: store).answer(to: 0, .open("hall"))
        #expect(answer == .refused("hall", ticket: 0, .otherRules))
        let error = StoreError.otherRules(path: file.path, rules: rules, known: 1)
        #expect(throws: error) { try store.makeReader().room("hall") }
    }
    let kept = try file.store({ $0.common.rules = rules }) { try $0.kept("hall") }
    #expect(kept.summary.sequence == 5)
}

@Test func `forgetting a room of other rules deletes its events`() throws {
    let file = StoreFile()
    try file.fill("hall", 5, endsCleanly: false) { $0.common.rules = 2 }
    #expect(try file.number("SELECT count(*) FROM journal") > 0)
    try file.store { store in
        // The store has already found that it cannot read the journal of the room.
        #expect(store.roomCount == 0)
        try file.order(.forget, "hall")
        try store.wait(for: "the order") { try file.number("SELECT count(*) FROM rooms") == 0 }
    }
    #expect(try file.number("SELECT count(*) FROM journal") == 0)
}

@Test func `unvisited rooms are forgotten, and visited ones are not`() throws {
    let file = StoreFile()
    let day: Int64 = 86_400_000
    for room in ["old", "visited", "open"] as [RoomName] { try file.fill(room, 3) }
    file.clock.now += 20 * day
    try file.store { _ = try $0.kept("visited") }
    file.clock.now += 10 * day
    try file.store({ $0.common.daysKept = 30 }) { store in
        let probe = try StoreProbe(of: store).withOpen("open")
        try probe.open("new")
        try probe.write(1, to: "new")
        #expect(try file.number("SELECT count(*) FROM rooms") == 4)
        file.clock.now += day
        try store.wait(for: "the sweep") { try file.number("SELECT count(*) FROM rooms") == 3 }
        #expect(try probe.head(of: "open") == 3)
        #expect(try store.kept("new").summary.sequence == 1)
        #expect(try store.kept("old").summary.sequence == 0)
    }
    #expect(file.notices.withLock { $0 } == [.forgotUnvisited(1)])
    file.clock.now += 400 * day
    try file.store { store in
        // The store looks for unvisited rooms before it executes this.
        try file.order(.forget, "a")
        try store.wait(for: "the order") { try file.number("SELECT count(*) FROM orders") == 0 }
    }
    #expect(try file.number("SELECT count(*) FROM rooms") == 3)
}

@Test func `a room that was made and never used is forgotten a day after the last visit`() throws {
    let file = StoreFile()
    let day: Int64 = 86_400_000
    try file.fillAndCompact("unused", 2)
    try file.fillAndCompact("used", 3)
    let visited = try file.number("SELECT min(day) FROM rooms")
    try file.store({ $0.common.daysKept = 30 }) { store in
        file.clock.now += 2 * day
        // A skipped day does not count.
        try store.wait(for: "the sweep") {
            try file.number("SELECT min(day) FROM rooms WHERE sequence = 2") == visited + 1
        }
        file.clock.now += day
        try store.wait(for: "the sweep") { try file.number("SELECT count(*) FROM rooms") == 1 }
        #expect(try store.kept("used").summary.sequence == 3)
    }
}

@Test func `days without a server, or skipped by a wrong clock, do not count as unvisited`()
    throws
{
    let file = StoreFile()
    let day: Int64 = 86_400_000
    try file.fillAndCompact("hall", 3)
    let visited = try file.number("SELECT day FROM rooms")
    file.clock.now += 45 * day
    try file.store({ $0.common.daysKept = 1 }) { store in
        try store.wait(for: "the sweep") {
            try file.number("SELECT day FROM rooms") == visited + 44
        }
        #expect(try store.kept("hall").summary.sequence == 3)
    }
    file.clock.now += 2 * day
    try file.store({ $0.common.daysKept = 1 }) { store in
        try store.wait(for: "the sweep") {
            try file.number("SELECT day FROM rooms") == visited + 46
        }
        file.clock.now += day
        try store.wait(for: "the sweep") { try file.number("SELECT count(*) FROM rooms") == 0 }
    }
}

@Test func `no row of a forgotten room is left`() throws {
    let file = StoreFile()
    try file.store(realRooms) { try work(out: 250, in: $0) }
    for isOpen in [true, false] {
        try file.store(realRooms) { store in
            let probe = StoreProbe(of: store)
            if isOpen { try work(out: 3, in: store) }
            try probe.open("hall")
            probe.submit(.forget("hall", ticket: 1))
            try probe.wait(for: .forgotten("hall"))
            for table in ["rooms", "journal", "history", "tape"] {
                #expect(try file.number("SELECT count(*) FROM \(table)") == 0, "\(table)")
            }
            #expect(try store.kept("hall").summary.sequence == 0)
        }
        try file.store(realRooms) { try work(out: 120, in: $0) }
    }
}

@Test func `orders of another process are executed and reported`() throws {
    let file = StoreFile()
    for room in ["hall", "yard"] as [RoomName] { try file.fill(room, 3) }
    try file.store { store in
        let probe = try StoreProbe(of: store).withOpen("hall")
        for room in ["hall", "yard", "nowhere"] as [RoomName] {
            try file.order(.forget, room)
        }
        try probe.wait(for: .forgotten("hall"))
        try store.wait(for: "the orders") { try file.number("SELECT count(*) FROM orders") == 0 }
        #expect(try file.number("SELECT count(*) FROM rooms") == 0)
    }
}

@Test func `orders are executed while appends never pause`() throws {
    let file = StoreFile()
    try file.fill("yard", 1)
    try file.store { store in
        try store.keepBusy {
            try store.wait(for: "keys") { store.commits.events.sum > 50 }
            try file.order(.forget, "yard")
            try store.wait(for: "the order") {
                try file.number("SELECT count(*) FROM orders") == 0
            }
        }
    }
}

@Test func `a room that is put back has all its events, and continues`() throws {
    let file = StoreFile()
    try file.fill("hall", 3, endsCleanly: false)
    try file.execute("UPDATE rooms SET trials = 3")
    try file.store { store in
        let probe = StoreProbe(of: store)
        let refused = LogReport.refused("hall", ticket: 0, .setAside)
        #expect(try probe.answer(to: 0, .open("hall")) == refused)
        try file.order(.reinstate, "hall")
        try store.wait(for: "the order") { try file.number("SELECT count(*) FROM orders") == 0 }
        try probe.open("hall")
        probe.append([4], to: "hall")
        #expect(try probe.follow("hall", to: 4).faults == [])
        #expect(try store.kept("hall").summary.sequence == 4)
    }
}

@Test func `only rooms that are open or await compaction take memory`() throws {
    let file = StoreFile()
    try file.store { store in
        let probe = StoreProbe(of: store)
        for number in 0..<200 {
            try probe.open(RoomName("room-\(number)"))
            if number.isMultiple(of: 2) { try probe.write(3, to: RoomName("room-\(number)")) }
        }
        #expect(store.roomCount == 200)
        for number in 0..<150 { probe.submit(.close(RoomName("room-\(number)"))) }
        try store.wait(for: "the compaction") { store.roomCount == 50 }
        probe.detach()
        try store.wait(for: "the compaction") { store.roomCount == 0 }
    }
}

@Test func `when too many requests wait, appends are refused and everything else is executed`()
    throws
{
    let file = StoreFile()
    try file.store({ $0.limits.waitingMax = 20 }) { store in
        let probe = try StoreProbe(of: store).withOpen("hall")
        store.holdUp { _ in
            for line in Int64(1)...40 { probe.append([line], to: "hall", ticket: line) }
        }
        try probe.settle("hall")
        let refused = (21...40).map { LogReport.refused("hall", ticket: $0, .unavailable) }
        let answers = probe.inbox.reports.filter {
            $0.ticket.map { (1...40).contains($0) } ?? false
        }
        #expect(answers.suffix(20) == refused[...])
        #expect(answers.count == 40)
        #expect(try probe.follow("hall", to: 20).events.count == 20)
        try probe.write(5, to: "hall")
    }
}

@Test func `a room with a damaged row is set aside, and others are not affected`() throws {
    let damages = [
        "UPDATE rooms SET sequence = sequence - 1 WHERE id = 1",
        "UPDATE rooms SET snapshot = zeroblob(32) WHERE id = 1",
        "UPDATE journal SET events = CAST('{\"seq\":6,\"events\":[]}' AS BLOB) WHERE room = 1",
        "DELETE FROM journal WHERE room = 1 AND id = (SELECT min(id) FROM journal WHERE room = 1)",
        "UPDATE journal SET room = 1 WHERE room = 2",
    ]
    for damage in damages {
        let file = StoreFile()
        try file.fill("hall", 5)
        let store = try SQLiteStore(file.options())
        let probe = StoreProbe(of: store)
        for room in ["hall", "yard"] as [RoomName] {
            try probe.open(room)
            for _ in 0..<5 { try probe.write(1, to: room) }
        }
        store.abandon()
        try file.execute(damage)
        try file.store { store in
            let probe = StoreProbe(of: store)
            let answer = try probe.answer(to: 0, .open("hall"))
            #expect(answer == .refused("hall", ticket: 0, .setAside), "\(damage)")
            if !damage.contains("= 2") { #expect(try store.kept("yard").summary.sequence == 5) }
        }
    }
}

@Test func `a damaged room is not opened without its last events after a full disk`() throws {
    let file = StoreFile()
    try file.fill("hall", 5, endsCleanly: false)
    try file.execute("UPDATE journal SET checksum = checksum + 1")
    try file.store { store in
        // The store cannot set the room aside.
        store.setWritable(false)
        let probe = StoreProbe(of: store)
        for ticket in Int64(1)...2 {
            let answer = try probe.answer(to: ticket, .open("hall", ticket: ticket))
            #expect(answer == .refused("hall", ticket: ticket, .unavailable))
        }
        store.setWritable(true)
        let answer = try probe.answer(to: 3, .open("hall", ticket: 3))
        #expect(answer == .refused("hall", ticket: 3, .setAside))
    }
}

@Test func `a room whose pages are damaged does not keep others from being forgotten`() throws {
    let file = StoreFile()
    for room in ["hall", "yard"] as [RoomName] { try file.fillAndCompact(room, 3) }
    try file.execute(
        """
        UPDATE rooms SET snapshot = zeroblob(9000) WHERE name = CAST('hall' AS BLOB);
        PRAGMA wal_checkpoint(TRUNCATE)
        """)
    // The page that leads to the next page with zeros.
    var bytes = try Data(contentsOf: URL(filePath: file.path))
    let zeros = Data(count: 4_092)
    let pages = stride(from: 0, to: bytes.count, by: 4_096)
    let page = try #require(pages.first { $0 > 0 && bytes[$0 + 4..<$0 + 4_096] == zeros })
    bytes[page] = 0xFF
    try bytes.write(to: URL(filePath: file.path))
    try file.store({ $0.common.daysKept = 30 }) { store in
        for _ in 0..<40 {
            file.clock.now += 86_400_000
            store.tickNow()
        }
        let count = try file.number("SELECT count(*) FROM rooms")
        #expect(count == 1)
        #expect(store.commits.failingSince == nil)
    }
}
