import CSQLite
import Glibc

// After an I/O error, two things are unknown. A failed commit may be on the disk: this process would continue without it,
// but the next start would find it. And writes that a failed sync has lost are lost for good: the system considers
// them written, and the next sync succeeds.
//
// So the connection is closed. Before the file is opened again, the write-ahead log is written again, with the bytes
// that the system returns for it, and synced. Opening finds in it what every later start would find. A checkpoint
// then moves all of it into the database file and empties the log. Only then does the file show which commits it has.
extension RoomFile {
    /// Opens the file again if it was closed.
    func reopen() throws(SQLiteFailure) {
        guard isClosed else { return }
        guard FilePlace(path) == place else { throw .notInPlace }
        try LogFile.rewrite(logPath, system)
        let connection = try SQLiteConnection(path, .writing, system: system)
        connection.keepsLogOnClose(true)
        try configure(connection)
        guard connection.carryLog(SQLITE_CHECKPOINT_TRUNCATE) == SQLITE_OK else {
            throw SQLiteFailure(code: SQLITE_BUSY, message: "the write-ahead log cannot be emptied")
        }
        connection.keepsLogOnClose(false)
        use(connection)
    }
}

extension SQLiteConnection {
    /// If true, closing the last connection makes no checkpoint: the log may not be durable any more.
    func keepsLogOnClose(_ keeps: Bool) { calcroom_keep_log_on_close(handle, keeps ? 1 : 0) }

    /// The path of the write-ahead log.
    var logPath: String {
        sqlite3_filename_wal(sqlite3_db_filename(handle, "main")).map { String(cString: $0) } ?? ""
    }
}

/// A write-ahead log, as a file of the operating system that SQLite uses.
private enum LogFile {
    /// Writes all bytes of the file again, and syncs it. Does nothing if there is no such file.
    static func rewrite(_ path: String, _ system: String?) throws(SQLiteFailure) {
        guard let system = sqlite3_vfs_find(system) else { throw .closed }
        var isThere: Int32 = 0
        try check(system.pointee.xAccess?(system, path, SQLITE_ACCESS_EXISTS, &isThere))
        guard isThere != 0 else { return }
        let size = Int(system.pointee.szOsFile)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        let file = memory.bindMemory(to: sqlite3_file.self, capacity: 1)
        // The VFS may use the pointer until the file is closed.
        let name = strdup(path)
        defer { free(name) }
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_WAL
        let opening = system.pointee.xOpen?(system, name, file, flags, nil)
        defer { _ = file.pointee.pMethods?.pointee.xClose?(file) }
        try check(opening)
        try rewrite(file)
        try check(file.pointee.pMethods?.pointee.xSync?(file, SQLITE_SYNC_NORMAL))
    }

    private static func rewrite(
        _ file: UnsafeMutablePointer<sqlite3_file>
    ) throws(SQLiteFailure) {
        var size: Int64 = 0
        try check(file.pointee.pMethods?.pointee.xFileSize?(file, &size))
        let piece = UnsafeMutableRawPointer.allocate(byteCount: pieceSize, alignment: 8)
        defer { piece.deallocate() }
        var place: Int64 = 0
        while place < size {
            let count = Int32(min(size - place, Int64(pieceSize)))
            try check(file.pointee.pMethods?.pointee.xRead?(file, piece, count, place))
            try check(file.pointee.pMethods?.pointee.xWrite?(file, piece, count, place))
            place += Int64(count)
        }
    }

    private static let pieceSize = 1 << 20

    private static func check(_ code: Int32?) throws(SQLiteFailure) {
        guard code == SQLITE_OK else {
            throw SQLiteFailure(code: code ?? SQLITE_IOERR, message: "disk I/O error")
        }
    }
}
