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
        guard let journal = leftovers.removeValue(forKey: id) else { return }
        journalBytes -= journal.bytes
        shared.update { $0[id] = nil }
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

    /// Forgets rooms that nobody has visited for long: of all of them once a day, some at a time.
    func forgetUnvisited() {
        guard let daysKept = options.daysKept else { return }
        if sweep.today != today { sweep = Sweep(today: today, after: sweep.today) }
        guard !sweep.isDone else { return }
        var count = 0
        do throws(SQLiteFailure) {
            for name in try nextUnvisited(daysKept: daysKept) {
                if let room = rooms[name], !room.audience.isEmpty {
                    noteVisit(of: room)
                } else if var row = try soundRow(of: name),
                    row.day < firstDayKept(eventCount: row.sequence, daysKept: daysKept)
                {
                    // Nobody could visit a room while no server ran, and a clock may be wrong by weeks.
                    row.day += sweep.absence
                    if row.day < firstDayKept(eventCount: row.sequence, daysKept: daysKept) {
                        try erase(name)
                        rooms[name] = nil
                        count += 1
                    } else {
                        try file.writeWithoutHaste { () throws(SQLiteFailure) in
                            try connection.write(row)
                        }
                        rooms[name]?.day = row.day
                    }
                }
            }
        } catch {
            noteFailure(error)
            sweep.isDone = true
        }
        if count > 0 { options.report(.forgotUnvisited(count)) }
    }

    /// The earliest last visit with which a room stays. Strangers can make many rooms, so an empty one, which
    /// has been made and entered but never used, goes sooner.
    private func firstDayKept(eventCount: Int64, daysKept: Int64) -> Int64 {
        today - (eventCount <= 2 ? min(daysKept, 1) : daysKept)
    }

    /// Those that stay, as somebody is there or their row is damaged, are not looked at twice.
    private func nextUnvisited(daysKept: Int64) throws(SQLiteFailure) -> [RoomName] {
        var names: [RoomName] = []
        var count = 0
        try connection.each(
            """
            SELECT day, id, name, sequence FROM rooms WHERE day < ? AND (day, id) > (?, ?)
            ORDER BY day, id LIMIT ?
            """, .number(firstDayKept(eventCount: 0, daysKept: daysKept)), .number(sweep.last.day),
            .number(sweep.last.id),
            .number(Int64(Sweep.roomsAtOnce))
        ) { row in
            count += 1
            sweep.last = (row.number(0), row.number(1))
            if row.number(0) < firstDayKept(eventCount: row.number(3), daysKept: daysKept),
                let name = RoomName(normal: row.bytes(2))
            {
                names.append(name)
            }
            return true
        }
        sweep.isDone = count < Sweep.roomsAtOnce
        return names
    }

    /// How far the look for rooms that nobody visits has come today.
    struct Sweep {
        static let roomsAtOnce = 20
        let today: Int64
        /// The days between the last sweep and this one.
        let absence: Int64

        /// - Parameter last: The day of the last sweep, or a day on which a server ran.
        init(today: Int64, after last: Int64) {
            self.today = today
            absence = max(0, today - last - 1)
        }

        var last = (day: Int64.min, id: Int64.min)
        var isDone = false
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

    /// The row of a room if its checksum is right. The index alone is no reason to delete anything.
    private func soundRow(of name: RoomName) throws(SQLiteFailure) -> RoomRow? {
        do throws(SQLiteFailure) {
            return try connection.room(named: name)
        } catch {
            guard error.isDamage else { throw error }
            return nil
        }
    }
}
