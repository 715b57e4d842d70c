import CSQLite
import Glibc

/// The file of a store, held by this process alone.
///
/// Before anything else, it finds out whether it can vouch for what was reported: after less than
/// full durability and no clean stop, or when the file is another one than the last server wrote, it
/// begins another life, and with it every room another epoch.
final class RoomFile {
    let path: String
    let connection: SQLiteConnection
    /// Part of the epoch of every room.
    private(set) var life: UInt64 = 0
    private let durability: Durability
    private let lock: FileLock

    init(
        _ path: String, _ durability: Durability, system: String? = nil, random: () -> UInt64
    ) throws(RoomFileError) {
        self.path = path
        self.durability = durability
        try Self.makeFolder(of: path)
        lock = try FileLock(of: path)
        do throws(SQLiteFailure) {
            connection = try SQLiteConnection(path, .making, system: system)
        } catch {
            throw RoomFileError(error, path)
        }
        try prepare(random)
    }

    private func prepare(_ random: () -> UInt64) throws(RoomFileError) {
        try Self.check(connection, path)
        do throws(SQLiteFailure) {
            try connection.execute(
                """
                PRAGMA journal_mode = WAL;
                PRAGMA synchronous = \(durability.rawValue);
                PRAGMA wal_autocheckpoint = 0;
                PRAGMA secure_delete = ON;
                PRAGMA temp_store = MEMORY;
                """)
            try connection.transaction { () throws(SQLiteFailure) in
                try migrate()
                try begin(random)
            }
        } catch {
            throw RoomFileError(error, path)
        }
    }

    /// Whether a file is one of ours and not newer than this program. One without anything in it is
    /// a new one.
    static func check(_ connection: SQLiteConnection, _ path: String) throws(RoomFileError) {
        let owner, tables, version: Int64
        do throws(SQLiteFailure) {
            owner = try connection.number("PRAGMA application_id") ?? 0
            tables = try connection.number("SELECT count(*) FROM sqlite_schema") ?? 0
            version = try connection.number("PRAGMA user_version") ?? 0
        } catch {
            throw RoomFileError(error, path)
        }
        guard owner == applicationID || (owner == 0 && tables == 0) else {
            throw .notOurs(path: path)
        }
        guard version <= schema.count else {
            throw .newer(path: path, version: version, known: Int64(schema.count))
        }
    }

    private func migrate() throws(SQLiteFailure) {
        let version = Int(try connection.number("PRAGMA user_version") ?? 0)
        guard version < Self.schema.count else { return }
        for step in Self.schema[version...] { try connection.execute(step) }
        try connection.execute(
            """
            PRAGMA application_id = \(Self.applicationID);
            PRAGMA user_version = \(Self.schema.count);
            """)
    }

    private func begin(_ random: () -> UInt64) throws(SQLiteFailure) {
        let place = Self.place(of: path)
        let known = try connection.first(
            "SELECT life, place, durability, isRunning FROM file"
        ) { row in
            let wasCareless = row.number(3) != 0 && row.number(2) != Durability.full.rawValue
            return wasCareless || row.number(1) != place ? nil : row.bits(0)
        }
        life = (known ?? nil) ?? random()
        try connection.run(
            """
            INSERT OR REPLACE INTO file (only, life, place, durability, isRunning)
            VALUES (1, ?, ?, ?, 1)
            """, .bits(life), .number(place), .number(durability.rawValue))
    }

    /// Everything is written, and the next server on this file may know it.
    func end() throws(SQLiteFailure) {
        try connection.execute("PRAGMA synchronous = FULL")
        try connection.run("UPDATE file SET isRunning = 0")
    }

    /// A copy of a file is another file.
    static func place(of path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(truncatingIfNeeded: status.st_ino) : 0
    }

    static func makeFolder(of path: String) throws(RoomFileError) {
        var folder = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
            folder += part + "/"
            guard mkdir(folder, 0o755) == 0 || errno == EEXIST || errno == EISDIR else {
                throw .notReachable(path: folder, why: String(cString: strerror(errno)))
            }
        }
    }
}

extension RoomFile {
    /// Writes something that is as durable as was asked for when this returns.
    func write(_ body: () throws(SQLiteFailure) -> Void) throws(SQLiteFailure) {
        try connection.transaction(body)
    }

    /// Writes something that may be lost with the power, as what it says can be found again; what was
    /// written before it cannot be lost any more than otherwise.
    func writeWithoutHaste(_ body: () throws(SQLiteFailure) -> Void) throws(SQLiteFailure) {
        guard durability == .full else { return try write(body) }
        try connection.execute("PRAGMA synchronous = NORMAL")
        let result = Result { () throws(SQLiteFailure) in try connection.transaction(body) }
        try connection.execute("PRAGMA synchronous = FULL")
        try result.get()
    }
}
