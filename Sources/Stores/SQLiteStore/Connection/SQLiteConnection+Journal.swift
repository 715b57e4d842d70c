import SharedRoom

/// The journal: the events of all rooms that are not compacted.
extension SQLiteConnection {
    func append(_ events: [Event], to room: Int64, row: Int64) throws(SQLiteFailure) -> Int {
        let block = EventBlock(events)
        try run(
            "INSERT INTO journal (id, room, first, events, checksum) VALUES (?, ?, ?, ?, ?)",
            .number(row), .number(room), .number(block.first), .bytes(block.text),
            .bits(block.checksum(row: row, room: room)))
        return block.text.count
    }

    /// The events of a room's rows in the journal. They must follow the event `sequence` without a gap.
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

    /// The rows of all rooms in the journal. The events in them are not counted.
    func journalIndex() throws(SQLiteFailure) -> JournalIndex {
        var index = JournalIndex()
        try each("SELECT id, room, length(events) FROM journal ORDER BY id") { row in
            index.append(
                row.number(0), events: 0, bytes: Int(row.number(2)), to: row.number(1))
            return true
        }
        index.markUnproven()
        return index
    }

    /// The number of the newest row of a table, or 0.
    func lastRow(of table: String) throws(SQLiteFailure) -> Int64 {
        let last = try number("SELECT max(id) FROM \(table)") ?? 0
        // No file ever has so many rows.
        guard last < RoomLimits.numberMax else { throw .damaged("the number of a row") }
        return last
    }

    func trimJournal(_ journal: JournalRows) throws(SQLiteFailure) {
        for row in journal.rows { try run("DELETE FROM journal WHERE id = ?", .number(row)) }
    }
}
