import CSQLite
import Glibc
import RoomStore

/// The file of a store. One process at a time has it.
///
/// If the file may have lost events that were reported, all rooms begin new epochs: after an unclean end with less than
/// full durability, and when the file is not the one that the last server wrote.
final class RoomFile {
    let options: SQLiteOptions
    let checkpointer: Checkpointer
    /// Nil after an I/O error, until the file is opened again.
    private var opened: SQLiteConnection?
    /// Part of the epoch of every room, and the secret of rooms. Clients receive only its XOR with a number of the room,
    /// so they cannot compute it.
    private(set) var storeEpoch: UInt64 = 0
    private let lock: FileLock
    /// The file that was opened.
    private(set) var place = FilePlace()
    /// The growth of the write-ahead log.
    let logLength = LogLength()

    var connection: SQLiteConnection {
        get throws(SQLiteFailure) {
            guard let opened else { throw .closed }
            return opened
        }
    }

    var isClosed: Bool { opened == nil }
    var path: String { options.path }

    /// Closes the connection after an I/O error. `reopen` opens another one.
    func close() {
        checkpointer.allow(false)
        opened?.keepsLogOnClose(true)
        opened = nil
    }

    func use(_ connection: SQLiteConnection) {
        opened = connection
        logLength.follow(connection)
        checkpointer.allow(true)
    }

    init(_ options: SQLiteOptions) throws(StoreError) {
        self.options = options
        checkpointer = Checkpointer(options)
        let path = options.path
        try Self.checkFolder(of: path)
        lock = try FileLock(of: path)
        try Self.checkSizes(at: path)
        let connection = try StoreError.convert(path) { () throws(SQLiteFailure) in
            try SQLiteConnection(path, .creating, system: options.system)
        }
        // A file that SQLite has just created did not exist when the lock was made.
        try lock.lockFile(path)
        try prepare(connection)
        use(connection)
    }

    private func prepare(_ connection: SQLiteConnection) throws(StoreError) {
        try Self.check(connection, path)
        try StoreError.convert(path) { () throws(SQLiteFailure) in
            try configure(connection)
            try begin(connection, mayLackEvents: false)
        }
    }

    /// A longer write-ahead log is cut when it restarts. While the disk is full, commits fill the rest of the log, and
    /// later the database file needs that space.
    static let logBytesMax = 8 << 20

    func configure(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        try connection.execute(
            """
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = \(options.durability.rawValue);
            PRAGMA wal_autocheckpoint = 0;
            PRAGMA journal_size_limit = \(Self.logBytesMax);
            PRAGMA secure_delete = ON;
            PRAGMA temp_store = MEMORY;
            """)
    }

    static func createTables(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        guard try connection.number("PRAGMA user_version") == 0 else { return }
        try connection.execute(
            """
            \(schema)
            INSERT INTO file VALUES (1, 0, 0, 2, 0, 0);
            PRAGMA application_id = \(applicationID);
            PRAGMA user_version = \(version);
            """)
    }

    /// Notes in the file that a server uses it. The note is durable before anything is reported that may not be.
    ///
    /// - Parameter mayLackEvents: True if the file may lack events that were reported.
    func begin(_ connection: SQLiteConnection, mayLackEvents: Bool) throws(SQLiteFailure) {
        try connection.execute("PRAGMA synchronous = FULL")
        try connection.transaction { () throws(SQLiteFailure) in
            try Self.createTables(connection)
            try noteStart(connection, mayLackEvents)
            if try !connection.findsAllRooms() { try connection.execute("REINDEX rooms") }
        }
        try connection.execute("PRAGMA synchronous = \(options.durability.rawValue)")
    }

    private func noteStart(
        _ connection: SQLiteConnection, _ mayLackEvents: Bool
    ) throws(SQLiteFailure) {
        place = FilePlace(path)
        // The machine may have lost the end of a trial that ended with it.
        let boot = try connection.first("SELECT boot FROM file") { row in row.bits(0) }
        if boot != options.boot {
            try connection.run(
                "UPDATE rooms SET trials = 0 WHERE trials > 0 AND trials < ?",
                .number(RoomRow.setAside))
        }
        let epoch = try connection.all(
            """
            UPDATE file SET
                epoch = CASE WHEN place = ?1 AND (isRunning = 0 OR durability = ?2) AND NOT ?6
                    THEN epoch ELSE ?3 END,
                place = ?1, durability = ?4, isRunning = 1, boot = ?5
            RETURNING epoch
            """, .number(place.file), .number(Durability.full.rawValue),
            .bits(options.common.random()), .number(options.durability.rawValue),
            .bits(options.boot), .number(mayLackEvents ? 1 : 0)
        ) { row in row.bits(0) }
        guard let epoch = epoch.first else { throw .damaged("the row of the file") }
        storeEpoch = epoch
    }

    /// Notes a clean end, after everything is written.
    func end() throws(SQLiteFailure) {
        try connection.execute("PRAGMA synchronous = FULL")
        try write { (connection) throws(SQLiteFailure) in
            try connection.run("UPDATE file SET isRunning = 0")
        }
    }

    /// Names a missing folder in the error. The store does not create folders: a mistyped path would
    /// otherwise start an empty server.
    static func checkFolder(of path: String) throws(StoreError) {
        let folder = UnfinishedFile.folder(of: path)
        guard access(folder, F_OK) == 0 || errno != ENOENT else {
            throw .notReachable(path: path, why: "there is no folder \(folder)")
        }
    }
}
