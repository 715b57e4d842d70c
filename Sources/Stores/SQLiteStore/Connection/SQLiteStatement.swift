import CSQLite

/// The value of a parameter (`?`).
enum SQLiteValue {
    case number(Int64)
    case bytes([UInt8])
    case none

    /// Unsigned numbers are stored as signed ones with the same bits.
    static func bits(_ bits: UInt64) -> SQLiteValue { .number(Int64(bitPattern: bits)) }

    static func bytes(_ bytes: [UInt8]?) -> SQLiteValue { bytes.map { .bytes($0) } ?? .none }
}

/// A prepared statement with its current row.
final class SQLiteStatement {
    private let handle: OpaquePointer
    private unowned let connection: SQLiteConnection

    init(_ text: String, _ connection: SQLiteConnection) throws(SQLiteFailure) {
        self.connection = connection
        var made: OpaquePointer?
        let code = sqlite3_prepare_v3(
            connection.handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
        guard code == SQLITE_OK, let made else { throw connection.failure }
        handle = made
    }

    deinit { sqlite3_finalize(handle) }

    func bind(_ values: [SQLiteValue]) throws(SQLiteFailure) {
        for (index, value) in values.enumerated() {
            guard bind(value, at: Int32(index) + 1) == SQLITE_OK else { throw connection.failure }
        }
    }

    private func bind(_ value: SQLiteValue, at place: Int32) -> Int32 {
        switch value {
        case .none: sqlite3_bind_null(handle, place)
        case .number(let number): sqlite3_bind_int64(handle, place, number)
        // An empty array has no address, and SQLite would store NULL.
        case .bytes([]): sqlite3_bind_zeroblob(handle, place, 0)
        case .bytes(let bytes):
            bytes.withUnsafeBytes {
                calcroom_bind_copy(handle, place, $0.baseAddress, Int32($0.count))
            }
        }
    }

    /// Moves to the next row. Returns false after the last one.
    func step() throws(SQLiteFailure) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw connection.failure
        }
    }

    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    func number(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func bits(_ column: Int32) -> UInt64 { UInt64(bitPattern: number(column)) }

    func bytes(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(handle, column) else { return [] }
        let count = Int(sqlite3_column_bytes(handle, column))
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Nil for NULL.
    func bytesOrNone(_ column: Int32) -> [UInt8]? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : bytes(column)
    }
}
