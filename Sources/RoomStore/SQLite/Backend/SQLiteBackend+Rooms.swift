import SharedRoom

/// Loading and forgetting rooms.
extension SQLiteBackend {
    func load(_ name: RoomName, _ id: OperationID) {
        if let room = rooms[name] { commitIfStaged(room) }
        do throws(SQLiteFailure) {
            switch try stored(name) {
            case .failed(let failure): fail(name, id, failure)
            case .room(let room, let row):
                let opened = try contents(of: room, row)
                room.isOpen = true
                noteVisit(of: room)
                events.append(.loaded(name, id, LoadedRoom(room: opened, head: room.head)))
            }
        } catch {
            if error.isDamage { report(.setAside(name, error.message)) }
            if let room = rooms[name] { dropIfUnused(room) }
            fail(name, id, error.isDamage ? .outOfOrder : .unavailable)
        }
    }

    enum Stored {
        /// With its row, if that was just read.
        case room(FileRoom, RoomRow?)
        case failed(LogFailure)
    }

    private func stored(_ name: RoomName) throws(SQLiteFailure) -> Stored {
        if let room = rooms[name] { return .room(room, nil) }
        guard let row = try file.connection.room(named: name) else {
            return .room(rooms.insert(FileRoom(name, epoch: options.common.random())), nil)
        }
        return try bringIn(row)
    }

    /// Brings a room from the file into memory.
    func bringIn(_ row: RoomRow) throws(SQLiteFailure) -> Stored {
        if row.isSetAside { return .failed(.outOfOrder) }
        guard rooms[row.name] == nil else { throw .damaged("two rooms of one name") }
        if row.rules > options.common.rules { return .failed(.newerRules) }
        do throws(SQLiteFailure) {
            return try bringInIntact(row)
        } catch {
            guard error.isDamage else { throw error }
            try? setAside(row.id, error.message)
            return .failed(.outOfOrder)
        }
    }

    private func bringInIntact(_ row: RoomRow) throws(SQLiteFailure) -> Stored {
        let room = FileRoom(row.name, epoch: row.epoch ^ file.storeEpoch)
        room.id = row.id
        room.head = row.sequence
        room.time = row.time
        room.day = row.day
        let isCurrent = leftovers[row.id] == nil && row.rules == options.common.rules
        if !isCurrent { try bringUpToDate(room, row.id) }
        rooms.insert(room)
        return .room(room, isCurrent ? row : nil)
    }

    private func contents(
        of room: FileRoom, _ row: RoomRow?
    ) throws(SQLiteFailure) -> OpenedRoom {
        let connection = try file.connection
        guard let id = room.id else {
            return OpenedRoom(epoch: room.epoch, secret: file.storeEpoch)
        }
        let found = if let row { row } else { try connection.room(id) }
        guard let row = found else { throw .damaged("a room is gone") }
        let opened = try connection.contents(of: row, room.journal, storeEpoch: file.storeEpoch)
        guard row.sequence + Int64(opened.events.count) == room.head else {
            throw .damaged("the last events are gone")
        }
        return opened
    }
}

/// Events of earlier servers.
extension SQLiteBackend {
    /// Applies the events of an earlier server for the first time, and converts a room of older rules: `compact` turns
    /// its last snapshot into one of the current rules.
    private func bringUpToDate(_ room: FileRoom, _ id: Int64) throws(SQLiteFailure) {
        room.journal = leftovers[id] ?? JournalRows()
        room.journal.isUnproven = false
        if !room.journal.isEmpty { noteTrial(of: id) }
        let compaction = try compaction(of: room)
        let written = Result { () throws(SQLiteFailure) in
            try file.writeLazily { (connection) throws(SQLiteFailure) in
                try connection.write(compaction, options.limits)
            }
        }
        // Events that are not compacted stay in the journal.
        if let conversion = compaction.conversion {
            try written.get()
            room.epoch = conversion.epoch ^ file.storeEpoch
        }
        room.head = compaction.head
        room.time = compaction.time
        leftovers[id] = nil
        shared.update { $0[id] = room.journal }
        if case .success = written { noteCompaction(of: room) }
    }

    /// On a full disk, events are applied without this note. The server then applies them each time, and survives.
    private func noteTrial(of id: Int64) {
        guard onTrial.insert(id).inserted else { return }
        try? file.writeLazily { (connection) throws(SQLiteFailure) in
            try connection.beginTrial(of: id)
        }
    }

    /// Removes a room's rows from the bookkeeping. They stay in the journal unless they were deleted.
    func dropLeftover(_ id: Int64) {
        guard let journal = leftovers.removeValue(forKey: id) else { return }
        journalBytes -= journal.bytes
        shared.update { $0[id] = nil }
    }
}

/// Forgetting rooms.
extension SQLiteBackend {
    func forget(_ name: RoomName, _ id: OperationID) {
        commit()
        guard uncertain == nil else { return fail(name, id) }
        do throws(SQLiteFailure) {
            try erase(name)
        } catch {
            noteFailure(error.message)
            guard file.isClosed else { return fail(name, id) }
            uncertain = UncertainCommit(forget: (name, id))
            return resolveUncertainCommit()
        }
        rooms.remove(name)
        events.append(.forgotten(name, id))
    }

    /// Deletes every row of the room.
    func erase(_ name: RoomName) throws(SQLiteFailure) {
        let found = try file.connection.first(
            "SELECT id, trials FROM rooms WHERE name = ?", .bytes(name.bytes)
        ) { row in (id: row.number(0), isSetAside: row.number(1) >= RoomRow.trialsMax) }
        guard let (id, isSetAside) = found else { return }
        let counted = rooms[name]?.journal ?? leftovers[id] ?? JournalRows()
        let journal = isSetAside ? try file.connection.journalRows(of: id) : counted
        try file.erase(id, journal: journal)
        leftovers[id] = nil
        shared.update { $0[id] = nil }
        rooms[name]?.journal = JournalRows()
        journalBytes -= counted.bytes
        wantsTruncation = true
    }
}
