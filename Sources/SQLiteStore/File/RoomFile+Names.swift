import SharedRoom

// Rooms are looked up in the index of names. A room that a damaged index does not contain would look like a new one, and
// would be created again. So the file has a hash of all names, which is compared with the index when the file is opened.

extension RoomFile {
    /// Rebuilds the index from the rows if its hash is wrong.
    func checkNames(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        if try connection.hasValidNames() { return }
        try connection.execute("REINDEX rooms")
        guard try connection.hasValidNames() else { throw .damaged("the names of its rooms") }
    }
}

extension SQLiteConnection {
    /// Inserts the row of a new room.
    func insert(_ row: RoomRow) throws(SQLiteFailure) {
        try write(row)
        try toggleName(row.name.bytes, row.id)
    }

    /// Deletes the row of a room.
    func delete(_ id: Int64) throws(SQLiteFailure) {
        let name = try first("SELECT name FROM rooms WHERE id = ?", .number(id)) { $0.bytes(0) }
        guard let name else { return }
        try toggleName(name, id)
        try run("DELETE FROM rooms WHERE id = ?", .number(id))
    }

    /// Adds a name to the hash of all names, or removes it. SQLite has no XOR operator.
    private func toggleName(_ name: [UInt8], _ id: Int64) throws(SQLiteFailure) {
        let hash = Self.hash(of: name, id)
        try run("UPDATE file SET names = (names | ?1) & ~(names & ?1)", .bits(hash))
    }

    /// True if the index has the names of all rooms.
    func hasValidNames() throws(SQLiteFailure) -> Bool {
        guard let stored = try first("SELECT names FROM file", read: { $0.bits(0) }) else {
            return false
        }
        return try hashOfIndex() == stored
    }

    /// Nil if the index is not sorted, so that searches would fail.
    private func hashOfIndex() throws(SQLiteFailure) -> UInt64? {
        var all: UInt64 = 0
        var last: [UInt8] = []
        var isInOrder = true
        try each("SELECT name, id FROM rooms INDEXED BY sqlite_autoindex_rooms_1") { row in
            let name = row.bytes(0)
            isInOrder = isInOrder && last.lexicographicallyPrecedes(name)
            last = name
            all ^= Self.hash(of: name, row.number(1))
            return isInOrder
        }
        return isInOrder ? all : nil
    }

    private static func hash(of name: [UInt8], _ id: Int64) -> UInt64 {
        var hash = StateHash(UInt64(bitPattern: id))
        hash.add(name)
        return hash.value
    }
}
