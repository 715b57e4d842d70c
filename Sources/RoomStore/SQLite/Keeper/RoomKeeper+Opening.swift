import SharedRoom

/// Opening, reading and forgetting: what the file says of a room.
extension RoomKeeper {
    func open(_ name: RoomName, _ ticket: Int64, at edge: UInt32) {
        if let room = rooms[name] { commitIfStaged(room) }
        do throws(SQLiteFailure) {
            switch try stored(name) {
            case .failed(let failure):
                refuse(name, ticket, failure, to: edge)
            case .room(let room, let row):
                var opened = try contents(of: room, row)
                opened.present = room.audience.open(at: edge)
                noteVisit(of: room)
                openRooms.opened(name, at: edge)
                tell([edge], .opened(name, ticket: ticket, opened))
            }
        } catch {
            if error.isDamage { options.report(.setAside(name, error.message)) }
            if let room = rooms[name] { dropIfUnused(room) }
            refuse(name, ticket, error.isDamage ? .outOfOrder : .unavailable, to: edge)
        }
    }

    enum Stored {
        /// With its row, if that was just read.
        case room(StoredRoom, RoomRow?)
        case failed(LogFailure)
    }

    private func stored(_ name: RoomName) throws(SQLiteFailure) -> Stored {
        if let room = rooms[name] { return .room(room, nil) }
        guard let row = try connection.room(named: name) else {
            let room = StoredRoom(name, epoch: options.random())
            rooms[name] = room
            return .room(room, nil)
        }
        return try load(row)
    }

    /// A room from the file into memory.
    func load(_ row: RoomRow) throws(SQLiteFailure) -> Stored {
        if row.isSetAside { return .failed(.outOfOrder) }
        guard rooms[row.name] == nil else { throw .damaged("two rooms of one name") }
        if row.rules > options.rules { return .failed(.newerRules) }
        do throws(SQLiteFailure) {
            return try sound(row)
        } catch {
            guard error.isDamage else { throw error }
            try? setAside(row.id, error.message)
            return .failed(.outOfOrder)
        }
    }

    private func sound(_ row: RoomRow) throws(SQLiteFailure) -> Stored {
        let row = row.rules < options.rules ? try renew(row) : row
        let room = StoredRoom(row.name, epoch: row.epoch ^ file.life)
        room.id = row.id
        room.head = row.sequence
        room.time = row.time
        room.day = row.day
        let journal = leftovers[row.id]
        if let journal { try prove(room, journal) }
        rooms[row.name] = room
        return .room(room, journal == nil ? row : nil)
    }

    private func contents(
        of room: StoredRoom, _ row: RoomRow?
    ) throws(SQLiteFailure) -> OpenedRoom {
        guard let id = room.id else { return OpenedRoom(epoch: room.epoch, secret: file.life) }
        let found = if let row { row } else { try connection.room(id) }
        guard let row = found else { throw .damaged("a room is gone") }
        let opened = try connection.contents(of: row, room.journal, life: file.life)
        guard row.sequence + Int64(opened.events.count) == room.head else {
            throw .damaged("the last events are gone")
        }
        return opened
    }

    /// Whoever has it open is told that it is gone.
    func forget(_ name: RoomName, _ ticket: Int64, from edge: UInt32) {
        guard room(name, openAt: edge) != nil else {
            return refuse(name, ticket, .notOpen, to: edge)
        }
        commit()
        do throws(SQLiteFailure) {
            try erase(name)
        } catch {
            noteFailure(error)
            return refuse(name, ticket, .unavailable, to: edge)
        }
        tellForgotten(name)
        tell([edge], .done(name, ticket: ticket))
    }

    func tellForgotten(_ name: RoomName) {
        let having = rooms.removeValue(forKey: name)?.audience.edges ?? []
        for other in having { openRooms.closed(name, at: other) }
        tell(having, .forgotten(name))
    }

    /// Deletes every row that knows of the room.
    func erase(_ name: RoomName) throws(SQLiteFailure) {
        let found = try connection.first(
            "SELECT id, isSetAside FROM rooms WHERE name = ?", .bytes(name.bytes)
        ) { row in (id: row.number(0), isSetAside: row.number(1) != 0) }
        guard let (id, isSetAside) = found else { return }
        let counted = rooms[name]?.journal ?? leftovers[id] ?? JournalRows()
        let journal = isSetAside ? try connection.journalRows(of: id) : counted
        try file.write { () throws(SQLiteFailure) in
            try connection.erase(id, journal: journal)
        }
        leftovers[id] = nil
        shared.update { $0[id] = nil }
        rooms[name]?.journal = JournalRows()
        journalBytes -= counted.bytes
        wantsTruncation = true
    }
}

extension SQLiteConnection {
    func erase(_ id: Int64, journal: JournalRows) throws(SQLiteFailure) {
        hasErased = true
        try trimJournal(journal)
        for table in ["history", "tape", "trials"] {
            try run("DELETE FROM \(table) WHERE room = ?", .number(id))
        }
        try strike(id)
    }
}
