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
    /// Part of the epoch of every room.
    private let life: UInt64

    public init(_ path: String) throws(RoomFileError) {
        self.path = path
        connection = try SQLiteConnection(existing: path, .reading)
        do throws(SQLiteFailure) {
            try connection.execute("BEGIN")
            life = UInt64(
                bitPattern: try connection.number("SELECT life FROM file") ?? 0)
            guard try connection.hasValidNames() else { throw .damaged("the names of its rooms") }
        } catch {
            throw RoomFileError(error, path)
        }
    }

    /// The names of all rooms, sorted.
    public var names: [RoomName] {
        get throws(RoomFileError) {
            try reading { () throws(SQLiteFailure) in
                var names: [RoomName] = []
                try connection.each("SELECT name FROM rooms ORDER BY name") { row in
                    if let name = RoomName(normal: row.bytes(0)) { names.append(name) }
                    return true
                }
                return names
            }
        }
    }

    func reading<Result>(
        _ body: () throws(SQLiteFailure) -> Result
    ) throws(RoomFileError) -> Result {
        do throws(SQLiteFailure) { return try body() } catch { throw RoomFileError(error, path) }
    }
}

extension RoomArchive: LogReader {
    public func room(_ name: RoomName) throws(LogReadFailure) -> OpenedRoom? {
        try read { () throws(SQLiteFailure) in
            guard let row = try connection.room(named: name) else { return nil }
            return try connection.contents(of: row, connection.journalRows(of: row.id), life: life)
        }
    }

    public func start(for sequence: Int64, of log: StoredLog) throws(LogReadFailure) -> LogStart {
        try read(log) { (row) throws(SQLiteFailure) in
            try connection.start(for: sequence, of: row)
        }
    }

    public func events(
        after sequence: Int64, of log: StoredLog
    ) throws(LogReadFailure) -> [Event] {
        try read(log) { (row) throws(SQLiteFailure) in
            let journal =
                sequence < row.sequence ? JournalRows() : try connection.journalRows(of: row.id)
            return try connection.events(after: sequence, of: row, journal)
        }
    }

    public func tapeRange(
        before sequence: Int64, count: Int, of log: StoredLog
    ) throws(LogReadFailure) -> TapeRange? {
        try read(log) { (row) throws(SQLiteFailure) in
            .some(try connection.tapeRange(before: sequence, count: count, of: row.id))
        }
    }

    public func tape(
        _ range: TapeRange, of log: StoredLog
    ) throws(LogReadFailure) -> [TapeEntry] {
        try read(log) { (row) throws(SQLiteFailure) in try connection.tape(range, of: row.id) }
    }

    private func read<Value>(
        _ log: StoredLog, _ body: (RoomRow) throws(SQLiteFailure) -> Value?
    ) throws(LogReadFailure) -> Value {
        let value = try read { () throws(SQLiteFailure) -> Value? in
            guard let row = try connection.room(named: log.name), row.epoch ^ life == log.epoch
            else { return nil }
            return try body(row)
        }
        guard let value else { throw .changed }
        return value
    }

    private func read<Value>(
        _ body: () throws(SQLiteFailure) -> Value
    ) throws(LogReadFailure) -> Value {
        do throws(SQLiteFailure) {
            return try body()
        } catch {
            throw error.isDamage ? .outOfOrder : .unavailable
        }
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
        guard Glibc.access(path, R_OK) == 0 else {
            throw .systemFailure(path)
        }
        do throws(SQLiteFailure) {
            try self.init(path, access)
        } catch {
            throw RoomFileError(error, path)
        }
        // An empty file has version 0.
        guard try RoomFile.check(self, path) != 0 else { throw .notOurs(path: path) }
    }
}
