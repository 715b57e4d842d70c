import CSQLite

// What SQLite leaves to others when a disk fails.
//
// A commit that failed may stand in the write-ahead log all the same: this process goes on as if it
// did not, but whoever reads the log at the next start finds it. And what a failed sync has lost is
// lost for good: the system takes it for written, and the next sync says that all is well. So after a
// failed commit everything in the log that counts is written once more, and what stands behind it is
// cut off. How far the log counts is said by the index that all connections share; its form is part
// of SQLite's file format.
extension SQLiteConnection {
    /// The log says on the disk what it says here.
    func mendLog() throws(SQLiteFailure) {
        // Whoever writes is the only one to change the log.
        try run("BEGIN IMMEDIATE")
        let result = Result { () throws(SQLiteFailure) in
            let log = try file(SQLITE_FCNTL_JOURNAL_POINTER)
            let size = try logSize()
            try rewrite(log, size)
            try check(log.pointee.pMethods?.pointee.xTruncate?(log, size))
            try check(log.pointee.pMethods?.pointee.xSync?(log, SQLITE_SYNC_NORMAL))
        }
        try run("ROLLBACK")
        try result.get()
    }

    private func rewrite(
        _ log: UnsafeMutablePointer<sqlite3_file>, _ size: Int64
    ) throws(SQLiteFailure) {
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 8)
        defer { bytes.deallocate() }
        var place: Int64 = 0
        while place < size {
            let count = Int32(min(size - place, 1 << 20))
            try check(log.pointee.pMethods?.pointee.xRead?(log, bytes, count, place))
            try check(log.pointee.pMethods?.pointee.xWrite?(log, bytes, count, place))
            place += Int64(count)
        }
    }

    /// Up to the last commit.
    private func logSize() throws(SQLiteFailure) -> Int64 {
        let database = try file(SQLITE_FCNTL_FILE_POINTER)
        var found: UnsafeMutableRawPointer?
        try check(database.pointee.pMethods?.pointee.xShmMap?(database, 0, 32_768, 0, &found))
        let knownVersion: UInt32 = 3_007_000
        guard let index = UnsafeRawPointer(found), index.load(as: UInt32.self) == knownVersion
        else { throw SQLiteFailure(code: SQLITE_IOERR, message: "unknown form of the log") }
        let pageSize = Int64(index.load(fromByteOffset: 14, as: UInt16.self))
        let frames = Int64(index.load(fromByteOffset: 16, as: UInt32.self))
        return frames == 0 ? 0 : 32 + frames * (24 + (pageSize == 1 ? 65_536 : pageSize))
    }

    private func file(_ which: Int32) throws(SQLiteFailure) -> UnsafeMutablePointer<sqlite3_file> {
        var file: UnsafeMutablePointer<sqlite3_file>?
        try check(sqlite3_file_control(handle, "main", which, &file))
        guard let file else { throw SQLiteFailure(code: SQLITE_IOERR, message: "no file") }
        return file
    }

    private func check(_ code: Int32?) throws(SQLiteFailure) {
        guard code == SQLITE_OK else {
            throw SQLiteFailure(code: code ?? SQLITE_IOERR, message: "disk I/O error")
        }
    }
}
