import RoomStore
import SharedRoom

/// The row of a room, with the state after its last compacted event.
struct RoomRow {
    let id: Int64
    let name: RoomName
    /// The number of servers that began to apply its journal for the first time since the last one that succeeded, or
    /// `setAside`.
    var trials: Int64 = 0
    /// The day of the last visit, in days since 1970.
    var day: Int64
    /// The room's part of its epoch.
    var epoch: UInt64
    var rules: UInt32
    var sequence: Int64 = 0
    var time: Int64 = 0
    /// The first event in the history.
    var oldest: Int64 = 1
    /// The first event after the last snapshot in the history.
    var milestone: Int64 = 1
    var historyBytes: Int64 = 0
    var snapshot: [UInt8]?

    /// True if servers do not open it, because its data are damaged, or crashed the server on three starts.
    var isSetAside: Bool { trials >= RoomFacts.trialsMax }
    /// The value of `trials` if the operator was notified that the room is set aside. Only `RoomOrder` changes it.
    static let setAside = RoomFacts.trialsMax + 1

    /// Without `trials`.
    var checksum: UInt64 {
        var hash = StateHash(UInt64(bitPattern: id))
        hash.add(name.bytes)
        hash.add(epoch)
        hash.add(UInt64(rules))
        for number in [day, sequence, time, oldest, milestone, historyBytes] { hash.add(number) }
        hash.add(snapshot: snapshot)
        return hash.value
    }
}

extension StateHash {
    /// A missing snapshot and an empty one have different hashes.
    mutating func add(snapshot: [UInt8]?) {
        add(UInt64(snapshot == nil ? 0 : 1))
        add(snapshot ?? [])
    }
}

extension RoomRow {
    static let columns = """
        id, name, trials, day, epoch, rules, sequence, time, oldest, milestone, historyBytes,
        snapshot, checksum
        """

    /// Reads the current row of a statement.
    init(_ row: SQLiteStatement) throws(SQLiteFailure) {
        guard let name = RoomName(normal: row.bytes(1)) else { throw .damaged("a room's name") }
        self.init(
            id: row.number(0), name: name, trials: row.number(2), day: row.number(3),
            epoch: row.bits(4), rules: UInt32(truncatingIfNeeded: row.number(5)),
            sequence: row.number(6), time: row.number(7), oldest: row.number(8),
            milestone: row.number(9), historyBytes: row.number(10),
            snapshot: row.bytesOrNone(11))
        guard row.bits(12) == checksum else { throw .damaged("a room's row") }
    }
}

extension SQLiteConnection {
    func room(named name: RoomName) throws(SQLiteFailure) -> RoomRow? {
        try first(
            "SELECT \(RoomRow.columns) FROM rooms WHERE name = ?", .bytes(name.bytes),
            read: RoomRow.init)
    }

    func room(_ id: Int64) throws(SQLiteFailure) -> RoomRow? {
        try first(
            "SELECT \(RoomRow.columns) FROM rooms WHERE id = ?", .number(id), read: RoomRow.init)
    }

    /// Sets the day of the last visit of all rooms. Rooms with damaged rows are not changed.
    func noteVisits(_ today: Int64) throws(SQLiteFailure) {
        for id in try all(
            "SELECT id FROM rooms WHERE day < ?", .number(today), read: { $0.number(0) })
        {
            guard var row = try? room(id) else { continue }
            row.day = today
            try write(row)
        }
    }

    func write(_ row: RoomRow) throws(SQLiteFailure) {
        try run(
            """
            INSERT OR REPLACE INTO rooms (\(RoomRow.columns))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .number(row.id), .bytes(row.name.bytes), .number(row.trials),
            .number(row.day), .bits(row.epoch), .number(Int64(row.rules)), .number(row.sequence),
            .number(row.time), .number(row.oldest), .number(row.milestone),
            .number(row.historyBytes), .bytes(row.snapshot), .bits(row.checksum))
    }

    func setTrials(of room: Int64, to count: Int64) throws(SQLiteFailure) {
        try run("UPDATE rooms SET trials = ? WHERE id = ?", .number(count), .number(room))
    }
}
