import CSQLite

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
