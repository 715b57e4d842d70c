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
    /// Whether a commit or a checkpoint has failed, so that nobody knows what is on the disk.
    private var isInDoubt = false
    private let durability: Durability
    private let lock: FileLock
    /// Where it was found.
    private var place = FilePlace()

    init(
        _ path: String, _ durability: Durability, system: String? = nil, random: () -> UInt64
    ) throws(RoomFileError) {
        self.path = path
        self.durability = durability
        try Self.makeFolder(of: path)
        do throws(FileLock.Failure) {
            lock = try FileLock(path + "-lock")
        } catch {
            switch error {
            case .taken(let process): throw .inUse(path: path, process: process)
            case .system(let errno):
                throw .notReachable(path: path, why: String(cString: strerror(errno)))
            }
        }
        try Self.checkSizes(at: path)
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
                PRAGMA synchronous = FULL;
                PRAGMA wal_autocheckpoint = 0;
                PRAGMA secure_delete = ON;
                PRAGMA temp_store = MEMORY;
                """)
            try connection.transaction { () throws(SQLiteFailure) in
                try migrate()
                try checkSchema()
                try begin(random)
            }
            // That a server is running is durable before anything is told that may not be.
            try connection.execute("PRAGMA synchronous = \(durability.rawValue)")
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

    /// Tables and indexes are those that this program makes; otherwise statements would do something
    /// else than they say.
    private func checkSchema() throws(SQLiteFailure) {
        let sound = try SQLiteConnection(":memory:", .making)
        for step in Self.schema { try sound.execute(step) }
        guard try connection.schema() == sound.schema() else { throw .damaged("its tables") }
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
            INSERT OR REPLACE INTO file (only, life, place, durability, isRunning)
            VALUES (1, ?, ?, ?, 1)
            """, .bits(life), .number(place.file), .number(durability.rawValue))
    }

    /// Everything is written, and the next server on this file may know it.
    func end() throws(SQLiteFailure) {
        try connection.execute("PRAGMA synchronous = FULL")
        try connection.run("UPDATE file SET isRunning = 0")
    }

    /// What SQLite does not mind: it writes over a file of one byte, and takes a log that it finds
    /// beside no file for one that is of no use any more.
    private static func checkSizes(at path: String) throws(RoomFileError) {
        let size = size(of: path)
        if (1..<100).contains(size) { throw .notOurs(path: path) }
        if size == 0, Self.size(of: path + "-wal") > 0 {
            throw .damaged(path: path, what: "it is gone, and only its -wal is there")
        }
    }

    /// 0 for what is no file.
    private static func size(of path: String) -> Int {
        var status = stat()
        let isFile = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        return isFile ? Int(status.st_size) : 0
    }

    private static func makeFolder(of path: String) throws(RoomFileError) {
        var folder = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
            folder += part + "/"
            guard mkdir(folder, 0o755) == 0 || errno == EEXIST || errno == EISDIR else {
                throw .notReachable(path: folder, why: String(cString: strerror(errno)))
            }
        }
    }
}

extension SQLiteConnection {
    fileprivate func schema() throws(SQLiteFailure) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        try each("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name") { row in
            parts += (0..<4).map { row.bytes($0) }
            return true
        }
        return parts
    }
}

extension RoomFile {
    /// Writes something that is as durable as was asked for when this returns.
    func write(_ body: () throws(SQLiteFailure) -> Void) throws(SQLiteFailure) {
        // What is written into a file that has no name any more goes with the process.
        guard FilePlace(path) == place else {
            throw SQLiteFailure(code: SQLITE_CANTOPEN, message: "the file is gone from its place")
        }
        try mend()
        do throws(SQLiteFailure) {
            try connection.transaction(body)
        } catch {
            // A disk that is full has not taken the end of a commit, without which it does not count.
            if error.kind == SQLITE_IOERR { mistrust() }
            throw error
        }
    }

    /// What was to be durable may not be.
    func mistrust() {
        isInDoubt = true
        // If it does not work now, it is tried again before anything else is written.
        try? mend()
    }

    /// Does nothing as long as nothing has failed.
    func mend() throws(SQLiteFailure) {
        guard isInDoubt else { return }
        try connection.mendLog()
        isInDoubt = false
    }

    /// Writes something that may be lost with the power, as what it says can be found again; what was
    /// written before it cannot be lost any more than otherwise.
    func writeWithoutHaste(_ body: () throws(SQLiteFailure) -> Void) throws(SQLiteFailure) {
        guard durability == .full else { return try write(body) }
        try connection.execute("PRAGMA synchronous = NORMAL")
        let result = Result { () throws(SQLiteFailure) in try write(body) }
        try connection.execute("PRAGMA synchronous = FULL")
        try result.get()
    }
}
