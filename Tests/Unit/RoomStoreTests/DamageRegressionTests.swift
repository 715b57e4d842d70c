import SharedRoom
import Testing

@testable import RoomStore
@testable import SQLiteStore

// Defects that random damage has found.

@Test func `orders without a valid checksum forget no room`() throws {
    let file = StoreFile()
    try file.fill("hall", 3)
    try file.store { store in
        try file.execute(
            "INSERT INTO orders (kind, name, checksum) SELECT 1, name, checksum FROM rooms")
        try store.wait(for: "the orders") { try file.number("SELECT count(*) FROM orders") == 0 }
        #expect(try store.kept("hall").summary.sequence == 3)
    }
}

/// One damaged room once kept the file closed, and so all rooms.
@Test func `a room that is damaged when the file is opened again ends alone`() throws {
    let file = StoreFile()
    for room in ["hall", "yard"] as [RoomName] { try file.fillAndCompact(room, 3) }
    let backend = try SQLiteBackend(file.options())
    backend.perform(.load("hall", 1))
    backend.perform(.load("yard", 2))
    while backend.events.removeFirst() != nil {}
    try file.execute("UPDATE rooms SET time = time + 1 WHERE name = CAST('hall' AS BLOB)")
    backend.file.close()
    backend.reopenIfClosed()
    #expect(!backend.file.isClosed)
    var events: [BackendEvent] = []
    while let event = backend.events.removeFirst() { events.append(event) }
    #expect(events.count == 2)
    #expect(events.first == .invalid("hall"))
    guard case .replaced(let name, let yard)? = events.last else {
        Issue.record("the yard does not continue")
        return
    }
    #expect(name == "yard")
    #expect(yard.head == 3)
    let notices = file.notices.withLock { $0 }
    #expect(notices == [.setAside("hall", "a room's row"), .newEpochs("after an I/O error")])
}

/// If the store could not write after it applied the events, the row still counts the trial.
@Test func `an open room can be read although its row says that it is set aside`() throws {
    let file = StoreFile()
    try file.fill("hall", 5, endsCleanly: false)
    try file.store { store in
        let probe = try StoreProbe(of: store).withOpen("hall")
        try file.execute("UPDATE rooms SET trials = 3")
        #expect(try probe.read("hall", from: 1, count: 5).count == 5)
    }
}

/// Other old rooms are forgotten, and no failure to write is reported.
@Test func `an old day in a damaged row forgets no room`() throws {
    let file = StoreFile()
    for room in ["hall", "yard"] as [RoomName] { try file.fillAndCompact(room, 3) }
    try file.execute("UPDATE rooms SET day = 7 WHERE name = CAST('hall' AS BLOB)")
    file.clock.now += 2 * 86_400_000
    try file.store({ $0.common.daysKept = 0 }) { store in
        try store.wait(for: "the sweep") { try file.number("SELECT count(*) FROM rooms") == 1 }
        #expect(try file.number("SELECT day FROM rooms") == 7)
    }
    let notices = file.notices.withLock { $0 }
    #expect(notices.contains(.forgotUnvisited(1)))
    #expect(!notices.contains { if case .cannotWrite = $0 { true } else { false } })
}

@Test func `unvisited rooms are forgotten although others are damaged`() throws {
    let file = StoreFile()
    for number in 1...25 { try file.fillAndCompact(RoomName("room-\(number)"), 1) }
    try file.execute("UPDATE rooms SET day = id WHERE id <= 24")
    file.clock.now += 2 * 86_400_000
    try file.store({ $0.common.daysKept = 0 }) { store in
        try store.wait(for: "the sweep") { try file.number("SELECT count(*) FROM rooms") == 24 }
        #expect(try file.number("SELECT max(id) FROM rooms") == 24)
    }
}

@Test(arguments: ["journal", "rooms"])
func `a file with a row of the highest number is refused`(table: String) throws {
    let file = StoreFile()
    try file.fill("hall", 3, endsCleanly: false)
    if try file.number("SELECT count(*) FROM journal") == 0 {
        try file.execute(
            "INSERT INTO journal (id, room, first, events, checksum) VALUES (1, 1, 4, x'', 0)")
    }
    try file.execute(
        "UPDATE \(table) SET id = \(Int64.max) WHERE id = (SELECT max(id) FROM \(table))")
    #expect(throws: StoreError.damaged(path: file.path, what: "the number of a row")) {
        try file.store { _ in }
    }
}

@Test func `a file with a negative version is refused`() throws {
    let file = StoreFile()
    try file.fill("hall", 3)
    try file.execute("PRAGMA user_version = -1")
    #expect(throws: StoreError.damaged(path: file.path, what: "its schema version")) {
        try file.store { _ in }
    }
}

@Test func `an empty snapshot in the history is detected as damage`() throws {
    let file = StoreFile()
    try file.fillAndCompact("hall", 3)
    try file.execute("UPDATE history SET snapshot = x''")
    try file.store { store in
        let probe = try StoreProbe(of: store).withOpen("hall")
        let damage = StoreError.damaged(path: file.path, what: "a row of the history")
        #expect(throws: damage) { try probe.read("hall", from: 1, count: 9) }
    }
}

/// The reported events of the room stay in the journal.
@Test func `a room whose history row exists already does not prevent the compaction of others`()
    throws
{
    let file = StoreFile()
    try file.fillAndCompact("hall", 3)
    try file.execute(
        """
        INSERT INTO history (id, room, first, events, checksum)
        SELECT 1000, id, 4, x'7b7d', 0 FROM rooms
        """)
    try file.store { store in
        for room in ["hall", "yard", "attic"] as [RoomName] {
            let probe = try StoreProbe(of: store).withOpen(room)
            try probe.write(2, to: room)
            probe.detach()
        }
        try store.wait(for: "the compaction") {
            try file.number("SELECT count(*) FROM journal") <= 2
        }
        try store.wait(for: "the compaction") { store.roomCount == 1 }
    }
    try file.store { store in
        for (room, count) in [("hall", 5), ("yard", 2)] as [(RoomName, Int64)] {
            let kept = try store.kept(room)
            #expect(kept.summary.sequence == count)
        }
    }
}

@Test func `history after a room's last compacted event is not read`() throws {
    let file = StoreFile()
    try file.fillAndCompact("hall", 3)
    let older = try file.row()
    try file.fillAndCompact("hall", 3)
    try file.put(older)
    try file.store { store in
        let probe = StoreProbe(of: store)
        let opened = try probe.open("hall")
        #expect(opened.snapshot == older.snapshot)
        let gap = StoreError.damaged(path: file.path, what: "a gap in the history")
        #expect(throws: gap) { try probe.read("hall", from: 1, count: 9) }
    }
}

extension StoreFile {
    func fillAndCompact(_ room: RoomName, _ count: Int64) throws {
        try fill(room, count)
        try store { store in
            _ = try store.kept(room)
            try store.wait(for: "the compaction") { store.roomCount == 0 }
        }
    }

    fileprivate func row() throws -> RoomRow {
        try #require(try SQLiteConnection(path, .reading).room(1))
    }

    /// Writes an older version of a row.
    fileprivate func put(_ row: RoomRow) throws {
        try SQLiteConnection(path, .writing).write(row)
    }
}
