import SharedRoom

/// The history: compacted events, and lines that tapes have dropped.
extension SQLiteConnection {
    /// Adds events to the history of a room.
    ///
    /// - Parameter snapshot: The state before them; nil before event 1, or if the history does not need it.
    func appendHistory(
        _ events: [Event], after snapshot: [UInt8]?, to room: inout RoomRow
    ) throws(SQLiteFailure) {
        let (row, block) = (try lastRow(of: "history") + 1, EventBlock(events))
        try run(
            """
            INSERT INTO history (id, room, first, snapshot, events, checksum)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            .number(row), .number(room.id), .number(block.first), .bytes(snapshot),
            .bytes(block.text),
            .bits(block.checksum(row: row, room: room.id, snapshot: snapshot)))
        room.historyBytes += Int64(block.text.count + (snapshot?.count ?? 0))
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
