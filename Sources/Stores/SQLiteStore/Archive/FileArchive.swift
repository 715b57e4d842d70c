import Glibc
public import RoomStore
public import SharedRoom

/// Reads the file of a store. All reads are one transaction, so they are consistent. From the first read until the
/// archive is released, the write-ahead log grows.
public final class FileArchive: RoomArchive {
    public let place: String
    let connection: SQLiteConnection
    private let logReader: SQLiteLogReader

    public init(_ path: String) throws(StoreError) {
        place = path
        let connection = try SQLiteConnection(existing: path, .reading)
        try StoreError.convert(path) { () throws(SQLiteFailure) in
            guard try connection.findsAllRooms() else { throw .damaged("the index of room names") }
            try connection.execute("BEGIN")
        }
        self.connection = connection
        logReader = SQLiteLogReader(of: connection, path)
    }

    public var reader: any LogReader { logReader }
    public var tapeLinesMax: Int { .max }

    public var names: [RoomName] {
        get throws(StoreError) {
            try StoreError.convert(place) { () throws(SQLiteFailure) in
                try connection.all("SELECT name FROM rooms ORDER BY name") { row in
                    RoomName(normal: row.bytes(0))
                }.compactMap(\.self)
            }
        }
    }

    public func facts(of name: RoomName) throws(StoreError) -> RoomFacts? {
        try StoreError.convert(place) { () throws(SQLiteFailure) in
            try connection.first(
                "SELECT rules, sequence, time, day, trials FROM rooms WHERE name = ?",
                .bytes(name.bytes)
            ) { row in
                RoomFacts(
                    rules: UInt32(clamping: row.number(0)), sequence: row.number(1),
                    time: row.number(2), day: row.number(3), trials: row.number(4))
            }
        }
    }

    public func size(of name: RoomName) throws(StoreError) -> Int64 {
        try StoreError.convert(place) { () throws(SQLiteFailure) in
            let journal = try logReader.archivedJournal(connection)
            return try connection.first(
                """
                SELECT id, historyBytes + ifnull(length(snapshot), 0)
                    + ifnull((SELECT sum(length(line)) FROM tape WHERE room = rooms.id), 0)
                FROM rooms WHERE name = ?
                """, .bytes(name.bytes)
            ) { row in Int64(journal[row.number(0)].bytes) &+ row.number(1) } ?? 0
        }
    }
}

extension SQLiteConnection {
    /// Connects to the existing file of a store.
    convenience init(existing path: String, _ access: Access) throws(StoreError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { throw .missing(path: path) }
            throw .systemFailure(path)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notOurs(path: path) }
        guard Glibc.access(path, R_OK) == 0 else { throw .systemFailure(path) }
        do throws(SQLiteFailure) {
            try self.init(path, access)
        } catch {
            throw StoreError(error, path)
        }
        // An empty file has version 0.
        guard try RoomFile.check(self, path) != 0 else { throw .notOurs(path: path) }
    }
}
