import SharedRoom

/// Work that no edge asks for.
extension SQLiteBackend {
    /// Works until the time is over. Returns true if work is left.
    func workBetweenGroups(until isOver: () -> Bool) -> Bool {
        // On a full or failing disk, the next commit tries first.
        guard canWrite, !file.isClosed else { return false }
        let unprovenCount = unprovenCount
        if awaitingCompaction.isEmpty { chooseForCompaction() }
        // An unproven room is usually compacted when it is read. One that cannot be read waits.
        guard !awaitingCompaction.isEmpty else { return self.unprovenCount < unprovenCount }
        compactSome(until: isOver)
        return canWrite
    }

    private var unprovenCount: Int { shared.journal.withLock { $0.unprovenRooms.count } }

    /// Writes something after a failure, so that operators see when the disk is usable again, also if nobody types. It
    /// needs more space than most commits, and SQLite erases it again in the same transaction.
    func retryWriting() {
        guard !canWrite, !file.isClosed else { return }
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
        let (unproven, bytes) = shared.journal.withLock { ($0.unprovenRooms.first, $0.bytes) }
        if let unproven {
            loadUnproven(unproven)
        } else if bytes > options.limits.journalBytesMax {
            let oldest = shared.journal.withLock { [rooms] index in
                rooms.all.filter { !$0.isDamaged }
                    .compactMap { room in
                        room.id.flatMap { index[$0].rows.first }.map { (room, row: $0) }
                    }.min { $0.row < $1.row }?.0
            }
            if let oldest { compactLater(oldest) }
        }
    }

    /// Applies the events that an earlier server left of a room. Returns true if the room is in memory, so it is intact.
    func prove(_ id: Int64, _ name: RoomName) -> Bool {
        // An edge may have opened it since.
        if shared[journalOf: id].isUnproven { loadUnproven(id) }
        return rooms[name] != nil
    }

    private func loadUnproven(_ id: Int64) {
        do throws(SQLiteFailure) {
            guard let row = try file.connection.room(id) else {
                throw .damaged("a room without a row")
            }
            switch try bringIn(row) {
            case .room(let room, _): dropIfUnused(room)
            case .failed: ignoreUnproven(id)
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
        guard let daysKept = options.common.daysKept, !file.isClosed else { return }
        if sweep.today != today { sweep = Sweep(today: today, after: sweep.today) }
        guard !sweep.isDone else { return }
        var count = 0
        do throws(SQLiteFailure) {
            for var row in try nextUnvisited(daysKept: daysKept) {
                let firstDayKept = firstDayKept(eventCount: row.sequence, daysKept: daysKept)
                if let room = rooms[row.name], room.isOpen {
                    noteVisit(of: room)
                    continue
                }
                // Nobody could visit a room while no server ran, and the clock may be wrong by weeks.
                row.day += sweep.absence
                if row.day < firstDayKept {
                    try erase(row.id)
                    rooms.remove(row.name)
                    count += 1
                } else {
                    try file.writeLazily { [row] (connection) throws(SQLiteFailure) in
                        try connection.write(row)
                    }
                    rooms[row.name]?.day = row.day
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

    /// The next rooms that may be forgotten. Each is returned once a day, unless its data are damaged.
    private func nextUnvisited(daysKept: Int64) throws(SQLiteFailure) -> [RoomRow] {
        let found = try file.connection.all(
            """
            SELECT day, id, sequence FROM rooms WHERE day < ? AND (day, id) > (?, ?)
            ORDER BY day, id LIMIT ?
            """, .number(firstDayKept(eventCount: 0, daysKept: daysKept)),
            .number(sweep.last.day), .number(sweep.last.id), .number(Int64(Sweep.roomsAtOnce))
        ) { row in (day: row.number(0), id: row.number(1), events: row.number(2)) }
        if let last = found.last { sweep.last = (last.day, last.id) }
        sweep.isDone = found.count < Sweep.roomsAtOnce
        var rows: [RoomRow] = []
        for found in found
        where found.day < firstDayKept(eventCount: found.events, daysKept: daysKept) {
            do throws(SQLiteFailure) {
                if let row = try file.connection.room(found.id) { rows.append(row) }
            } catch {
                guard error.isDamage else { throw error }
            }
        }
        return rows
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
}
