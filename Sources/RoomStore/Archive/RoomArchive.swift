import Glibc
public import SharedRoom

/// Reads the file of a store, also while a server uses it.
///
///     let archive = try RoomArchive("calcroom.db")
///     let rooms = try archive.rooms
///
/// All reads are one transaction, so they are consistent. Until the archive is released, the write-ahead log grows.
public final class RoomArchive {
    let path: String
    let connection: SQLiteConnection
    /// Reads rooms, also those that are set aside or have other rules.
    public let reader: any LogReader

    public init(_ path: String) throws(RoomFileError) {
        self.path = path
        let connection = try SQLiteConnection(existing: path, .reading)
        try RoomFileError.convert(path) { () throws(SQLiteFailure) in
            try connection.execute("BEGIN")
            guard try connection.hasValidNames() else { throw .damaged("the names of its rooms") }
        }
        self.connection = connection
        reader = SQLiteLogReader(of: connection)
    }

    /// The names of all rooms, sorted.
    public var names: [RoomName] {
        get throws(RoomFileError) {
            try reading { () throws(SQLiteFailure) in
                try connection.all("SELECT name FROM rooms ORDER BY name") { row in
                    RoomName(normal: row.bytes(0))
                }.compactMap(\.self)
            }
        }
    }

    func reading<Result>(
        _ body: () throws(SQLiteFailure) -> Result
    ) throws(RoomFileError) -> Result {
        try RoomFileError.convert(path, body)
    }
}

extension SQLiteConnection {
    /// Connects to the existing file of a store.
    convenience init(existing path: String, _ access: Access) throws(RoomFileError) {
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
            throw RoomFileError(error, path)
        }
        // An empty file has version 0.
        guard try RoomFile.check(self, path) != 0 else { throw .notOurs(path: path) }
    }
}
