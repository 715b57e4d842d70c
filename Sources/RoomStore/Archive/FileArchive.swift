import Glibc
public import SharedRoom

/// Reads the file of a store. All reads are one transaction, so they are consistent. Until the archive is released, the
/// write-ahead log grows.
public final class FileArchive: RoomArchive {
    let path: String
    let connection: SQLiteConnection
    private let logReader: SQLiteLogReader

    public init(_ path: String) throws(RoomFileError) {
        self.path = path
        let connection = try SQLiteConnection(existing: path, .reading)
        try RoomFileError.convert(path) { () throws(SQLiteFailure) in
            try connection.execute("BEGIN")
            guard try connection.hasValidNames() else { throw .damaged("the names of its rooms") }
        }
        self.connection = connection
        logReader = SQLiteLogReader(of: connection)
    }

    public var place: String { path }
    public var reader: any LogReader { logReader }
    public var tapeLinesMax: Int { .max }

    public var names: [RoomName] {
        get throws(RoomFileError) {
            try querying { () throws(SQLiteFailure) in
                try connection.all("SELECT name FROM rooms ORDER BY name") { row in
                    RoomName(normal: row.bytes(0))
                }.compactMap(\.self)
            }
        }
    }

    public func facts(of name: RoomName) throws(RoomFileError) -> RoomFacts? {
        let row = try querying { () throws(SQLiteFailure) in try connection.room(named: name) }
        return row.map { RoomFacts(rules: $0.rules, time: $0.time, isSetAside: $0.trials > 0) }
    }

    public func error(for failure: LogReadFailure) -> RoomFileError {
        if failure == .changed { return .changed }
        return logReader.failure.map { RoomFileError($0, path) }
            ?? .damaged(path: path, what: "a room")
    }

    func querying<Result>(
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
