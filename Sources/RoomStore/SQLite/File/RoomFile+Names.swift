import SharedRoom

// A room is found by the index of names. If damage made it lead past a room, that would look like one
// that never was, and somebody would make it anew. So the file has one number that all names make
// together, and whoever opens the file works it out again from the index.

extension RoomFile {
    /// Makes the index anew from the rows if it is not what it was.
    func proveNames(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        let found = try connection.namesOfIndex()
        let kept = try connection.namesOfFile()
        guard found != kept else { return }
        try connection.execute("REINDEX rooms")
        guard try connection.namesOfIndex() == kept else {
            throw .damaged("the names of its rooms")
        }
    }
}

extension SQLiteConnection {
    /// A room that is new to the file.
    func enroll(_ row: RoomRow) throws(SQLiteFailure) {
        try write(row)
        try turnName(row.name.bytes, row.id)
    }

    /// A room of which nothing is to be left in the index.
    func strike(_ id: Int64) throws(SQLiteFailure) {
        let name = try first("SELECT name FROM rooms WHERE id = ?", .number(id)) { $0.bytes(0) }
        guard let name else { return }
        try turnName(name, id)
        try run("DELETE FROM rooms WHERE id = ?", .number(id))
    }

    /// Puts a name into the number of all, or takes it out: SQLite has no other word for "either".
    private func turnName(_ name: [UInt8], _ id: Int64) throws(SQLiteFailure) {
        let one = Self.number(of: name, id)
        try run("UPDATE file SET names = (names | ?1) & ~(names & ?1)", .bits(one))
    }

    /// Whether the index leads to every room.
    func hasSoundNames() throws(SQLiteFailure) -> Bool {
        guard let kept = try namesOfFile() else { return false }
        return try namesOfIndex() == kept
    }

    fileprivate func namesOfFile() throws(SQLiteFailure) -> UInt64? {
        try first("SELECT names FROM file") { $0.bits(0) }
    }

    /// Nil when they are not in order: then a search goes astray, though all are there.
    fileprivate func namesOfIndex() throws(SQLiteFailure) -> UInt64? {
        var all: UInt64 = 0
        var last: [UInt8] = []
        var isInOrder = true
        try each("SELECT name, id FROM rooms INDEXED BY sqlite_autoindex_rooms_1") { row in
            let name = row.bytes(0)
            isInOrder = isInOrder && last.lexicographicallyPrecedes(name)
            last = name
            all ^= Self.number(of: name, row.number(1))
            return isInOrder
        }
        return isInOrder ? all : nil
    }

    private static func number(of name: [UInt8], _ id: Int64) -> UInt64 {
        var hash = StateHash(UInt64(bitPattern: id))
        hash.add(name)
        return hash.value
    }
}
