import Glibc
import RoomStore

/// Checks before anything is written into a file.
extension RoomFile {
    /// Rejects very short files, which SQLite would overwrite, and a write-ahead log without its file, which it would
    /// delete.
    static func checkSizes(at path: String) throws(StoreError) {
        let size = size(of: path)
        if (1..<100).contains(size) { throw .notOurs(path: path) }
        if size == 0, Self.size(of: path + "-wal") > 0 {
            throw .damaged(path: path, what: "only its -wal file exists")
        }
    }

    /// 0 if it is not a regular file.
    private static func size(of path: String) -> Int {
        var status = stat()
        let isFile = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        return isFile ? Int(status.st_size) : 0
    }

    /// Rejects foreign, newer and changed files. Returns the version of the schema, which is 0 for an empty file.
    @discardableResult
    static func check(
        _ connection: SQLiteConnection, _ path: String
    ) throws(StoreError) -> Int64 {
        let (owner, tables, version) = try StoreError.convert(path) { () throws(SQLiteFailure) in
            (
                try connection.number("PRAGMA application_id") ?? 0,
                try connection.number("SELECT count(*) FROM sqlite_schema") ?? 0,
                try connection.number("PRAGMA user_version") ?? 0
            )
        }
        guard owner == applicationID || (owner == 0 && tables == 0) else {
            throw .notOurs(path: path)
        }
        guard version >= 0 else { throw .damaged(path: path, what: "its schema version") }
        guard version <= Self.version else {
            throw .newer(path: path, version: version, known: Self.version)
        }
        if version > 0 {
            try StoreError.convert(path) { () throws(SQLiteFailure) in
                try checkSchema(connection)
            }
        }
        return version
    }

    /// Checks that the file has exactly the tables and indexes of this program. A trigger, for example, would change
    /// the effect of statements.
    private static func checkSchema(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        let expected = try SQLiteConnection(":memory:", .creating)
        try expected.execute(schema)
        guard try connection.schema() == expected.schema() else {
            throw .damaged(
                "it has other tables, indexes, views or triggers than this program makes")
        }
    }
}

extension SQLiteConnection {
    /// False if a search by name would not find an intact room, because the index of names is damaged: the next visitor
    /// would make the room again. A damaged row is ignored, because its name may be wrong. Throws if the table has lost
    /// rows that both indexes have.
    func findsAllRooms() throws(SQLiteFailure) -> Bool {
        let lost = try number(
            """
            SELECT id FROM rooms INDEXED BY sqlite_autoindex_rooms_1
            INTERSECT SELECT id FROM rooms INDEXED BY roomsByDay
            EXCEPT SELECT id FROM rooms NOT INDEXED
            """)
        guard lost == nil else { throw .damaged("the table of rooms") }
        return try all(
            """
            SELECT id FROM rooms AS room NOT INDEXED WHERE NOT EXISTS (
                SELECT id FROM rooms AS found INDEXED BY sqlite_autoindex_rooms_1
                WHERE found.name = room.name AND found.id = room.id
            )
            """
        ) { row in row.number(0) }.allSatisfy { (try? room($0)) == nil }
    }

    fileprivate func schema() throws(SQLiteFailure) -> [[UInt8]] {
        try all("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name") { row in
            (0..<4).map { row.bytes($0) }
        }.flatMap(\.self)
    }
}
