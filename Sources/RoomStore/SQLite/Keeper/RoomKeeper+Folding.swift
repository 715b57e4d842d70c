import SharedRoom

/// Taking rooms out of the journal.
extension RoomKeeper {
    func foldLaterIfDue(_ room: StoredRoom) {
        let limits = options.limits
        let isDue =
            room.audience.isEmpty || room.journal.events >= limits.unfoldedEventsMax
            || room.journal.bytes >= limits.unfoldedBytesMax
        if isDue { foldLater(room) }
    }

    func foldLater(_ room: StoredRoom) {
        guard !room.waitsForFold, !room.isDamaged, !room.journal.isEmpty else { return }
        room.waitsForFold = true
        waitingForFold.append(room)
    }

    /// A room that nobody has open is kept in memory only until it is folded.
    func dropIfUnused(_ room: StoredRoom) {
        guard room.audience.isEmpty, room.staged.isEmpty else { return }
        if room.journal.isEmpty {
            rooms[room.name] = nil
        } else {
            foldLater(room)
        }
    }

    /// Folds some of those that wait, until the time is up.
    func foldSome(until isOver: () -> Bool) {
        var folds: [Fold] = []
        repeat {
            guard let room = waitingForFold.removeFirst() else { break }
            room.waitsForFold = false
            do throws(SQLiteFailure) {
                if let fold = try fold(of: room) { folds.append(fold) }
            } catch {
                noteUnfolded(room, error)
            }
        } while !isOver() && canWrite
        guard !folds.isEmpty else { return }
        write(folds)
    }

    /// A room that cannot be read is as it was, and folded no more; a disk may read again.
    private func noteUnfolded(_ room: StoredRoom, _ failure: SQLiteFailure) {
        guard failure.isDamage, let id = room.id else {
            noteFailure(failure)
            return foldLater(room)
        }
        room.isDamaged = true
        try? setAside(id, failure.message)
    }

    /// One for which a damaged file has no place keeps no other from being folded. Its events stay in
    /// the journal.
    private func write(_ folds: [Fold]) {
        do throws(SQLiteFailure) {
            try file.writeWithoutHaste { () throws(SQLiteFailure) in
                for fold in folds { try connection.write(fold, options.limits) }
            }
        } catch {
            if error.isDamage && folds.count > 1 {
                for fold in folds { write([fold]) }
            } else {
                noteFailure(error)
                for fold in folds {
                    fold.room.isDamaged = error.isDamage
                    foldLater(fold.room)
                }
            }
            return
        }
        for fold in folds {
            noteFold(of: fold.room)
            dropIfUnused(fold.room)
        }
    }

    private func noteFold(of room: StoredRoom) {
        journalBytes -= room.journal.bytes
        room.journal = JournalRows()
        if let id = room.id { shared.update { $0[id] = nil } }
    }

    /// What a room comes to; nil if nothing of it is in the journal.
    private func fold(of room: StoredRoom) throws(SQLiteFailure) -> Fold? {
        guard let id = room.id, !room.journal.isEmpty else { return nil }
        guard let row = try connection.room(id) else { throw .damaged("a room is gone") }
        let events = try connection.journal(room.journal, of: id, after: row.sequence)
        guard let folded = options.fold(row.snapshot, events) else {
            throw .damaged("a room's snapshot")
        }
        return Fold(room: room, row: row, events: events, folded: folded, day: today)
    }

    /// A room of older rules: `fold` turns its last snapshot into one of these rules. What was before
    /// cannot be replayed by them, so the history begins anew, and an epoch.
    func renew(_ row: RoomRow) throws(SQLiteFailure) -> RoomRow {
        let journal = leftovers[row.id] ?? JournalRows()
        let events = try connection.journal(journal, of: row.id, after: row.sequence)
        if !journal.isEmpty { noteTrial(of: row.id) }
        guard let folded = options.fold(row.snapshot, events) else {
            throw .damaged("a snapshot of older rules")
        }
        var row = row
        row.rules = options.rules
        row.epoch = options.random()
        row.snapshot = folded.snapshot
        row.sequence = events.last?.sequence ?? row.sequence
        row.time = events.last?.time ?? row.time
        row.oldest = row.sequence + 1
        row.milestone = row.oldest
        row.historyBytes = 0
        try file.writeWithoutHaste { () throws(SQLiteFailure) in
            try connection.run("DELETE FROM history WHERE room = ?", .number(row.id))
            if folded.clearsTape { try connection.clearTape(of: row.id) }
            try connection.appendTape(folded.tape, of: row.id)
            try connection.write(row)
            try connection.trimJournal(journal)
            try connection.endTrial(of: row.id)
        }
        dropLeftover(row.id)
        return row
    }

    /// Applies for the first time what an earlier server left in the journal.
    func prove(_ room: StoredRoom, _ journal: JournalRows) throws(SQLiteFailure) {
        guard let id = room.id else { return }
        noteTrial(of: id)
        room.journal = journal
        room.journal.isUnproven = false
        guard let fold = try fold(of: room) else { return }
        room.head = fold.events.last?.sequence ?? room.head
        room.time = fold.events.last?.time ?? room.time
        leftovers[id] = nil
        shared.update { $0[id] = room.journal }
        let isWritten: Void? = try? file.writeWithoutHaste { () throws(SQLiteFailure) in
            try connection.write(fold, options.limits)
        }
        if isWritten != nil { noteFold(of: room) }
    }

    /// Without this note, for which there is no room on a full disk, events are applied all the same. A
    /// server that cannot write what they come to applies them more than once, and is still one.
    private func noteTrial(of id: Int64) {
        guard onTrial.insert(id).inserted else { return }
        try? file.writeWithoutHaste { () throws(SQLiteFailure) in
            try connection.run(
                """
                INSERT INTO trials (room, machine, count) VALUES (?, ?, 1)
                ON CONFLICT (room) DO UPDATE SET count = count + 1
                """, .number(id), .bits(options.machine))
        }
    }
}

/// A room whose events go into the history.
struct Fold {
    let room: StoredRoom
    let row: RoomRow
    let events: [Event]
    let folded: FoldedRoom
    let day: Int64
}

extension SQLiteConnection {
    func write(_ fold: Fold, _ limits: SQLiteLimits) throws(SQLiteFailure) {
        var row = fold.row
        let block = EventBlock(fold.events)
        let isMilestone =
            block.first - row.milestone >= limits.eventsPerMilestone || block.first == row.oldest
        let milestone = isMilestone ? row.snapshot : nil
        if isMilestone { row.milestone = block.first }
        row.sequence = fold.events.last?.sequence ?? row.sequence
        row.time = fold.events.last?.time ?? row.time
        row.snapshot = fold.folded.snapshot
        row.day = fold.day
        row.historyBytes += Int64(block.text.count + (milestone?.count ?? 0))
        try appendHistory(block, last: row.sequence, snapshot: milestone, of: row.id)
        if fold.folded.clearsTape { try clearTape(of: row.id) }
        try appendTape(fold.folded.tape, of: row.id)
        if row.sequence - row.oldest >= limits.historyEventsMax
            || row.historyBytes > limits.historyBytesMax
        {
            let (oldest, bytes) = try dropOldestHistory(of: row)
            row.oldest = oldest
            row.historyBytes -= bytes
        }
        try write(row)
        try trimJournal(fold.room.journal)
        try endTrial(of: row.id)
    }

    /// Its events could be applied.
    func endTrial(of room: Int64) throws(SQLiteFailure) {
        try run("DELETE FROM trials WHERE room = ?", .number(room))
    }
}
