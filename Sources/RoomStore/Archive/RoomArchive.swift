import Glibc
public import SharedRoom

/// A look at the file of a store, whether a server has it open or not.
///
///     let archive = try RoomArchive("calcroom.db")
///     let rooms = try archive.rooms
///
/// It changes nothing, and everything is as it was when the look began. As long as it lives, the
/// write-ahead log grows.
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
            guard try connection.hasSoundNames() else { throw .damaged("the names of its rooms") }
        } catch {
            throw RoomFileError(error, path)
        }
    }

    /// The names of all rooms, in the order of their bytes.
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

    /// A room as an edge would be handed it; nil when there is none.
    public func open(_ name: RoomName) throws(RoomFileError) -> OpenedRoom? {
        try reading { () throws(SQLiteFailure) in
            guard let row = try connection.room(named: name) else { return nil }
            let journal = try connection.journalRows(of: row.id)
            return OpenedRoom(
                epoch: row.epoch ^ life, secret: life, snapshot: row.snapshot,
                events: try connection.journal(journal, of: row.id, after: row.sequence))
        }
    }

    /// Events from a number on, at most so many, and the room before them.
    public func log(
        of name: RoomName, from sequence: Int64, count: Int
    ) throws(RoomFileError) -> LogPart {
        try reading { () throws(SQLiteFailure) in
            guard let row = try connection.room(named: name) else { return LogPart() }
            let journal = try connection.journalRows(of: row.id)
            return try connection.part(of: row, journal, from: sequence, count: count)
        }
    }

    /// The newest lines that the room's own tape has no longer, at most so many.
    public func tape(of name: RoomName, count: Int) throws(RoomFileError) -> [TapeEntry] {
        try reading { () throws(SQLiteFailure) in
            guard let id = try connection.id(of: name) else { return [] }
            return try connection.tape(of: id, before: .max, count: count)
        }
    }

    func reading<Result>(
        _ body: () throws(SQLiteFailure) -> Result
    ) throws(RoomFileError) -> Result {
        do throws(SQLiteFailure) { return try body() } catch { throw RoomFileError(error, path) }
    }
}

extension SQLiteConnection {
    /// To a file of a store that is there already.
    convenience init(existing path: String, _ access: Access) throws(RoomFileError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { throw .missing(path: path) }
            throw .notReachable(path: path, why: String(cString: strerror(errno)))
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notOurs(path: path) }
        guard Glibc.access(path, R_OK) == 0 else {
            throw .notReachable(path: path, why: String(cString: strerror(errno)))
        }
        do throws(SQLiteFailure) {
            try self.init(path, access)
        } catch {
            throw RoomFileError(error, path)
        }
        try RoomFile.check(self, path)
        let version: Int64?
        do throws(SQLiteFailure) {
            version = try number("PRAGMA user_version")
        } catch {
            throw RoomFileError(error, path)
        }
        // Somebody's empty file, or one that was not begun.
        guard version != 0 else { throw .notOurs(path: path) }
    }
}
