import CSQLite

/// What SQLite said when something did not work.
struct SQLiteFailure: Error, Equatable {
    /// Its extended result code.
    let code: Int32
    let message: String

    /// `SQLITE_FULL` of `SQLITE_FULL`, `SQLITE_IOERR` of `SQLITE_IOERR_FSYNC`
    var kind: Int32 { code & 0xff }

    /// Whether the file does not hold what SQLite or this program once wrote there.
    var isDamage: Bool { kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB }

    /// Found by this program: a row is not what was written.
    static func damaged(_ what: String) -> SQLiteFailure {
        SQLiteFailure(code: SQLITE_CORRUPT, message: what)
    }
}
