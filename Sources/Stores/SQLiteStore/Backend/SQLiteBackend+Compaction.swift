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
        var compactions: [Compaction] = []
        repeat {
            guard let room = awaitingCompaction.removeFirst() else { break }
            guard !room.journal.isEmpty else {
                dropIfUnused(room)
                continue
            }
            do throws(SQLiteFailure) {
                compactions.append(try compaction(of: room))
            } catch {
                noteFailedCompaction(of: room, error)
            }
        } while !isOver() && canWrite
        if !compactions.isEmpty { write(compactions) }
    }

    /// A damaged room stays as it is. After other failures, the disk may read it later.
    private func noteFailedCompaction(of room: FileRoom, _ failure: SQLiteFailure) {
        guard failure.isDamage, let id = room.id else {
            noteFailure(failure.message)
            return compactLater(room)
        }
        room.isDamaged = true
        try? setAside(id, failure.message)
    }

    /// If the file has no place for one of the rooms, because it is damaged, the others are compacted one by one. The
    /// events of that room stay in the journal.
    private func write(_ compactions: [Compaction]) {
        do throws(SQLiteFailure) {
            try file.writeLazily { (connection) throws(SQLiteFailure) in
                for compaction in compactions { try connection.write(compaction, options.limits) }
            }
        } catch {
            if error.isDamage && compactions.count > 1 {
                for compaction in compactions { write([compaction]) }
            } else {
                noteFailure(error.message)
                for compaction in compactions {
                    compaction.room.isDamaged = error.isDamage
                    compactLater(compaction.room)
                }
            }
            return
        }
        for compaction in compactions {
            compaction.room.journal = JournalRows()
            dropIfUnused(compaction.room)
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
        let isConversion = row.rules < options.common.rules
        if isConversion {
            row.rules = options.common.rules
            row.epoch = options.common.random()
        }
        row.day = today
        return Compaction(
            room: room, row: row, events: events, compacted: compacted, isConversion: isConversion)
    }
}

/// A room whose events move to the history.
struct Compaction {
    let room: FileRoom
    let row: RoomRow
    let events: [Event]
    let compacted: CompactedRoom
    /// True if the rules change. Earlier events cannot be replayed by the new ones, so the history and the epoch begin
    /// again.
    let isConversion: Bool

    var head: Int64 { events.last?.sequence ?? row.sequence }
    var time: Int64 { events.last?.time ?? row.time }
}

extension SQLiteConnection {
    func write(_ compaction: Compaction, _ limits: SQLiteLimits) throws(SQLiteFailure) {
        var row = compaction.row
        if compaction.isConversion {
            try run("DELETE FROM history WHERE room = ?", .number(row.id))
            row.oldest = compaction.head + 1
            row.milestone = row.oldest
            row.historyBytes = 0
        } else {
            try appendHistory(compaction, to: &row, limits)
        }
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

    private func appendHistory(
        _ compaction: Compaction, to row: inout RoomRow, _ limits: SQLiteLimits
    ) throws(SQLiteFailure) {
        let first = row.sequence + 1
        let isMilestone =
            first - row.milestone >= limits.history.eventsPerMilestone || first == row.oldest
        if isMilestone { row.milestone = first }
        try appendHistory(
            compaction.events, after: isMilestone ? row.snapshot : nil, to: &row)
    }
}
