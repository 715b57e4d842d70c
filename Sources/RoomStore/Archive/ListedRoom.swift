public import SharedRoom

/// A room in a list of stored rooms.
public struct ListedRoom: Equatable, Sendable {
    public enum Condition: String, Sendable {
        case sound
        /// Servers do not open it, because its data are damaged or ended two servers.
        case setAside
        case damaged
        /// It has a newer rules version.
        case newer
    }

    public var name: RoomName
    public var condition: Condition
    /// The sequence number of the last event.
    public var events: Int64
    /// The number of participants; nil if it is not known.
    public var people: Int?
    /// The day of the last visit, or of the last event in Redis, in days since 1970.
    public var day: Int64
    /// The size of its rows, or the memory that Redis needs for it.
    public var bytes: Int64
}

extension FileArchive {
    public var rooms: [ListedRoom] {
        get throws(RoomFileError) {
            try querying { () throws(SQLiteFailure) in
                let (journal, _) = try connection.journalIndex()
                let tape = try bytesOfTapes()
                return try connection.all(
                    "SELECT \(RoomRow.columns) FROM rooms ORDER BY name"
                ) { (row) throws(SQLiteFailure) -> ListedRoom? in
                    guard var room = ListedRoom(row) else { return nil }
                    let id = row.number(0)
                    room.bytes += Int64(journal[id].bytes) + (tape[id] ?? 0)
                    try complete(&room, row, journal[id])
                    return room
                }.compactMap(\.self)
            }
        }
    }

    /// Computes the numbers of events and participants.
    private func complete(
        _ room: inout ListedRoom, _ row: SQLiteStatement, _ journal: JournalRows
    ) throws(SQLiteFailure) {
        guard room.condition != .newer else { return }
        do throws(SQLiteFailure) {
            let row = try RoomRow(row)
            let events = try connection.journal(journal, of: row.id, after: row.sequence)
            room.events = events.last?.sequence ?? row.sequence
            // Applying events that ended a server would end this program, too.
            guard row.trials == 0 else { return }
            room.people = ListedRoom.people(in: row.snapshot, events)
        } catch {
            guard error.isDamage else { throw error }
            room.condition = .damaged
        }
    }

    private func bytesOfTapes() throws(SQLiteFailure) -> [Int64: Int64] {
        let rows = try connection.all("SELECT room, sum(length(line)) FROM tape GROUP BY room") {
            ($0.number(0), $0.number(1))
        }
        return Dictionary(rows, uniquingKeysWith: +)
    }
}

extension ListedRoom {
    /// The number of participants; nil if the snapshot is invalid or of other rules.
    static func people(in snapshot: [UInt8]?, _ events: [Event]) -> Int? {
        guard var room = Room(snapshot: snapshot) else { return nil }
        for event in events { _ = room.apply(event) }
        return room.people.all.count
    }

    /// The values of a row, also if its checksum is wrong. Nil if the name is invalid.
    fileprivate init?(_ row: SQLiteStatement) {
        guard let name = RoomName(normal: row.bytes(1)) else { return nil }
        self.name = name
        let isNewer = row.number(5) > Int64(Room.rules)
        let isSetAside = row.number(2) >= RoomRow.trialsMax
        condition = isSetAside ? .setAside : isNewer ? .newer : .sound
        events = row.number(6)
        day = row.number(3)
        bytes = row.number(10) + Int64(row.bytes(11).count)
    }
}
