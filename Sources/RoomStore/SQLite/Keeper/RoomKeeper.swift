import SharedRoom

// What an SQLite store does, on its own queue.
//
// **A group** is everything that was asked for since the last commit, of all rooms and edges. What is
// appended is numbered as it comes and written in one transaction; then everybody is told, in the
// order of asking. So a commit is shared by all who wait for one, and nobody is told of anything that
// is not durable. If the transaction fails, its appends are refused and nothing has happened. An
// opening, a read or a forgetting that comes after an append to the same room ends the group first, so
// that what it finds in the file is what its edge was told.
//
// **The journal** takes events as they come, one row for a room and a commit, always at its end; rows
// by room would touch a page a room. When a room has many of them, or nobody has it open any more, it
// is *folded*: its events go into the history, what they make of the room into its snapshot, and the
// rows are gone. That happens between groups, for a few milliseconds at most, and in a transaction
// that waits for no disk: if it is lost, the rows are still there.
//
// **A room in the journal when a store begins** may be the one that ended the last server. Before its
// events are applied for the first time that is noted as a trial. Whoever finds at the start that two
// servers ended amid it sets the room aside: one may have been killed just then. What ended with the
// machine does not count.
final class RoomKeeper: StoreKeeper {
    let options: SQLiteOptions
    let file: RoomFile
    let deliver: ([UInt32], LogReport) -> Void
    var rooms: [RoomName: StoredRoom] = [:]
    var openRooms = OpenRooms()
    /// The edges that may ask.
    var edges: Set<UInt32> = []
    var group = CommitGroup()
    var lastJournalRow: Int64 = 0
    var journalBytes = 0
    /// The rows of rooms that an earlier server left in the journal, by the room's number.
    var leftovers: [Int64: JournalRows] = [:]
    /// Rooms of which this server has noted that their events are just being applied.
    var onTrial: Set<Int64> = []
    var waitingForFold = Queue<StoredRoom>()
    var canWrite = true
    /// Read by other threads too.
    let commits = Guarded(CommitCounts())
    /// Whether something was erased that the write-ahead log still knows.
    var wantsTruncation = false
    var sweep = Sweep(today: 0, after: 0)
    /// When copies of what was erased could not be erased.
    var dayOfCopies: Int64?
    /// The number of the next room that is new to the file.
    var lastRoomID: Int64 = 0
    /// For readers on other threads.
    let shared: SharedFile
    var connection: SQLiteConnection { file.connection }

    init(
        _ options: SQLiteOptions, _ shared: SharedFile,
        deliver: @escaping ([UInt32], LogReport) -> Void
    ) throws(RoomFileError) {
        self.shared = shared
        self.options = options
        self.deliver = deliver
        file = try RoomFile(
            options.path, options.durability, system: options.system, random: options.random)
        do throws(SQLiteFailure) {
            let lastDay = try connection.number("SELECT max(day) FROM rooms") ?? 0
            sweep = Sweep(today: lastDay, after: lastDay)
            (leftovers, lastJournalRow) = try connection.journalRows()
            lastRoomID = try connection.number("SELECT max(id) FROM rooms") ?? 0
            // No file lives to have so many rows.
            guard max(lastJournalRow, lastRoomID) < RoomLimits.numberMax else {
                throw .damaged("the number of a row")
            }
            journalBytes = leftovers.values.reduce(0) { $0 + $1.bytes }
            shared.place = file.place
            shared.update { [leftovers] in $0 = leftovers }
            try setFailedTrialsAside()
        } catch {
            throw RoomFileError(error, options.path)
        }
    }

    private func setFailedTrialsAside() throws(SQLiteFailure) {
        var failed: [Int64] = []
        try connection.each(
            "SELECT room FROM trials WHERE machine = ? AND count > 1", .bits(options.machine)
        ) { row in
            failed.append(row.number(0))
            return true
        }
        // The others ended with the machine, which may have lost what they came to.
        try file.writeWithoutHaste { () throws(SQLiteFailure) in
            try connection.run("DELETE FROM trials WHERE machine != ?", .bits(options.machine))
        }
        for id in failed { try setAside(id, "the server ended while it was read") }
    }

    /// Nobody is told of a room that cannot be read, until it is forgotten or repaired.
    func setAside(_ id: Int64, _ why: String) throws(SQLiteFailure) {
        let name = try connection.first("SELECT name FROM rooms WHERE id = ?", .number(id)) { row in
            RoomName(normal: row.bytes(0))
        }
        if let name, let name { options.report(.setAside(name, why)) }
        try file.writeWithoutHaste { () throws(SQLiteFailure) in
            try connection.run("UPDATE rooms SET isSetAside = 1 WHERE id = ?", .number(id))
            try connection.endTrial(of: id)
        }
        onTrial.remove(id)
        dropLeftover(id)
    }

    var today: Int64 { options.clock() / 86_400_000 }
}
