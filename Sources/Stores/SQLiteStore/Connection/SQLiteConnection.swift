import CSQLite
import Glibc

/// A connection to an SQLite file. It belongs to one thread at a time.
final class SQLiteConnection {
    enum Access {
        case reading
        case writing
        /// Also creates a missing file.
        case creating

        fileprivate var flags: Int32 {
            switch self {
            case .reading: SQLITE_OPEN_READONLY
            case .writing: SQLITE_OPEN_READWRITE
            case .creating: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        }
    }

    let handle: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]

    /// - Parameter system: The name of a VFS; nil for the usual one.
    init(_ path: String, _ access: Access, system: String? = nil) throws(SQLiteFailure) {
        var opened: OpaquePointer?
        let flags = access.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &opened, flags, system)
        guard let opened else { throw SQLiteFailure(code: code, message: "no memory") }
        handle = opened
        guard code == SQLITE_OK else { throw failure }
        waitForOthers()
        // The file may come from an untrusted source.
        guard calcroom_set_defensive(opened) == SQLITE_OK else { throw failure }
        try execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
    }

    /// The statements are finalized afterwards.
    deinit { sqlite3_close_v2(handle) }

    /// Waits up to five seconds while another process writes. It tries again every millisecond, because a busy server
    /// pauses only for a moment, which SQLite's own growing intervals would miss.
    func waitForOthers() {
        sqlite3_busy_handler(
            handle,
            { _, count in
                guard count < 5_000 else { return 0 }
                usleep(1_000)
                return 1
            }, nil)
    }

    /// The last failure.
    var failure: SQLiteFailure {
        SQLiteFailure(
            code: sqlite3_extended_errcode(handle), message: String(cString: sqlite3_errmsg(handle))
        )
    }

    /// The number of pages read from the file since the last call. Afterwards no page is in memory.
    func takePagesRead() -> Int {
        var (count, highest) = (Int32(0), Int32(0))
        sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_MISS, &count, &highest, 1)
        sqlite3_db_release_memory(handle)
        return Int(count)
    }

    /// Runs statements without values, and ignores their rows.
    func execute(_ statements: String) throws(SQLiteFailure) {
        guard sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK else { throw failure }
    }

    /// Runs a statement, and ignores its rows.
    func run(_ text: String, _ values: SQLiteValue...) throws(SQLiteFailure) {
        try with(text, values) { (statement) throws(SQLiteFailure) in
            while try statement.step() {}
        }
    }

    /// Calls `body` with each row, until it returns false.
    func each(
        _ text: String, _ values: SQLiteValue...,
        body: (SQLiteStatement) throws(SQLiteFailure) -> Bool
    ) throws(SQLiteFailure) {
        try with(text, values) { (statement) throws(SQLiteFailure) in
            while try statement.step() {
                guard try body(statement) else { return }
            }
        }
    }

    /// Reads all rows.
    func all<Result>(
        _ text: String, _ values: SQLiteValue...,
        read: (SQLiteStatement) throws(SQLiteFailure) -> Result
    ) throws(SQLiteFailure) -> [Result] {
        try with(text, values) { (statement) throws(SQLiteFailure) in
            var results: [Result] = []
            while try statement.step() { results.append(try read(statement)) }
            return results
        }
    }

    /// Reads the first row, if any.
    func first<Result>(
        _ text: String, _ values: SQLiteValue...,
        read: (SQLiteStatement) throws(SQLiteFailure) -> Result
    ) throws(SQLiteFailure) -> Result? {
        try with(text, values) { (statement) throws(SQLiteFailure) in
            try statement.step() ? try read(statement) : nil
        }
    }

    func number(_ text: String, _ values: SQLiteValue...) throws(SQLiteFailure) -> Int64? {
        try with(text, values) { (statement) throws(SQLiteFailure) in
            try statement.step() ? statement.number(0) : nil
        }
    }

    private func with<Result>(
        _ text: String, _ values: [SQLiteValue],
        body: (SQLiteStatement) throws(SQLiteFailure) -> Result
    ) throws(SQLiteFailure) -> Result {
        let statement = try statement(text)
        defer { statement.reset() }
        try statement.bind(values)
        return try body(statement)
    }

    /// Runs the body in a transaction, and rolls back if it throws.
    func transaction(_ body: () throws(SQLiteFailure) -> Void) throws(SQLiteFailure) {
        try run("BEGIN IMMEDIATE")
        do throws(SQLiteFailure) {
            try body()
            try run("COMMIT")
        } catch {
            // Some failures end the transaction.
            if sqlite3_get_autocommit(handle) == 0 { try run("ROLLBACK") }
            throw error
        }
    }

    /// The prepared statement, which is cached.
    private func statement(_ text: String) throws(SQLiteFailure) -> SQLiteStatement {
        if let made = statements[text] { return made }
        let made = try SQLiteStatement(text, self)
        statements[text] = made
        return made
    }
}

/// A failure of SQLite, or damage that this program detected.
struct SQLiteFailure: Error, Equatable {
    /// The extended result code.
    let code: Int32
    let message: String

    /// The primary result code: `SQLITE_IOERR` for `SQLITE_IOERR_FSYNC`.
    var kind: Int32 { code & 0xff }

    /// True if the content of the file is invalid. Violated constraints, statements that do not fit the schema, and
    /// missing pages are signs of this, too.
    var isDamage: Bool {
        [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_ERROR]
            .contains(kind) || code == calcroom_file_too_short
    }

    /// Damage that this program detected.
    static func damaged(_ what: String) -> SQLiteFailure {
        SQLiteFailure(code: SQLITE_CORRUPT, message: what)
    }
}
