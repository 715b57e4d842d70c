import RoomStore
import SharedRoom

/// The rows of a room, to read its log in pages. A transaction makes the calls for one page consistent.
struct StoredRows {
    let connection: SQLiteConnection
    let room: RoomRow
    let journal: JournalRows
    /// Part of the epoch of every room.
    let storeEpoch: UInt64

    /// The room with the events that are not compacted.
    func contents() throws(SQLiteFailure) -> OpenedRoom {
        OpenedRoom(
            epoch: room.epoch ^ storeEpoch, secret: storeEpoch, snapshot: room.snapshot,
            events: try connection.journal(journal, of: room.id, after: room.sequence))
    }

    /// The last snapshot before the event `sequence`, or the oldest one.
    func state(before sequence: Int64) throws(SQLiteFailure) -> StoredState {
        guard sequence <= room.sequence, room.oldest <= room.sequence else {
            return StoredState(snapshot: room.snapshot, sequence: room.sequence)
        }
        let start = try connection.first(
            """
            SELECT id, first, snapshot, events, checksum FROM history
            WHERE room = ? AND first <= ? AND (snapshot IS NOT NULL OR first = 1)
            ORDER BY first DESC LIMIT 1
            """, .number(room.id), .number(max(sequence, room.oldest))
        ) { (row) throws(SQLiteFailure) in
            let snapshot = row.bytesOrNone(2)
            let block = try EventBlock(row, of: room.id, snapshot)
            return StoredState(snapshot: snapshot, sequence: block.first - 1)
        }
        guard let start else { throw .damaged("a gap in the history") }
        return start
    }

    /// The next events, at most a page; nil if they are deleted.
    func events(after sequence: Int64) throws(SQLiteFailure) -> [Event]? {
        guard sequence >= room.oldest - 1 else { return nil }
        guard sequence < room.sequence else {
            let events = try contents().events.drop { $0.sequence <= sequence }
            return Array(events.prefix(LogPage.eventsMax))
        }
        var events: [Event] = []
        var (next, bytes) = (sequence + 1, 0)
        try connection.each(
            """
            SELECT id, first, snapshot, events, checksum FROM history
            WHERE room = ?1 AND first >= (SELECT max(first) FROM history WHERE room = ?1 AND first <= ?2)
            ORDER BY first
            """, .number(room.id), .number(next)
        ) { (row) throws(SQLiteFailure) in
            let block = try EventBlock(row, of: room.id, row.bytesOrNone(2))
            let found = try block.events
            guard block.first <= next, let last = found.last?.sequence, last >= next else {
                throw .damaged("a gap in the history")
            }
            events += found.dropFirst(Int(next - block.first))
            next = last + 1
            bytes += block.text.count
            return events.count < LogPage.rowsMax && bytes < LogPage.bytesMax
        }
        guard let last = events.last?.sequence, last <= room.sequence else {
            throw .damaged("a gap in the history")
        }
        return Array(events.prefix(LogPage.eventsMax))
    }

    func tapeRange(before sequence: Int64, count: Int) throws(SQLiteFailure) -> TapeRange? {
        try connection.first(
            """
            SELECT min(sequence), count(*) FROM (
                SELECT sequence FROM tape WHERE room = ? AND sequence < ?
                ORDER BY sequence DESC LIMIT ?
            )
            """, .number(room.id), .number(sequence), .number(Int64(max(0, count)))
        ) { row in TapeRange(first: row.number(0), end: sequence, count: Int(row.number(1))) }
        .flatMap { $0.count > 0 ? $0 : nil }
    }

    /// The first lines of the range, at most a page; nil if they are deleted.
    func tape(_ range: TapeRange) throws(SQLiteFailure) -> [TapeEntry]? {
        var (lines, bytes) = ([TapeEntry](), 0)
        try connection.each(
            """
            SELECT line, checksum FROM tape WHERE room = ? AND sequence >= ? AND sequence < ?
            ORDER BY sequence LIMIT ?
            """, .number(room.id), .number(range.first), .number(range.end),
            .number(Int64(min(range.count, LogPage.rowsMax)))
        ) { (row) throws(SQLiteFailure) in
            let line = row.bytes(0)
            guard row.bits(1) == SQLiteConnection.checksum(ofTapeLine: line, room: room.id),
                let entry = try? TapeEntry.decode(line: line)
            else { throw .damaged("a line of the tape") }
            lines.append(entry)
            bytes += line.count
            return bytes < LogPage.bytesMax
        }
        let isWhole = lines.count == range.count || bytes >= LogPage.bytesMax
        return isWhole || lines.count == LogPage.rowsMax ? lines : nil
    }
}

extension EventBlock {
    /// The block of a row with the columns id, first, snapshot, events and checksum.
    fileprivate init(
        _ row: SQLiteStatement, of room: Int64, _ snapshot: [UInt8]?
    ) throws(SQLiteFailure) {
        self.init(first: row.number(1), text: row.bytes(3))
        guard row.bits(4) == checksum(row: row.number(0), room: room, snapshot: snapshot) else {
            throw .damaged("a row of the history")
        }
    }
}
