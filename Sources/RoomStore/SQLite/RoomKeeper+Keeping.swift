import SharedRoom

/// What a store does by itself when nobody asks for anything.
extension RoomKeeper {
    /// Works for so long as it may, and tells whether there is more to do.
    func workBetweenGroups(until isOver: () -> Bool) -> Bool {
        // On a disk that takes nothing, the next group tries first.
        guard canWrite else { return false }
        let leftoverCount = leftovers.count
        if waitingForFold.isEmpty { chooseWhatToFold() }
        // A leftover is mostly folded as it is read; one that could not be read waits.
        guard !waitingForFold.isEmpty else { return leftovers.count < leftoverCount }
        foldSome(until: isOver)
        return canWrite
    }

    /// What an earlier server left, and the oldest rows of a journal that has grown too long.
    private func chooseWhatToFold() {
        if let id = leftovers.keys.first {
            loadLeftover(id)
        } else if journalBytes > options.limits.journalBytesMax {
            let oldest = try? connection.first(
                """
                SELECT name FROM journal JOIN rooms ON rooms.id = room WHERE isSetAside = 0
                ORDER BY journal.id LIMIT 1
                """
            ) { row in RoomName(normal: row.bytes(0)) }
            if let name = oldest ?? nil, let room = rooms[name] { foldLater(room) }
        }
    }

    private func loadLeftover(_ id: Int64) {
        do throws(SQLiteFailure) {
            guard let row = try connection.room(id) else { throw .damaged("a room without a row") }
            switch try load(row) {
            case .room(let room, _): dropIfUnused(room)
            case .failed: dropLeftover(id)
            }
        } catch {
            // A disk may read it another time.
            if error.isDamage { try? setAside(id, error.message) }
        }
    }

    /// It stays in the journal, and is not counted there any more.
    func dropLeftover(_ id: Int64) {
        if let journal = leftovers.removeValue(forKey: id) { journalBytes -= journal.bytes }
    }

    func noteVisit(of room: StoredRoom) {
        guard let id = room.id, room.day != today else { return }
        // If it cannot be written, the next visit tries again.
        try? file.writeWithoutHaste { () throws(SQLiteFailure) in
            guard var row = try connection.room(id) else { return }
            row.day = today
            try connection.write(row)
            room.day = today
        }
    }

    /// Forgets rooms that nobody has visited for long, some at a time; tells whether there are more.
    func forgetUnvisited(_ countMax: Int) -> Bool {
        guard let daysKept = options.daysKept else { return false }
        var names: [RoomName] = []
        var count = 0
        do throws(SQLiteFailure) {
            try connection.each(
                "SELECT name FROM rooms WHERE day < ? LIMIT ?", .number(today - daysKept),
                .number(Int64(countMax))
            ) { row in
                if let name = RoomName(normal: row.bytes(0)) { names.append(name) }
                return true
            }
            for name in names {
                if let room = rooms[name], !room.audience.isEmpty {
                    noteVisit(of: room)
                } else if try isUnvisited(name, since: today - daysKept) {
                    try erase(name)
                    rooms[name] = nil
                    count += 1
                }
            }
        } catch {
            noteFailure(error)
            return false
        }
        if count > 0 { options.report(.forgotUnvisited(count)) }
        return names.count == countMax && count > 0
    }

    /// While nobody is in any room, nobody waits for it.
    func eraseCopiesIfQuiet() {
        guard rooms.isEmpty, connection.hasErased, dayOfCopies != today else { return }
        do throws(SQLiteFailure) {
            try file.eraseCopies()
            wantsTruncation = true
        } catch {
            // On a disk without room for it, it is tried again tomorrow, and at the end.
            dayOfCopies = today
        }
    }

    /// What the row itself says, whose checksum is right. The index alone would be no reason to delete
    /// anything.
    private func isUnvisited(_ name: RoomName, since day: Int64) throws(SQLiteFailure) -> Bool {
        do throws(SQLiteFailure) {
            guard let row = try connection.room(named: name) else { return false }
            return row.day < day
        } catch {
            guard error.isDamage else { throw error }
            return false
        }
    }
}
