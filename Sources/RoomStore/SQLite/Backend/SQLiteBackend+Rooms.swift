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
            if error.isDamage { options.report(.setAside(name, error.message)) }
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
            let room = FileRoom(name, epoch: options.random())
            rooms[name] = room
            return .room(room, nil)
        }
        return try bringIn(row)
    }

    /// Brings a room from the file into memory.
    func bringIn(_ row: RoomRow) throws(SQLiteFailure) -> Stored {
        if row.isSetAside { return .failed(.outOfOrder) }
        guard rooms[row.name] == nil else { throw .damaged("two rooms of one name") }
        if row.rules > options.rules { return .failed(.newerRules) }
        do throws(SQLiteFailure) {
            return try bringInIntact(row)
        } catch {
            guard error.isDamage else { throw error }
            try? setAside(row.id, error.message)
            return .failed(.outOfOrder)
        }
    }

    private func bringInIntact(_ row: RoomRow) throws(SQLiteFailure) -> Stored {
        let row = row.rules < options.rules ? try convert(row) : row
        let room = FileRoom(row.name, epoch: row.epoch ^ file.life)
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
        of room: FileRoom, _ row: RoomRow?
    ) throws(SQLiteFailure) -> OpenedRoom {
        let connection = try file.connection
        guard let id = room.id else { return OpenedRoom(epoch: room.epoch, secret: file.life) }
        let found = if let row { row } else { try connection.room(id) }
        guard let row = found else { throw .damaged("a room is gone") }
        let opened = try connection.contents(of: row, room.journal, life: file.life)
        guard row.sequence + Int64(opened.events.count) == room.head else {
            throw .damaged("the last events are gone")
        }
        return opened
    }
}

/// Events of earlier servers.
extension SQLiteBackend {
    /// Converts a room of older rules: `compact` turns its last snapshot into one of the current rules. Earlier events
    /// cannot be replayed by them, so the history and the epoch begin again.
    private func convert(_ row: RoomRow) throws(SQLiteFailure) -> RoomRow {
        let journal = leftovers[row.id] ?? JournalRows()
        let events = try file.connection.journal(journal, of: row.id, after: row.sequence)
        if !journal.isEmpty { noteTrial(of: row.id) }
        guard let compacted = options.compact(row.snapshot, events) else {
            throw .damaged("a snapshot of older rules")
        }
        var row = row
        row.rules = options.rules
        row.epoch = options.random()
        row.snapshot = compacted.snapshot
        row.sequence = events.last?.sequence ?? row.sequence
        row.time = events.last?.time ?? row.time
        row.oldest = row.sequence + 1
        row.milestone = row.oldest
        row.historyBytes = 0
        try file.writeLazily { [row] (connection) throws(SQLiteFailure) in
            try connection.run("DELETE FROM history WHERE room = ?", .number(row.id))
            if compacted.clearsTape { try connection.clearTape(of: row.id) }
            try connection.appendTape(compacted.tape, of: row.id)
            try connection.write(row)
            try connection.trimJournal(journal)
            try connection.endTrial(of: row.id)
        }
        dropLeftover(row.id)
        return row
    }

    /// Applies the events of an earlier server for the first time.
    private func prove(_ room: FileRoom, _ journal: JournalRows) throws(SQLiteFailure) {
        guard let id = room.id else { return }
        noteTrial(of: id)
        room.journal = journal
        room.journal.isUnproven = false
        guard let compaction = try compaction(of: room) else { return }
        room.head = compaction.events.last?.sequence ?? room.head
        room.time = compaction.events.last?.time ?? room.time
        leftovers[id] = nil
        shared.update { $0[id] = room.journal }
        let isWritten: Void? = try? file.writeLazily { (connection) throws(SQLiteFailure) in
            try connection.write(compaction, options.limits)
        }
        if isWritten != nil { noteCompaction(of: room) }
    }

    /// On a full disk, events are applied without this note. The server then applies them each time, and survives.
    private func noteTrial(of id: Int64) {
        guard onTrial.insert(id).inserted else { return }
        try? file.writeLazily { (connection) throws(SQLiteFailure) in
            try connection.run(
                """
                INSERT INTO trials (room, machine, count) VALUES (?, ?, 1)
                ON CONFLICT (room) DO UPDATE SET count = count + 1
                """, .number(id), .bits(options.machine))
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
        guard doubt == nil else { return fail(name, id, .unavailable) }
        do throws(SQLiteFailure) {
            try erase(name)
        } catch {
            noteFailure(error)
            guard file.isClosed else { return fail(name, id, .unavailable) }
            doubt = Doubt(forget: (name, id))
            return resolveDoubt()
        }
        rooms[name] = nil
        events.append(.forgotten(name, id))
    }

    /// Deletes every row of the room.
    func erase(_ name: RoomName) throws(SQLiteFailure) {
        let found = try file.connection.first(
            "SELECT id, isSetAside FROM rooms WHERE name = ?", .bytes(name.bytes)
        ) { row in (id: row.number(0), isSetAside: row.number(1) != 0) }
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
