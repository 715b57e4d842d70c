import RoomStore
import SharedRoom

/// Keeps rooms in an SQLite file. It runs on the store's own thread.
///
/// # Theory of operation
///
/// **Group commit.** Appends are staged: they become events with sequence numbers. `commit` writes all staged events of
/// all rooms in one transaction. The engine learns of them when they are durable. Other commands read or change the
/// file, so they commit the staged events of their room first.
///
/// **The journal** has one row per room and commit, in the order of the commits, because rows in the order of rooms would
/// change a page for each room. When a room has many of them, or no edge has it open, it is compacted: its events move
/// to the history, and its snapshot includes them. This happens between commits, for a few milliseconds at most, in
/// a transaction without fsync: if it is lost, the rows are still there.
///
/// **Failed disks.** After an I/O error in a commit, nobody knows whether it is on the disk. The connection is closed,
/// and all commands fail until the file can be opened again (`RoomFile.reopen`). Then all rooms begin new epochs, and
/// edges continue with the rooms that are in the file. Appends of unknown outcome are answered afterwards. On a full
/// disk, SQLite rolls the commit back, so the connection stays open.
///
/// **Trials.** A room in the journal when a server starts may be the reason why the last one ended. Before its events are
/// applied for the first time, this is noted as a trial. A room is set aside if three servers ended during its trial:
/// two may have been killed by chance. Trials that ended with the machine do not count.
final class SQLiteBackend: Backend {
    let options: SQLiteOptions
    let file: RoomFile
    /// For readers on other threads.
    let shared: SharedFile
    var rooms = RoomTable<FileRoom>()
    var events = Queue<BackendEvent>()
    /// The rooms with staged events.
    var stagedRooms: [FileRoom] = []
    /// The staged appends, in their order.
    var stagedAppends: [StagedAppend] = []
    /// Appends and forgettings that may be on the disk or not, because an I/O error has closed the file.
    var uncertain: [BackendCommand] = []
    /// The newest row of the journal, and the newest room, or later ones that were not committed. No number is used
    /// again while the store is open: a reader may still look for the row that had it.
    var (lastJournalRow, lastRoomID) = (Int64(0), Int64(0))
    var awaitingCompaction = RoomQueue<FileRoom>()
    var canWrite = true
    let commits = Guarded(CommitCounts())
    /// True if something was erased that the write-ahead log still contains.
    var wantsTruncation = false
    var sweep = Sweep(today: 0, after: 0)

    struct StagedAppend {
        let id: OperationID
        let room: FileRoom
        let events: [Event]
    }

    init(_ options: SQLiteOptions) throws(StoreError) {
        self.options = options
        file = try RoomFile(options)
        shared = SharedFile(options, file.place, file.checkpointer)
        try StoreError.convert(options.path) { () throws(SQLiteFailure) in
            let connection = try file.connection
            let lastDay = try connection.number("SELECT max(day) FROM rooms") ?? 0
            sweep = Sweep(today: lastDay, after: lastDay)
            lastJournalRow = try connection.lastRow(of: "journal")
            lastRoomID = try connection.lastRow(of: "rooms")
            let journal = try connection.journalIndex()
            shared.journal.withLock { $0 = journal }
            let ids = try connection.all(
                "SELECT id FROM rooms WHERE trials > 0 AND trials = ?", .number(RoomFacts.trialsMax)
            ) { row in row.number(0) }
            for id in ids { try setAside(id, "the server ended while it was read") }
        }
    }

    func perform(_ command: BackendCommand) {
        switch command {
        case .load(let name, let id): load(name, id)
        case .append(let name, let id, let drafts): stage(drafts, id, in: name)
        case .forget(let name, let id): forget(name, id)
        case .release(let name):
            guard let room = rooms[name] else { return }
            room.isOpen = false
            dropIfUnused(room)
        case .head, .announce, .catchUp: break
        }
    }

    var hasStagedEvents: Bool { !stagedAppends.isEmpty }

    var report: @Sendable (StoreNotice) -> Void { options.common.report }
    var clock: @Sendable () -> Int64 { options.common.clock }
    var today: Int64 { options.common.clock() / 86_400_000 }
}

/// Rooms that may not be read.
extension SQLiteBackend {
    /// Sets a room aside until it is forgotten or reinstated.
    func setAside(_ id: Int64, _ why: String) throws(SQLiteFailure) {
        let name = try file.connection.first(
            "SELECT name FROM rooms WHERE id = ?", .number(id)
        ) { row in RoomName(normal: row.bytes(0)) }
        try file.writeLazily { (connection) throws(SQLiteFailure) in
            try connection.setTrials(of: id, to: RoomRow.setAside)
        }
        if let name, let name { report(.setAside(name, why)) }
        ignoreUnproven(id)
    }

    /// Ignores the rows that an earlier server left in the journal, unless they are deleted.
    func ignoreUnproven(_ id: Int64) {
        if shared[journalOf: id].isUnproven { shared[journalOf: id] = JournalRows() }
    }
}
