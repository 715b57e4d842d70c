import CSQLite
import Glibc
public import RoomStore
public import SharedRoom

/// An order of an operator concerning a room.
///
/// It is written into the file, where a server finds it within a second. If no server uses the file, it is executed at
/// once, without applying events.
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
    public func execute(in path: String, secondsMax: Int = 10) throws(StoreError) {
        let connection = try SQLiteConnection(existing: path, .writing)
        let end = MonotonicClock.milliseconds + Int64(secondsMax) * 1_000
        let number = try StoreError.convert(path) { () throws(SQLiteFailure) in
            try connection.give(self)
        }
        do throws(StoreError) {
            while try !isExecuted(number, path, connection) {
                guard MonotonicClock.milliseconds < end else { throw .unanswered(path: path) }
                usleep(Self.pause)
            }
        } catch {
            // A later server must not execute an order that has failed.
            try? connection.withdraw(number)
            throw error
        }
        while connection.checkpoint(SQLITE_CHECKPOINT_TRUNCATE) != SQLITE_OK {
            guard MonotonicClock.milliseconds < end else {
                throw .notReachable(
                    path: path + "-wal", why: "another program still reads deleted data")
            }
            usleep(Self.pause)
        }
    }

    private func isExecuted(
        _ number: Int64, _ path: String, _ connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        try Self.executeIfUnserved(path)
        return try StoreError.convert(path) { () throws(SQLiteFailure) in
            try connection.number("SELECT id FROM orders WHERE id = ?", .number(number)) == nil
        }
    }

    /// Executes all orders, as a server does, if no server uses the file.
    private static func executeIfUnserved(_ path: String) throws(StoreError) {
        let options = SQLiteOptions(path: path, StoreOptions(clock: { 0 }))
        let backend: SQLiteBackend
        do throws(StoreError) {
            backend = try SQLiteBackend(options)
        } catch {
            if case .inUse = error { return }
            throw error
        }
        try StoreError.convert(path) { () throws(SQLiteFailure) in
            try backend.executeAllOrders()
            try backend.file.end()
        }
    }

    /// The time between two checks in microseconds.
    private static let pause: UInt32 = 20_000
}
