import CSQLite

extension RoomFile {
    /// Writes in one transaction, which is as durable as configured when this returns.
    func write(
        _ body: (SQLiteConnection) throws(SQLiteFailure) -> Void
    ) throws(SQLiteFailure) {
        try attempt { (connection) throws(SQLiteFailure) in
            try connection.transaction { () throws(SQLiteFailure) in try body(connection) }
        }
    }

    /// Writes something that can be computed again, so that a power cut may lose it. Earlier writes stay durable.
    func writeLazily(
        _ body: (SQLiteConnection) throws(SQLiteFailure) -> Void
    ) throws(SQLiteFailure) {
        guard options.durability == .full else { return try write(body) }
        let connection = try connection
        try connection.execute("PRAGMA synchronous = NORMAL")
        let result = Result { () throws(SQLiteFailure) in try write(body) }
        try connection.execute("PRAGMA synchronous = FULL")
        try result.get()
    }

    /// Deletes every row of a room.
    func erase(_ room: Int64, journal: JournalRows) throws(SQLiteFailure) {
        try write { (connection) throws(SQLiteFailure) in
            try connection.trimJournal(journal)
            for table in ["history", "tape"] {
                try connection.run("DELETE FROM \(table) WHERE room = ?", .number(room))
            }
            try connection.run("DELETE FROM rooms WHERE id = ?", .number(room))
        }
    }

    private func attempt(
        _ work: (SQLiteConnection) throws(SQLiteFailure) -> Void
    ) throws(SQLiteFailure) {
        // A file that was moved or deleted would take the data with it.
        guard FilePlace(path) == place else { throw .notInPlace }
        let connection = try connection
        do throws(SQLiteFailure) {
            try work(connection)
        } catch {
            // On a full disk, the end of a commit is missing, so it does not count.
            if error.kind == SQLITE_IOERR { close() }
            throw error
        }
    }
}

extension SQLiteFailure {
    static let notInPlace = SQLiteFailure(
        code: SQLITE_CANTOPEN, message: "the file was moved or deleted")
    static let closed = SQLiteFailure(
        code: SQLITE_IOERR, message: "the file was closed after a failure")
}
