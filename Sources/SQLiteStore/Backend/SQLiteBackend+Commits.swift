import RoomStore
import SharedRoom

/// Committing staged events.
extension SQLiteBackend {
    func stage(_ drafts: [Draft], _ id: OperationID, in name: RoomName) {
        guard uncertain == nil, let room = rooms[name] else { return fail(name, id) }
        if room.staged.isEmpty { stagedRooms.append(room) }
        let events = room.stage(drafts, at: options.common.clock())
        stagedAppends.append(StagedAppend(id: id, room: room, events: events))
    }

    /// Makes the staged events durable, and reports them or their failure.
    func commit() {
        guard !stagedAppends.isEmpty else { return }
        let (rooms, appends) = (stagedRooms, stagedAppends)
        (stagedRooms, stagedAppends) = ([], [])
        let start = MonotonicClock.nanoseconds
        var written: [WrittenRow] = []
        do throws(SQLiteFailure) {
            written = try write(rooms)
        } catch {
            for room in rooms { room.staged = [] }
            commits.withLock { $0.failed += 1 }
            noteFailure(error.message)
            guard file.isClosed else {
                for append in appends { fail(append.room.name, append.id) }
                return rooms.forEach(dropIfUnused)
            }
            uncertain = UncertainCommit(appends: appends)
            return resolveUncertainCommit()
        }
        count(
            appends.reduce(0) { $0 + $1.events.count },
            committedIn: MonotonicClock.nanoseconds - start)
        for row in written {
            row.room.id = row.id
            row.room.commit(row: row.row, bytes: row.bytes)
        }
        noteSuccess()
        for append in appends {
            events.append(.appended(append.room.name, append.id, append.events))
        }
        for room in rooms {
            compactIfDue(room)
            dropIfUnused(room)
        }
    }

    private typealias WrittenRow = (room: FileRoom, id: Int64, row: Int64, bytes: Int)

    private func write(_ rooms: [FileRoom]) throws(SQLiteFailure) -> [WrittenRow] {
        var written: [WrittenRow] = []
        try file.write { (connection) throws(SQLiteFailure) in
            for room in rooms {
                let id = try number(of: room, connection)
                lastJournalRow += 1
                let bytes = try connection.append(room.staged, to: id, row: lastJournalRow)
                written.append((room, id, lastJournalRow, bytes))
            }
        }
        return written
    }

    /// The number of a room in the file. A new room gets its row first, without any event.
    private func number(
        of room: FileRoom, _ connection: SQLiteConnection
    ) throws(SQLiteFailure) -> Int64 {
        if let id = room.id { return id }
        lastRoomID += 1
        try connection.insert(
            RoomRow(
                id: lastRoomID, name: room.name, day: today, epoch: room.epoch ^ file.storeEpoch,
                rules: options.common.rules))
        return lastRoomID
    }
}

/// Commands whose outcome is unknown after an I/O error.
extension SQLiteBackend {
    struct UncertainCommit {
        var appends: [StagedAppend] = []
        var forget: (room: RoomName, id: OperationID)?
    }

    /// Opens the file again if it was closed, and answers the commands whose outcome is unknown. If the disk still
    /// fails, they wait for the next attempt.
    func resolveUncertainCommit() {
        if file.isClosed, uncertain == nil { uncertain = UncertainCommit() }
        guard let uncertain else { return }
        do throws(SQLiteFailure) {
            try file.reopen()
            let found = try storedRooms()
            if found.contains(where: \.hasLostEvents) {
                try file.beginEpoch(options.common.random())
            }
            self.uncertain = nil
            adopt(found, forgetting: uncertain.forget?.room)
            answer(uncertain)
        } catch {
            noteFailure(error.message)
        }
    }

    /// A room in memory, and its rows in the file.
    private struct FoundRoom {
        let room: FileRoom
        /// Nil if the room is not in the file.
        let row: RoomRow?
        let journal: JournalRows
        let events: [Event]

        var head: Int64 { events.last?.sequence ?? row?.sequence ?? 0 }
        /// True if the file does not have events that were reported.
        var hasLostEvents: Bool { row != nil && head < room.head }
    }

    private func storedRooms() throws(SQLiteFailure) -> [FoundRoom] {
        let connection = try file.connection
        let journals = try connection.journalIndex()
        var found: [FoundRoom] = []
        for room in rooms.all {
            let row = try connection.room(named: room.name)
            var journal = row.map { journals[$0.id] } ?? JournalRows()
            journal.isUnproven = false
            let events = try row.map { (row) throws(SQLiteFailure) in
                try connection.journal(journal, of: row.id, after: row.sequence)
            }
            found.append(FoundRoom(room: room, row: row, journal: journal, events: events ?? []))
        }
        return found
    }

    /// Continues with the state in the file.
    private func adopt(_ found: [FoundRoom], forgetting forgotten: RoomName?) {
        for found in found {
            let room = found.room
            let isMissing = found.row == nil && room.head > 0
            if isMissing {
                if room.name != forgotten { events.append(.forgottenElsewhere(room.name)) }
                room.journal = JournalRows()
                rooms.remove(room.name)
            }
            guard let row = found.row else { continue }
            let isReplaced = row.epoch ^ file.storeEpoch != room.epoch && room.head > 0
            room.id = row.id
            room.epoch = row.epoch ^ file.storeEpoch
            room.head = found.head
            room.time = max(row.time, found.events.last?.time ?? 0)
            room.journal = found.journal
            guard isReplaced, room.isOpen else { continue }
            let opened = OpenedRoom(
                epoch: room.epoch, secret: file.storeEpoch, snapshot: row.snapshot,
                events: found.events)
            events.append(.replaced(room.name, LoadedRoom(room: opened, head: room.head)))
        }
    }

    private func answer(_ uncertain: UncertainCommit) {
        for append in uncertain.appends {
            if append.events.allSatisfy({ $0.sequence <= append.room.head }) {
                events.append(.appended(append.room.name, append.id, append.events))
            } else {
                fail(append.room.name, append.id)
            }
        }
        for append in uncertain.appends {
            compactIfDue(append.room)
            dropIfUnused(append.room)
        }
        if let (name, id) = uncertain.forget {
            if rooms[name] == nil {
                events.append(.forgotten(name, id))
            } else {
                fail(name, id)
            }
        }
    }
}
