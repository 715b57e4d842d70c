import CSQLite

// After an I/O error, two things are unknown. A failed commit may be on the disk: this process would continue without it,
// but the next start would find it. And writes that a failed sync has lost are lost for good: the system considers
// them written, and the next sync succeeds.
//
// So the connection is closed. Before the file is opened again, the write-ahead log is written again, with the bytes
// that the system returns for it, and synced. A checkpoint then moves its commits into the database file and empties the
// log. If a reader has the file open, SQLite may ignore a failed commit that is in the log. So the empty log is synced,
// too: otherwise the commit could come back after a power cut. Only then does the file show which commits it has.
extension RoomFile {
    /// Opens the file again, with new epochs.
    func reopen() throws(SQLiteFailure) {
        guard FilePlace(path) == place else { throw .notInPlace }
        let connection = try SQLiteConnection(path, .writing, system: options.system)
        connection.keepsLogOnClose(true)
        try connection.rewriteLog()
        try configure(connection)
        guard connection.checkpoint(SQLITE_CHECKPOINT_TRUNCATE) == SQLITE_OK else {
            throw SQLiteFailure(code: SQLITE_BUSY, message: "the write-ahead log cannot be emptied")
        }
        try connection.rewriteLog()
        try begin(connection, mayLackEvents: true)
        connection.keepsLogOnClose(false)
        use(connection)
    }
}

extension SQLiteConnection {
    /// If true, closing the last connection makes no checkpoint: the log may not be durable any more.
    func keepsLogOnClose(_ keeps: Bool) { calcroom_keep_log_on_close(handle, keeps ? 1 : 0) }

    /// Writes all bytes of the write-ahead log again, and syncs it. Does nothing without a log.
    fileprivate func rewriteLog() throws(SQLiteFailure) {
        // SQLite opens the log when it first reads the file.
        _ = try number("PRAGMA user_version")
        var opened: UnsafeMutablePointer<sqlite3_file>?
        try check(sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &opened))
        guard let log = opened, let methods = log.pointee.pMethods?.pointee else { return }
        var size: Int64 = 0
        try check(methods.xFileSize(log, &size))
        let piece = UnsafeMutableRawPointer.allocate(byteCount: Self.pieceSize, alignment: 8)
        defer { piece.deallocate() }
        for place in stride(from: 0, to: size, by: Self.pieceSize) {
            let count = Int32(min(size - place, Int64(Self.pieceSize)))
            try check(methods.xRead(log, piece, count, place))
            try check(methods.xWrite(log, piece, count, place))
        }
        try check(methods.xSync(log, SQLITE_SYNC_NORMAL))
    }

    /// SQLite fails to write 128 KiB or more at once.
    private static let pieceSize = 1 << 16

    private func check(_ code: Int32) throws(SQLiteFailure) {
        guard code == SQLITE_OK else {
            throw SQLiteFailure(code: code, message: "disk I/O error")
        }
    }
}
