import RoomStore
import SharedRoom

/// Loading and forgetting rooms.
extension SQLiteBackend {
    func load(_ name: RoomName, _ id: OperationID) {
        if let room = rooms[name], !room.staged.isEmpty { commit() }
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
            fail(name, id, error.isDamage ? .setAside : .unavailable)
        }
    }

    enum Stored {
        /// With its row, if that was just read.
        case room(FileRoom, RoomRow?)
        case failed(LogFailure)
    }

    func stored(_ name: RoomName) throws(SQLiteFailure) -> Stored {
        if let room = rooms[name] { return .room(room, nil) }
        guard let row = try file.connection.room(named: name) else {
            return .room(
                rooms.insert(FileRoom(name, epoch: options.common.random(), in: shared)), nil)
        }
        return try bringIn(row)
    }

    /// Brings a room from the file into memory.
    func bringIn(_ row: RoomRow) throws(SQLiteFailure) -> Stored {
        if row.isSetAside { return .failed(.setAside) }
        guard rooms[row.name] == nil else { throw .damaged("two rooms of one name") }
        if row.rules != options.common.rules { return .failed(.otherRules) }
        do throws(SQLiteFailure) {
            return try bringInIntact(row)
        } catch {
            guard error.isDamage else { throw error }
            try setAside(row.id, error.message)
            return .failed(.setAside)
        }
    }

    private func bringInIntact(_ row: RoomRow) throws(SQLiteFailure) -> Stored {
        let room = FileRoom(row.name, epoch: row.epoch ^ file.storeEpoch, in: shared)
        room.id = row.id
        room.head = row.sequence
        room.time = row.time
        room.day = row.day
        let isUnproven = room.journal.isUnproven
        if isUnproven { try applyLeftEvents(of: room) }
        rooms.insert(room)
        return .room(room, isUnproven ? nil : row)
    }

    func contents(
        of room: FileRoom, _ row: RoomRow?
    ) throws(SQLiteFailure) -> OpenedRoom {
        let connection = try file.connection
        guard let id = room.id else {
            return OpenedRoom(epoch: room.epoch, secret: file.storeEpoch)
        }
        let found = if let row { row } else { try connection.room(id) }
        guard let row = found else { throw .damaged("a room is gone") }
        let opened = try StoredRows(
            connection: connection, room: row, journal: room.journal, storeEpoch: file.storeEpoch
        ).contents()
        guard row.sequence + Int64(opened.events.count) == room.head else {
            throw .damaged("the last events are gone")
        }
        return opened
    }
}

/// Events of earlier servers.
extension SQLiteBackend {
    /// Applies the events of an earlier server for the first time.
    private func applyLeftEvents(of room: FileRoom) throws(SQLiteFailure) {
        noteTrial(of: room)
        let compaction = try compaction(of: room)
        room.head = compaction.head
        room.time = compaction.time
        room.journal.isUnproven = false
        // Otherwise, the events stay in the journal.
        if (try? write(compaction)) != nil { room.journal = JournalRows() }
    }

    /// On a full disk, events are applied without this note. The server then applies them each time, and survives.
    private func noteTrial(of room: FileRoom) {
        guard let id = room.id, !room.journal.isEmpty, !room.journal.isOnTrial else { return }
        room.journal.isOnTrial = true
        try? file.writeLazily { (connection) throws(SQLiteFailure) in
            try connection.run(
                "UPDATE rooms SET trials = trials + 1 WHERE id = ?", .number(id))
        }
    }
}

/// Forgetting rooms.
extension SQLiteBackend {
    func forget(_ name: RoomName, _ id: OperationID) {
        commit()
        guard !file.isClosed else { return fail(name, id) }
        do throws(SQLiteFailure) {
            try erase(name)
        } catch {
            noteFailure(error.message)
            guard file.isClosed else { return fail(name, id) }
            uncertain.append(.forget(name, id))
            return reopenIfClosed()
        }
        rooms.remove(name)
        events.append(.forgotten(name, id))
    }

    func erase(_ name: RoomName) throws(SQLiteFailure) {
        if let id = try file.connection.id(of: name) { try erase(id) }
    }

    /// Deletes every row of a room.
    func erase(_ id: Int64) throws(SQLiteFailure) {
        let connection = try file.connection
        // The index of the journal does not have rooms that are set aside or have other rules.
        let isIgnored = try connection.number(
            "SELECT id FROM rooms WHERE id = ? AND (trials >= ? OR rules <> ?)", .number(id),
            .number(RoomFacts.trialsMax), .number(Int64(options.common.rules)))
        let index = isIgnored == nil ? nil : try connection.journalIndex()
        try file.erase(id, journal: index?[id] ?? shared[journalOf: id])
        shared[journalOf: id] = JournalRows()
        wantsTruncation = true
    }
}
