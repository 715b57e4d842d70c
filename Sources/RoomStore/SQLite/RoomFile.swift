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
                PRAGMA synchronous = \(durability.rawValue);
                PRAGMA wal_autocheckpoint = 0;
                PRAGMA secure_delete = ON;
                PRAGMA temp_store = MEMORY;
                """)
            try connection.transaction { () throws(SQLiteFailure) in
                try migrate()
                try checkSchema()
                try begin(random)
            }
        } catch {
            throw RoomFileError(error, path)
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
        // On a disk without room for it, the end is as good without.
        try? eraseCopies()
        try connection.execute("PRAGMA synchronous = FULL")
        try connection.run("UPDATE file SET isRunning = 0")
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

extension RoomFile {
    /// Writes the file anew if a room was erased. SQLite overwrites what is deleted, but when it
    /// spreads the rows of a full page over two, it leaves copies behind that it no longer knows of.
    /// That takes 6 ms a megabyte, in which nobody is served; so a large file keeps them until
    /// something else is written there.
    func eraseCopies() throws(SQLiteFailure) {
        let pages = try connection.number("PRAGMA page_count") ?? 0
        guard connection.hasErased, pages <= Self.pagesRewrittenMax else { return }
        // Not in memory: it is as much as the file.
        try connection.execute("PRAGMA temp_store = FILE")
        let result = Result { () throws(SQLiteFailure) in
            try writeInPlace { () throws(SQLiteFailure) in try connection.execute("VACUUM") }
        }
        try connection.execute("PRAGMA temp_store = MEMORY")
        try result.get()
        connection.hasErased = false
    }

    /// 512 MB, three seconds.
    private static let pagesRewrittenMax: Int64 = 131_072

    /// Writes something that is as durable as was asked for when this returns.
    func write(_ body: () throws(SQLiteFailure) -> Void) throws(SQLiteFailure) {
        try writeInPlace { () throws(SQLiteFailure) in try connection.transaction(body) }
    }

    private func writeInPlace(
        _ body: () throws(SQLiteFailure) -> Void
    ) throws(SQLiteFailure) {
        // What is written into a file that has no name any more goes with the process.
        guard FilePlace(path) == place else {
            throw SQLiteFailure(code: SQLITE_CANTOPEN, message: "the file is gone from its place")
        }
        try mend()
        do throws(SQLiteFailure) {
            try body()
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
