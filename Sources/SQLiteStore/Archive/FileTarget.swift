import RoomStore
import SharedRoom

/// Writes rooms into a new file.
final class FileTarget: RoomTarget {
    let place: String
    /// A server deletes what it does not keep.
    let history = HistoryLimits(eventsMax: .max, bytesMax: .max)
    private let connection: SQLiteConnection
    /// The day of the last visit to all rooms, in days since 1970.
    private let day: Int64
    private var room: RoomRow?
    private var journal = JournalRows()
    /// The state before the next events, for the history.
    private var state: LogStart?
    /// The last numbers of rows.
    private var (lastRoom, lastJournalRow) = (Int64(0), Int64(0))

    init(_ path: String, day: Int64) throws(StoreError) {
        place = path
        self.day = day
        connection = try StoreError.convert(path) { () throws(SQLiteFailure) in
            let connection = try SQLiteConnection(path, .creating)
            // The file is synced when it is complete.
            try connection.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
            try connection.transaction { () throws(SQLiteFailure) in
                try RoomFile.createTables(connection)
            }
            return connection
        }
    }

    func begin(_ name: RoomName, rules: UInt32, after start: LogStart) throws(StoreError) {
        try StoreError.convert(place) { () throws(SQLiteFailure) in
            try connection.run("BEGIN IMMEDIATE")
        }
        lastRoom += 1
        room = RoomRow(
            id: lastRoom, name: name, day: day, epoch: .random(in: .min ... .max), rules: rules,
            oldest: start.sequence + 1, milestone: start.sequence + 1)
        journal = JournalRows()
        state = start
    }

    func add(_ state: LogStart) { self.state = state }

    func add(_ events: [Event], isHistory: Bool) throws(StoreError) {
        guard var row = room, let last = events.last else { return }
        try StoreError.convert(place) { () throws(SQLiteFailure) in
            guard isHistory else {
                lastJournalRow += 1
                let bytes = try connection.append(events, to: row.id, row: lastJournalRow)
                return journal.append(lastJournalRow, events: events.count, bytes: bytes)
            }
            let block = EventBlock(events)
            if state != nil { row.milestone = block.first }
            row.historyBytes += Int64(block.text.count + (state?.snapshot?.count ?? 0))
            row.time = last.time
            try connection.appendHistory(
                block, last: last.sequence, snapshot: state?.snapshot, of: row.id)
            (room, state) = (row, nil)
        }
    }

    func add(_ lines: [TapeEntry]) throws(StoreError) {
        guard let room else { return }
        try StoreError.convert(place) { () throws(SQLiteFailure) in
            try connection.appendTape(lines, of: room.id)
        }
    }

    func end(after last: LogStart, time: Int64) throws(StoreError) -> OpenedRoom? {
        guard var row = room else { return nil }
        row.sequence = last.sequence
        row.snapshot = last.snapshot
        // Without a journal, the last event is in the state.
        if journal.isEmpty { row.time = time }
        return try StoreError.convert(place) { () throws(SQLiteFailure) in
            try connection.insert(row)
            let written = try connection.room(row.id)
            let opened = try written.map { (row) throws(SQLiteFailure) in
                try StoredRows(
                    connection: connection, room: row, journal: journal, storeEpoch: 0
                ).contents()
            }
            try connection.run("COMMIT")
            room = nil
            return opened
        }
    }

    func cancel() {
        guard room != nil else { return }
        room = nil
        // Some failures end the transaction.
        try? connection.run("ROLLBACK")
    }
}
