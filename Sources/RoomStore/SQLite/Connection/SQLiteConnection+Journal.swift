import SharedRoom

/// The journal: events as they come, of all rooms.
extension SQLiteConnection {
    func append(_ events: [Event], to room: Int64, row: Int64) throws(SQLiteFailure) -> Int {
        let block = EventBlock(events)
        try run(
            "INSERT INTO journal (id, room, first, events, checksum) VALUES (?, ?, ?, ?, ?)",
            .number(row), .number(room), .number(block.first), .bytes(block.text),
            .bits(block.checksum(row: row, room: room)))
        return block.text.count
    }

    /// What rows of the journal say, which follow each other and the number of an event.
    func journal(
        _ journal: JournalRows, of room: Int64, after sequence: Int64
    ) throws(SQLiteFailure) -> [Event] {
        var events: [Event] = []
        for row in journal.rows {
            let block = try first(
                "SELECT room, first, events, checksum FROM journal WHERE id = ?", .number(row)
            ) { (found) throws(SQLiteFailure) -> EventBlock in
                let block = EventBlock(first: found.number(1), text: found.bytes(2))
                guard found.number(0) == room,
                    found.bits(3) == block.checksum(row: row, room: room)
                else { throw .damaged("a row of the journal") }
                return block
            }
            guard let block, block.first == sequence + Int64(events.count) + 1 else {
                throw .damaged("a gap in the journal")
            }
            events += try block.events
        }
        return events
    }

    /// What each room has in the journal, and the last row. How many events that is, nobody has
    /// counted.
    func journalRows() throws(SQLiteFailure) -> (rows: [Int64: JournalRows], last: Int64) {
        var rows: [Int64: JournalRows] = [:]
        var last: Int64 = 0
        try each("SELECT id, room, length(events) FROM journal ORDER BY id") { row in
            last = row.number(0)
            rows[row.number(1), default: JournalRows(isUnproven: true)].append(
                last, events: 0, bytes: Int(row.number(2)))
            return true
        }
        return (rows, last)
    }

    /// What one room has in the journal, all of which is looked through for that.
    func journalRows(of room: Int64) throws(SQLiteFailure) -> JournalRows {
        try journalRows().rows[room] ?? JournalRows()
    }

    func trimJournal(_ journal: JournalRows) throws(SQLiteFailure) {
        for row in journal.rows { try run("DELETE FROM journal WHERE id = ?", .number(row)) }
    }
}
