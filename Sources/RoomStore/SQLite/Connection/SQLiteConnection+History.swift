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

    /// Deletes the history before its second snapshot, if there is one. Returns the oldest event left, and the number of
    /// deleted bytes.
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

    static func checksum(ofTapeLine line: [UInt8], room: Int64) -> UInt64 {
        var hash = StateHash(UInt64(bitPattern: room))
        hash.add(line)
        return hash.value
    }
}
