import CSQLite

extension RoomFile {
    /// Writes the file anew if a room was erased. SQLite overwrites what is deleted, but when it
    /// spreads the rows of a full page over two, it leaves copies behind that it no longer knows of.
    /// That takes 6 ms a megabyte, in which nobody is served; so a large file keeps them until
    /// something else is written there.
    func eraseCopies() throws(SQLiteFailure) {
        let pages = try connection.number("PRAGMA page_count") ?? 0
        guard connection.hasErased, pages <= Self.pagesRewrittenMax else { return }
        // Not in memory: it is as much as the file.
        try connection.execute("PRAGMA temp_store = FILE")
        let result = Result { () throws(SQLiteFailure) in
            try attempt { () throws(SQLiteFailure) in try connection.execute("VACUUM") }
        }
        try connection.execute("PRAGMA temp_store = MEMORY")
        try result.get()
        connection.hasErased = false
    }

    /// 512 MB, three seconds.
    private static let pagesRewrittenMax: Int64 = 131_072

    /// Writes something that is as durable as was asked for when this returns.
    func write(_ body: () throws(SQLiteFailure) -> Void) throws(SQLiteFailure) {
        try attempt { () throws(SQLiteFailure) in try connection.transaction(body) }
    }

    private func attempt(_ work: () throws(SQLiteFailure) -> Void) throws(SQLiteFailure) {
        // What is written into a file that has no name any more goes with the process.
        guard FilePlace(path) == place else {
            throw SQLiteFailure(code: SQLITE_CANTOPEN, message: "the file is gone from its place")
        }
        try mend()
        do throws(SQLiteFailure) {
            try work()
        } catch {
            // A disk that is full has not taken the end of a commit, without which it does not count.
            if error.kind == SQLITE_IOERR { mistrust() }
            throw error
        }
    }

    /// What was to be durable may not be.
    func mistrust() {
        isInDoubt = true
        // If it does not work now, it is tried again before anything else is written.
        try? mend()
    }

    /// Does nothing as long as nothing has failed.
    func mend() throws(SQLiteFailure) {
        guard isInDoubt else { return }
        try connection.mendLog()
        isInDoubt = false
    }

    /// Writes something that may be lost with the power, as what it says can be found again; what was
    /// written before it cannot be lost any more than otherwise.
    func writeWithoutHaste(_ body: () throws(SQLiteFailure) -> Void) throws(SQLiteFailure) {
        guard durability == .full else { return try write(body) }
        try connection.execute("PRAGMA synchronous = NORMAL")
        let result = Result { () throws(SQLiteFailure) in try write(body) }
        try connection.execute("PRAGMA synchronous = FULL")
        try result.get()
    }
}
