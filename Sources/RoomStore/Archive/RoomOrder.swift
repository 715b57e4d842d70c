import CSQLite
import Glibc
public import SharedRoom

/// An order of an operator concerning a room.
///
/// If no server uses the file, the order is executed at once, without applying events. Otherwise it is written into the
/// file, where the server finds it within a second.
public struct RoomOrder: Equatable, Sendable {
    public enum Kind: Int64, Sendable {
        /// Deletes the room.
        case forget = 1
        /// Lets servers open a room again that was set aside.
        case reinstate = 2
    }

    public var kind: Kind
    public var name: RoomName

    public init(_ kind: Kind, _ name: RoomName) {
        self.kind = kind
        self.name = name
    }

    /// Returns after the order is executed and the write-ahead log is empty, so that no deleted data are left in it.
    public func execute(in path: String, secondsMax: Int = 10) throws(RoomFileError) {
        let connection = try SQLiteConnection(existing: path, .writing)
        let end = MonotonicClock.milliseconds + Int64(secondsMax) * 1_000
        // The number of its row in the file.
        var given: Int64?
        while true {
            if let file = try Self.unserved(path) {
                try execute(in: file, given)
                break
            }
            do throws(SQLiteFailure) {
                guard let number = given else {
                    given = try connection.give(self)
                    continue
                }
                if try connection.isDone(number) { break }
                if MonotonicClock.milliseconds > end {
                    try connection.withdraw(number)
                    throw SQLiteFailure(code: SQLITE_BUSY, message: "")
                }
            } catch {
                if error.kind == SQLITE_BUSY { throw .unanswered(path: path) }
                throw RoomFileError(error, path)
            }
            usleep(Self.pause)
        }
        while !connection.truncateLog() {
            guard MonotonicClock.milliseconds < end else {
                throw .notReachable(
                    path: path + "-wal", why: "another program still reads deleted data")
            }
            usleep(Self.pause)
        }
    }

    private func execute(in file: RoomFile, _ number: Int64?) throws(RoomFileError) {
        try RoomFileError.convert(file.path) { () throws(SQLiteFailure) in
            let connection = try file.connection
            if let id = try connection.id(of: name) {
                switch kind {
                case .forget: try file.erase(id, journal: connection.journalRows(of: id))
                case .reinstate:
                    try file.write { (connection) throws(SQLiteFailure) in
                        try connection.setTrials(of: id, to: 0)
                    }
                }
            }
            if let number {
                try file.write { (connection) throws(SQLiteFailure) in
                    try connection.withdraw(number)
                }
            }
            try file.end()
        }
    }

    /// The file; nil if a server uses it.
    private static func unserved(_ path: String) throws(RoomFileError) -> RoomFile? {
        do throws(RoomFileError) {
            return try RoomFile(path, .full) { .random(in: .min ... .max) }
        } catch {
            if case .inUse = error { return nil }
            throw error
        }
    }

    /// The time between two checks in microseconds.
    private static let pause: UInt32 = 20_000
}

extension SQLiteConnection {
    fileprivate func isDone(_ order: Int64) throws(SQLiteFailure) -> Bool {
        try number("SELECT id FROM orders WHERE id = ?", .number(order)) == nil
    }

    fileprivate func withdraw(_ order: Int64) throws(SQLiteFailure) {
        try run("DELETE FROM orders WHERE id = ?", .number(order))
    }

    /// Makes a checkpoint. Returns true if the write-ahead log is empty.
    fileprivate func truncateLog() -> Bool {
        checkpoint(SQLITE_CHECKPOINT_TRUNCATE) == SQLITE_OK
    }
}
