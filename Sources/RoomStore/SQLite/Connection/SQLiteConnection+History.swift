import SharedRoom

/// The history: events that were folded, and lines that tapes have dropped.
extension SQLiteConnection {
    func appendHistory(
        _ block: EventBlock, last: Int64, snapshot: [UInt8]?, of room: Int64
    ) throws(SQLiteFailure) {
        let row = (try number("SELECT max(id) FROM history") ?? 0) &+ 1
        try run(
            """
            INSERT INTO history (id, room, first, last, snapshot, events, checksum)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            .number(row), .number(room), .number(block.first), .number(last), .bytes(snapshot),
            .bytes(block.text), .bits(block.checksum(row: row, room: room, snapshot: snapshot)))
    }

    /// From the last snapshot at or before an event, or from the oldest event, up to another one.
    func history(
        of room: RoomRow, from sequence: Int64, to last: Int64
    ) throws(SQLiteFailure) -> LogPart {
        let start =
            try number(
                """
                SELECT first FROM history
                WHERE room = ? AND first <= ? AND (snapshot IS NOT NULL OR first = 1)
                ORDER BY first DESC LIMIT 1
                """, .number(room.id), .number(sequence)) ?? room.oldest
        var part = LogPart()
        try each(
            """
            SELECT id, first, snapshot, events, checksum FROM history
            WHERE room = ? AND first BETWEEN ? AND ? ORDER BY first
            """, .number(room.id), .number(start), .number(last)
        ) { (row) throws(SQLiteFailure) in
            let block = EventBlock(first: row.number(1), text: row.bytes(3))
            let snapshot = row.bytesOrNone(2)
            let checksum = block.checksum(row: row.number(0), room: room.id, snapshot: snapshot)
            guard row.bits(4) == checksum, block.first == start + Int64(part.events.count) else {
                throw .damaged("a row of the history")
            }
            if part.events.isEmpty { part.snapshot = snapshot }
            part.events += try block.events
            return true
        }
        return part
    }

    /// Drops what stands before the next snapshot in the history, if there is one, and says which
    /// event is the oldest then, and how many bytes went.
    func dropOldestHistory(of room: RoomRow) throws(SQLiteFailure) -> (oldest: Int64, bytes: Int64)
    {
        let next = try number(
            """
            SELECT first FROM history WHERE room = ? AND first > ? AND snapshot IS NOT NULL
            ORDER BY first LIMIT 1
            """, .number(room.id), .number(room.oldest))
        guard let next else { return (room.oldest, 0) }
        let bytes = try number(
            """
            SELECT sum(length(events) + ifnull(length(snapshot), 0)) FROM history
            WHERE room = ? AND first < ?
            """, .number(room.id), .number(next))
        try run("DELETE FROM history WHERE room = ? AND first < ?", .number(room.id), .number(next))
        try run("DELETE FROM tape WHERE room = ? AND sequence < ?", .number(room.id), .number(next))
        return (next, bytes ?? 0)
    }

    func appendTape(_ entries: [TapeEntry], of room: Int64) throws(SQLiteFailure) {
        for entry in entries {
            let line = entry.line
            try run(
                "INSERT INTO tape (room, sequence, line, checksum) VALUES (?, ?, ?, ?)",
                .number(room), .number(entry.sequence), .bytes(line),
                .bits(Self.checksum(ofTapeLine: line, room: room)))
        }
    }

    func clearTape(of room: Int64) throws(SQLiteFailure) {
        try run("DELETE FROM tape WHERE room = ?", .number(room))
    }

    /// The newest lines before an event, in ascending order.
    func tape(
        of room: Int64, before sequence: Int64, count: Int
    ) throws(SQLiteFailure) -> [TapeEntry] {
        var entries: [TapeEntry] = []
        try each(
            """
            SELECT line, checksum FROM tape WHERE room = ? AND sequence < ?
            ORDER BY sequence DESC LIMIT ?
            """, .number(room), .number(sequence), .number(Int64(max(0, count)))
        ) { (row) throws(SQLiteFailure) in
            let line = row.bytes(0)
            guard row.bits(1) == Self.checksum(ofTapeLine: line, room: room),
                let entry = try? TapeEntry.decode(line: line)
            else { throw .damaged("a line of the tape") }
            entries.append(entry)
            return true
        }
        return entries.reversed()
    }

    private static func checksum(ofTapeLine line: [UInt8], room: Int64) -> UInt64 {
        var hash = StateHash(UInt64(bitPattern: room))
        hash.add(line)
        return hash.value
    }
}
