import RoomStore
import SharedRoom

/// Moving events from the journal to the history.
extension SQLiteBackend {
    func compactIfDue(_ room: FileRoom) {
        let limits = options.limits
        let isDue =
            !room.isOpen || room.journal.events >= limits.roomJournalEventsMax
            || room.journal.bytes >= limits.roomJournalBytesMax
        if isDue { compactLater(room) }
    }

    func compactLater(_ room: FileRoom) {
        guard !room.isDamaged, !room.journal.isEmpty else { return }
        awaitingCompaction.append(room)
    }

    /// Removes a room from memory if no edge has it open and it is compacted.
    func dropIfUnused(_ room: FileRoom) {
        guard !room.isOpen, room.staged.isEmpty, rooms[room.name] === room else { return }
        if room.journal.isEmpty {
            rooms.remove(room.name)
        } else {
            compactLater(room)
        }
    }

    /// Compacts rooms until the time is over.
    func compactSome(until isOver: () -> Bool) {
        repeat {
            guard let room = awaitingCompaction.removeFirst() else { return }
            compact(room)
        } while !isOver() && canWrite
    }

    /// A room whose rows are damaged is set aside. If the file has no place for the history, because that is damaged, the
    /// events stay in the journal. After other failures, the disk may read or write the room later.
    private func compact(_ room: FileRoom) {
        guard !room.journal.isEmpty else { return dropIfUnused(room) }
        var isRead = false
        do throws(SQLiteFailure) {
            let compaction = try compaction(of: room)
            isRead = true
            try write(compaction)
        } catch {
            room.isDamaged = error.isDamage
            if error.isDamage, !isRead, let id = room.id {
                try? setAside(id, error.message)
            } else {
                noteFailure(error.message)
            }
            return compactLater(room)
        }
        room.journal = JournalRows()
        dropIfUnused(room)
    }

    func write(_ compaction: Compaction) throws(SQLiteFailure) {
        try file.writeLazily { (connection) throws(SQLiteFailure) in
            try connection.write(compaction, options.limits)
        }
    }

    /// Computes the new snapshot of a room.
    func compaction(of room: FileRoom) throws(SQLiteFailure) -> Compaction {
        let connection = try file.connection
        guard let id = room.id, var row = try connection.room(id) else {
            throw .damaged("a room is gone")
        }
        let events = try connection.journal(room.journal, of: id, after: row.sequence)
        guard let compacted = options.common.compact(row.snapshot, events) else {
            throw .damaged("a room's snapshot")
        }
        row.day = today
        return Compaction(room: room, row: row, events: events, compacted: compacted)
    }
}

/// A room whose events move to the history.
struct Compaction {
    let room: FileRoom
    let row: RoomRow
    let events: [Event]
    let compacted: CompactedRoom

    var head: Int64 { events.last?.sequence ?? row.sequence }
    var time: Int64 { events.last?.time ?? row.time }
}

extension SQLiteConnection {
    func write(_ compaction: Compaction, _ limits: SQLiteLimits) throws(SQLiteFailure) {
        var row = compaction.row
        let first = row.sequence + 1
        let isMilestone =
            first - row.milestone >= limits.history.eventsPerMilestone || first == row.oldest
        if isMilestone { row.milestone = first }
        try appendHistory(
            compaction.events, after: isMilestone ? row.snapshot : nil, to: &row)
        row.sequence = compaction.head
        row.time = compaction.time
        row.snapshot = compaction.compacted.snapshot
        // The events could be applied.
        row.trials = 0
        if compaction.compacted.clearsTape {
            try run("DELETE FROM tape WHERE room = ?", .number(row.id))
        }
        try appendTape(compaction.compacted.tape, of: row.id)
        if row.sequence - row.oldest >= limits.history.eventsMax
            || row.historyBytes > limits.history.bytesMax
        {
            try dropOldestHistory(of: &row)
        }
        try write(row)
        try trimJournal(compaction.room.journal)
    }
}
