import SharedRoom

/// The history: compacted events, and lines that tapes have dropped.
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

    /// Deletes the history before its second snapshot, if there is one.
    func dropOldestHistory(of room: inout RoomRow) throws(SQLiteFailure) {
        let next = try number(
            """
            SELECT first FROM history WHERE room = ? AND first > ? AND snapshot IS NOT NULL
            ORDER BY first LIMIT 1
            """, .number(room.id), .number(room.oldest))
        guard let next else { return }
        let sizes = try all(
            """
            DELETE FROM history WHERE room = ? AND first < ?
            RETURNING length(events) + ifnull(length(snapshot), 0)
            """, .number(room.id), .number(next)
        ) { row in row.number(0) }
        try run("DELETE FROM tape WHERE room = ? AND sequence < ?", .number(room.id), .number(next))
        room.oldest = next
        room.historyBytes -= sizes.reduce(0, +)
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

    static func checksum(ofTapeLine line: [UInt8], room: Int64) -> UInt64 {
        var hash = StateHash(UInt64(bitPattern: room))
        hash.add(line)
        return hash.value
    }
}
