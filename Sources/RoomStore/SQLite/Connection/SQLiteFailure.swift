import CSQLite

/// What SQLite said when something did not work.
struct SQLiteFailure: Error, Equatable {
    /// Its extended result code.
    let code: Int32
    let message: String

    /// `SQLITE_FULL` of `SQLITE_FULL`, `SQLITE_IOERR` of `SQLITE_IOERR_FSYNC`
    var kind: Int32 { code & 0xff }

    /// Whether the file does not hold what SQLite or this program once wrote there. Rows that exclude
    /// each other, and a statement that does not fit the tables, show that as well; so does a file that
    /// ends before a page to which something in it leads.
    var isDamage: Bool {
        [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_ERROR]
            .contains(kind) || code == calcroom_file_too_short
    }

    /// Found by this program: a row is not what was written.
    static func damaged(_ what: String) -> SQLiteFailure {
        SQLiteFailure(code: SQLITE_CORRUPT, message: what)
    }
}
