import SharedRoom

/// What is committed together, and what is said of it afterwards.
struct CommitGroup {
    enum Answer {
        case report([UInt32], LogReport)
        /// If they are committed, those who had the room open are told; if not, the edge that appended.
        case events([UInt32], RoomName, [Event], edge: UInt32, ticket: Int64)
        /// The head before the group, and how much of the group came before the asking.
        case head(UInt32, RoomName, ticket: Int64, sequence: Int64, staged: Int64)
    }

    /// In the order of asking.
    var answers: [Answer] = []
    /// Those with staged events.
    var rooms: [StoredRoom] = []

    mutating func stage(_ drafts: [Draft], in room: StoredRoom, at time: Int64) -> [Event] {
        if room.staged.isEmpty { rooms.append(room) }
        return room.stage(drafts, at: time)
    }
}

extension RoomKeeper {
    /// Makes durable what is staged, and tells everybody.
    func commit() {
        let group = group
        self.group = CommitGroup()
        let isDurable = group.rooms.isEmpty || write(group.rooms)
        for answer in group.answers { tell(answer, isDurable) }
        for room in group.rooms { dropIfUnused(room) }
    }

    private func write(_ rooms: [StoredRoom]) -> Bool {
        var written: [(id: Int64, row: Int64, bytes: Int)] = []
        let beginning = MonotonicClock.nanoseconds
        do throws(SQLiteFailure) {
            try file.write { () throws(SQLiteFailure) in
                for (index, room) in rooms.enumerated() {
                    let id = try number(of: room, index)
                    let row = lastJournalRow + Int64(index) + 1
                    let bytes = try connection.append(room.staged, to: id, row: row)
                    written.append((id, row, bytes))
                }
            }
        } catch {
            for room in rooms { room.staged = [] }
            commits.withLock { $0.failed += 1 }
            noteFailure(error)
            return false
        }
        count(rooms, MonotonicClock.nanoseconds - beginning)
        shared.update { journals in
            for (room, written) in zip(rooms, written) {
                journals[written.id, default: JournalRows()].append(
                    written.row, events: room.staged.count, bytes: written.bytes)
            }
        }
        for (room, written) in zip(rooms, written) {
            room.id = written.id
            room.commit(row: written.row, bytes: written.bytes)
            journalBytes += written.bytes
            foldLaterIfDue(room)
        }
        lastJournalRow += Int64(rooms.count)
        lastRoomID = max(lastRoomID, written.map(\.id).max() ?? 0)
        noteSuccess()
        return true
    }

    private func count(_ rooms: [StoredRoom], _ time: Int64) {
        let events = rooms.reduce(0) { $0 + Int64($1.staged.count) }
        commits.withLock { commits in
            commits.events.note(events)
            commits.times.note(time)
        }
    }

    /// In the file. One that is new there gets its first row, without any event.
    private func number(of room: StoredRoom, _ index: Int) throws(SQLiteFailure) -> Int64 {
        if let id = room.id { return id }
        let id = lastRoomID + Int64(index) + 1
        try connection.enroll(
            RoomRow(
                id: id, name: room.name, day: today, epoch: room.epoch ^ file.life,
                rules: options.rules))
        return id
    }

    private func tell(_ answer: CommitGroup.Answer, _ isDurable: Bool) {
        switch answer {
        case .report(let edges, let report):
            deliver(edges, report)
        case .events(let edges, let name, let events, let edge, let ticket):
            if isDurable {
                deliver(edges, .events(name, events))
                deliver([edge], .done(name, ticket: ticket))
            } else {
                deliver([edge], .refused(name, ticket: ticket, .unavailable))
            }
        case .head(let edge, let name, let ticket, let sequence, let staged):
            let head = isDurable ? sequence + staged : sequence
            deliver([edge], .head(name, ticket: ticket, sequence: head))
        }
    }

    func noteFailure(_ failure: SQLiteFailure) {
        if canWrite { options.report(.cannotWrite(failure.message)) }
        canWrite = false
    }

    func noteSuccess() {
        if !canWrite { options.report(.canWriteAgain) }
        canWrite = true
    }
}
