import Glibc

/// Whether a file can be one of ours, before anything is written there.
extension RoomFile {
    /// What SQLite does not mind: it writes over a file of one byte, and takes a log that it finds
    /// beside no file for one that is of no use any more.
    static func checkSizes(at path: String) throws(RoomFileError) {
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
        guard version >= 0 else { throw .damaged(path: path, what: "its version") }
        guard version <= schema.count else {
            throw .newer(path: path, version: version, known: Int64(schema.count))
        }
    }

    /// Tables and indexes are those that this program makes; otherwise statements would do something
    /// else than they say.
    func checkSchema(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        let sound = try SQLiteConnection(":memory:", .making)
        for step in Self.schema { try sound.execute(step) }
        guard try connection.schema() == sound.schema() else { throw .damaged("its tables") }
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
