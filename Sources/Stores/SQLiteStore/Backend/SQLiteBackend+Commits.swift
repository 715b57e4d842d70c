import RoomStore
import SharedRoom

/// Committing staged events.
extension SQLiteBackend {
    func stage(_ drafts: [Draft], _ id: OperationID, in name: RoomName) {
        guard !file.isClosed, let room = rooms[name] else { return fail(name, id) }
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
            if file.isClosed {
                uncertain += appends.map { .append($0.room.name, $0.id, []) }
                return reopenIfClosed()
            }
            for append in appends { fail(append.room.name, append.id) }
            return rooms.forEach(dropIfUnused)
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
        try connection.write(
            RoomRow(
                id: lastRoomID, name: room.name, day: today, epoch: room.epoch ^ file.storeEpoch,
                rules: options.common.rules))
        return lastRoomID
    }
}

/// I/O errors.
extension SQLiteBackend {
    /// Opens the file again if an I/O error has closed it, and lets the edges continue with the rooms that are in it, as
    /// after a restart. If the disk still fails, the next call tries again.
    func reopenIfClosed() {
        guard file.isClosed else { return }
        let (former, formerQueue) = (rooms, awaitingCompaction)
        let formerIndex = shared.journal.withLock { $0 }
        do throws(SQLiteFailure) {
            try file.reopen()
            let index = try file.connection.journalIndex()
            shared.journal.withLock { $0.replace(with: index) }
            (rooms, awaitingCompaction) = (RoomTable(), RoomQueue())
            let continuations = try former.all.filter(\.isOpen).map(continuation)
            for event in continuations { events.append(event) }
        } catch {
            (rooms, awaitingCompaction) = (former, formerQueue)
            shared.journal.withLock { $0 = formerIndex }
            file.close()
            return noteFailure(error.message)
        }
        report(.newEpochs("after an I/O error"))
        for command in uncertain { answerUncertain(command) }
        uncertain = []
    }

    /// The room in the file, for the edges that had this one open. A damaged room ends; the others continue.
    private func continuation(of former: FileRoom) throws(SQLiteFailure) -> BackendEvent {
        do throws(SQLiteFailure) {
            guard case .room(let room, let row) = try stored(former.name) else {
                return .invalid(former.name)
            }
            if room.id == nil, former.head > 0 {
                rooms.remove(former.name)
                return .forgottenElsewhere(former.name)
            }
            let opened = try contents(of: room, row)
            room.isOpen = true
            return .replaced(former.name, LoadedRoom(room: opened, head: room.head))
        } catch {
            guard error.isDamage else { throw error }
            report(.setAside(former.name, error.message))
            if let room = rooms[former.name] { dropIfUnused(room) }
            return .invalid(former.name)
        }
    }

    /// The edges have received the room or its end. So the answer to an append does not say whether it was committed.
    private func answerUncertain(_ command: BackendCommand) {
        switch command {
        case .append(let name, let id, _): events.append(.appended(name, id, []))
        case .forget(let name, let id):
            fail(name, id, rooms[name]?.id == nil ? .notOpen : .unavailable)
        case .load, .head, .announce, .catchUp, .release: break
        }
    }
}
