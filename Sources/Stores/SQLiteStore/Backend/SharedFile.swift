import RoomStore

/// The state of the file that the thread of the backend shares with readers and checkpoints.
final class SharedFile: Sendable {
    let options: SQLiteOptions
    let place: FilePlace
    let checkpointer: Checkpointer
    let journal = Guarded(JournalIndex())

    /// The rows of a room in the journal.
    subscript(journalOf room: Int64) -> JournalRows {
        get { journal.withLock { $0[room] } }
        set { journal.withLock { $0[room] = newValue } }
    }

    init(_ options: SQLiteOptions, _ place: FilePlace, _ checkpointer: Checkpointer) {
        self.options = options
        self.place = place
        self.checkpointer = checkpointer
    }
}

/// The rows of the journal, by room, without rooms that the store does not read.
struct JournalIndex {
    private var rooms: [Int64: JournalRows] = [:]
    /// The size of all rows.
    private(set) var bytes = 0
    private(set) var unprovenRooms: Set<Int64> = []

    subscript(room: Int64) -> JournalRows {
        get { rooms[room] ?? JournalRows() }
        set {
            bytes += newValue.bytes - self[room].bytes
            rooms[room] = newValue.isEmpty ? nil : newValue
            if newValue.isUnproven, !newValue.isEmpty {
                unprovenRooms.insert(room)
            } else {
                unprovenRooms.remove(room)
            }
        }
    }

    /// Adds a row without copying the others. A damaged room can have many.
    mutating func append(_ row: Int64, events: Int, bytes: Int, to room: Int64) {
        rooms[room, default: JournalRows()].append(row, events: events, bytes: bytes)
        self.bytes += bytes
    }

    /// Notes that an earlier server wrote all rows.
    mutating func markUnproven() {
        for room in rooms.keys { self[room].isUnproven = true }
    }

    /// Takes the rows of a file that was opened again. Rooms whose events this server has applied begin no trial: a disk
    /// that fails several times would set them aside.
    mutating func replace(with found: JournalIndex) {
        let earlier = self
        self = found
        for room in rooms.keys {
            self[room].isOnTrial = earlier[room].isOnTrial || !earlier[room].isUnproven
        }
    }
}

/// The rows of a room in the journal.
struct JournalRows {
    private(set) var rows: [Int64] = []
    private(set) var events = 0
    private(set) var bytes = 0
    /// True if an earlier server wrote the rows, and they were not applied since.
    var isUnproven = false
    /// True if this server notes no other trial of the room: it has noted one, or has applied the events before it
    /// opened the file again.
    var isOnTrial = false

    var isEmpty: Bool { rows.isEmpty }

    mutating func append(_ row: Int64, events: Int, bytes: Int) {
        rows.append(row)
        self.events += events
        self.bytes += bytes
    }
}
