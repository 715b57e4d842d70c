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
    /// Part of the epoch of every room. Clients cannot tell it from an epoch, so it is the secret of rooms, too.
    private(set) var life: UInt64 = 0
    /// Whether a commit or a checkpoint has failed, so that nobody knows what is on the disk.
    var isInDoubt = false
    let durability: Durability
    private let lock: FileLock
    /// Where it was found.
    private(set) var place = FilePlace()

    init(
        _ path: String, _ durability: Durability, system: String? = nil, random: () -> UInt64
    ) throws(RoomFileError) {
        self.path = path
        self.durability = durability
        try Self.checkFolder(of: path)
        lock = try FileLock(of: path)
        try Self.checkSizes(at: path)
        do throws(SQLiteFailure) {
            connection = try SQLiteConnection(path, .making, system: system)
        } catch {
            throw RoomFileError(error, path)
        }
        // It may be new.
        try lock.holdFile(path)
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
                try proveNames()
            }
            // That a server is running is durable before anything is told that may not be.
            try connection.execute("PRAGMA synchronous = \(durability.rawValue)")
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
            INSERT INTO file (only, life, place, durability, isRunning, names)
            VALUES (1, ?, ?, ?, 1, 0)
            ON CONFLICT (only) DO UPDATE SET
                life = excluded.life, place = excluded.place, durability = excluded.durability,
                isRunning = 1
            """, .bits(life), .number(place.file), .number(durability.rawValue))
    }

    /// Everything is written, and the next server on this file may know it.
    func end() throws(SQLiteFailure) {
        // On a disk without room for it, the end is as good without.
        try? eraseCopies()
        try connection.execute("PRAGMA synchronous = FULL")
        try write { () throws(SQLiteFailure) in
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
