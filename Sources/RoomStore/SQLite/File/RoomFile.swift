import CSQLite
import Glibc

/// The file of a store. One process at a time has it.
///
/// If the file may have lost events that were reported, all rooms begin new epochs: after an unclean end with less than
/// full durability, and when the file is not the one that the last server wrote.
final class RoomFile {
    let path: String
    let system: String?
    /// Nil after an I/O error, until the file is opened again.
    private var opened: SQLiteConnection?
    /// Part of the epoch of every room. Clients cannot tell it from an epoch, so it is the secret of rooms, too.
    private(set) var life: UInt64 = 0
    let durability: Durability
    private let lock: FileLock
    /// The file that was opened.
    private(set) var place = FilePlace()
    /// True if rooms were erased. Page splits may have left copies of their rows.
    var hasErased = false
    private(set) var logPath = ""
    /// The growth of the write-ahead log.
    let logLength = LogLength()

    var connection: SQLiteConnection {
        get throws(SQLiteFailure) {
            guard let opened else { throw .closed }
            return opened
        }
    }

    var isClosed: Bool { opened == nil }
    /// Called before the connection is closed after an I/O error.
    var onClose: () -> Void = {}

    /// Closes the connection after an I/O error. `reopen` opens another one.
    func close() {
        onClose()
        opened?.keepsLogOnClose(true)
        opened = nil
    }

    func use(_ connection: SQLiteConnection) {
        opened = connection
        logPath = connection.logPath
        logLength.follow(connection)
    }

    init(
        _ path: String, _ durability: Durability, system: String? = nil, random: () -> UInt64
    ) throws(RoomFileError) {
        self.path = path
        self.system = system
        self.durability = durability
        try Self.checkFolder(of: path)
        lock = try FileLock(of: path)
        try Self.checkSizes(at: path)
        let connection = try RoomFileError.convert(path) { () throws(SQLiteFailure) in
            try SQLiteConnection(path, .creating, system: system)
        }
        // It may be new.
        try lock.lockFile(path)
        try prepare(connection, random)
        use(connection)
    }

    private func prepare(
        _ connection: SQLiteConnection, _ random: () -> UInt64
    ) throws(RoomFileError) {
        try Self.check(connection, path)
        try RoomFileError.convert(path) { () throws(SQLiteFailure) in
            try configure(connection)
            try connection.execute("PRAGMA synchronous = FULL")
            try connection.transaction { () throws(SQLiteFailure) in
                try migrate(connection)
                try checkSchema(connection)
                try begin(connection, random)
                try checkNames(connection)
            }
            // The note that a server is running is durable before anything is reported that may not be.
            try connection.execute("PRAGMA synchronous = \(durability.rawValue)")
        }
    }

    func configure(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        try connection.execute(
            """
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = \(durability.rawValue);
            PRAGMA wal_autocheckpoint = 0;
            PRAGMA secure_delete = ON;
            PRAGMA temp_store = MEMORY;
            """)
    }

    /// Begins new epochs, because the file has lost events.
    func beginLife(_ number: UInt64) throws(SQLiteFailure) {
        try write { (connection) throws(SQLiteFailure) in
            try connection.run("UPDATE file SET life = ?", .bits(number))
        }
        life = number
    }

    private func migrate(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        let version = Int(try connection.number("PRAGMA user_version") ?? 0)
        guard version < Self.schema.count else { return }
        for step in Self.schema[version...] { try connection.execute(step) }
        try connection.execute(
            """
            PRAGMA application_id = \(Self.applicationID);
            PRAGMA user_version = \(Self.schema.count);
            """)
    }

    private func begin(
        _ connection: SQLiteConnection, _ random: () -> UInt64
    ) throws(SQLiteFailure) {
        place = FilePlace(path)
        let known = try connection.first(
            "SELECT life, place, durability, isRunning FROM file"
        ) { row in
            let wasCareless = row.number(3) != 0 && row.number(2) != Durability.full.rawValue
            return wasCareless || row.number(1) != place.file ? nil : row.bits(0)
        }
        life = (known ?? nil) ?? random()
        try connection.run(
            """
            INSERT INTO file (only, life, place, durability, isRunning, names)
            VALUES (1, ?, ?, ?, 1, 0)
            ON CONFLICT (only) DO UPDATE SET
                life = excluded.life, place = excluded.place, durability = excluded.durability,
                isRunning = 1
            """, .bits(life), .number(place.file), .number(durability.rawValue))
    }

    /// Notes a clean end, after everything is written.
    func end() throws(SQLiteFailure) {
        // A full disk may have no space for it.
        try? eraseCopies()
        try connection.execute("PRAGMA synchronous = FULL")
        try write { (connection) throws(SQLiteFailure) in
            try connection.run("UPDATE file SET isRunning = 0")
        }
    }

    /// Names a missing folder in the error. The store does not create folders: a mistyped path would
    /// otherwise start an empty server.
    static func checkFolder(of path: String) throws(RoomFileError) {
        let folder = UnfinishedFile.folder(of: path)
        guard access(folder, F_OK) == 0 || errno != ENOENT else {
            throw .notReachable(path: path, why: "there is no folder \(folder)")
        }
    }
}
