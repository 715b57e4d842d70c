import SharedRoom

/// Work that no edge asks for.
extension SQLiteBackend {
    /// Works until the time is over. Returns true if work is left.
    func workBetweenGroups(until isOver: () -> Bool) -> Bool {
        // On a full or failing disk, the next commit tries first.
        guard canWrite, uncertain == nil else { return false }
        let leftoverCount = leftovers.count
        if awaitingCompaction.isEmpty { chooseForCompaction() }
        // A leftover is usually compacted when it is read. One that cannot be read waits.
        guard !awaitingCompaction.isEmpty else { return leftovers.count < leftoverCount }
        compactSome(until: isOver)
        return canWrite
    }

    /// Writes something after a failure, so that operators see when the disk is usable again, also if nobody types. It
    /// needs more space than most commits, and SQLite erases it again in the same transaction.
    func retryWriting() {
        guard !canWrite, uncertain == nil, !file.isClosed else { return }
        do throws(SQLiteFailure) {
            try file.write { (connection) throws(SQLiteFailure) in
                try connection.run(
                    "INSERT INTO orders (kind, name, checksum) VALUES (0, zeroblob(32768), 0)")
                try connection.run("DELETE FROM orders WHERE kind = 0")
            }
            noteSuccess()
        } catch {}
    }

    /// Requests a checkpoint if the write-ahead log is long, or contains something that was erased.
    func requestCheckpoint() {
        let checkpointer = shared.checkpointer
        if checkpointer.consumeFailure() { file.close() }
        let log = file.logLength
        guard !file.isClosed, wantsTruncation || log.growth > options.limits.logPagesMax else {
            return
        }
        checkpointer.request(truncating: wantsTruncation)
        log.noteRequest()
        wantsTruncation = false
    }

    /// Chooses a room that an earlier server left in the journal, or the oldest one in a long journal.
    private func chooseForCompaction() {
        if let id = leftovers.keys.first {
            loadLeftover(id)
        } else if journalBytes > options.limits.journalBytesMax {
            let rooms = rooms.all.filter { !$0.isDamaged && !$0.journal.isEmpty }
            let oldest = rooms.min { $0.journal.rows[0] < $1.journal.rows[0] }
            if let oldest { compactLater(oldest) }
        }
    }

    private func loadLeftover(_ id: Int64) {
        do throws(SQLiteFailure) {
            guard let row = try file.connection.room(id) else {
                throw .damaged("a room without a row")
            }
            switch try bringIn(row) {
            case .room(let room, _): dropIfUnused(room)
            case .failed: dropLeftover(id)
            }
        } catch {
            // The disk may read it later.
            if error.isDamage { try? setAside(id, error.message) }
        }
    }

    func noteVisit(of room: FileRoom) {
        guard let id = room.id, room.day != today else { return }
        // If it cannot be written, the next visit tries again.
        try? file.writeLazily { (connection) throws(SQLiteFailure) in
            guard var row = try connection.room(id) else { return }
            row.day = today
            try connection.write(row)
            room.day = today
        }
    }

    /// Forgets rooms that nobody has visited for long. It examines all rooms once a day, some at a time.
    func forgetUnvisited() {
        guard let daysKept = options.common.daysKept, uncertain == nil else { return }
        if sweep.today != today { sweep = Sweep(today: today, after: sweep.today) }
        guard !sweep.isDone else { return }
        var count = 0
        do throws(SQLiteFailure) {
            for name in try nextUnvisited(daysKept: daysKept) {
                if let room = rooms[name], room.isOpen {
                    noteVisit(of: room)
                } else if var row = try soundRow(of: name),
                    row.day < firstDayKept(eventCount: row.sequence, daysKept: daysKept)
                {
                    // Nobody could visit a room while no server ran, and the clock may be wrong by weeks.
                    row.day += sweep.absence
                    if row.day < firstDayKept(eventCount: row.sequence, daysKept: daysKept) {
                        try erase(name)
                        rooms.remove(name)
                        count += 1
                    } else {
                        try file.writeLazily { [row] (connection) throws(SQLiteFailure) in
                            try connection.write(row)
                        }
                        rooms[name]?.day = row.day
                    }
                }
            }
        } catch {
            noteFailure(error.message)
            sweep.isDone = true
        }
        if count > 0 { report(.forgotUnvisited(count)) }
    }

    /// Rooms that were last visited before this day are forgotten. Strangers can make many rooms, so one that was
    /// made and entered but never used is forgotten sooner.
    private func firstDayKept(eventCount: Int64, daysKept: Int64) -> Int64 {
        today - (eventCount <= 2 ? min(daysKept, 1) : daysKept)
    }

    /// The next rooms to examine. Each is returned once a day.
    private func nextUnvisited(daysKept: Int64) throws(SQLiteFailure) -> [RoomName] {
        let rows = try file.connection.all(
            """
            SELECT day, id, name, sequence FROM rooms WHERE day < ? AND (day, id) > (?, ?)
            ORDER BY day, id LIMIT ?
            """, .number(firstDayKept(eventCount: 0, daysKept: daysKept)), .number(sweep.last.day),
            .number(sweep.last.id), .number(Int64(Sweep.roomsAtOnce))
        ) { row in
            (
                day: row.number(0), id: row.number(1), name: RoomName(normal: row.bytes(2)),
                events: row.number(3)
            )
        }
        if let last = rows.last { sweep.last = (last.day, last.id) }
        sweep.isDone = rows.count < Sweep.roomsAtOnce
        return rows.filter { $0.day < firstDayKept(eventCount: $0.events, daysKept: daysKept) }
            .compactMap(\.name)
    }

    /// The progress of the examination of all rooms.
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

    /// Erases copies of deleted rows while no room is open, because nobody is served during that time.
    func eraseCopiesIfQuiet() {
        guard rooms.isEmpty, uncertain == nil, file.hasErased, dayOfCopies != today else { return }
        do throws(SQLiteFailure) {
            try file.eraseCopies()
            wantsTruncation = true
        } catch {
            // On a full disk, it is tried again tomorrow, and when the server ends.
            dayOfCopies = today
        }
    }

    /// The row of a room if its checksum is right. Nothing is deleted because of the index alone.
    private func soundRow(of name: RoomName) throws(SQLiteFailure) -> RoomRow? {
        do throws(SQLiteFailure) {
            return try file.connection.room(named: name)
        } catch {
            guard error.isDamage else { throw error }
            return nil
        }
    }
}
