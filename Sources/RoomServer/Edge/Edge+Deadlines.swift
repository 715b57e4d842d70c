import SharedRoom

/// What is done when a time has come. What the deadline was for may be over long since.
extension Edge {
    /// Rooms whose people came together fall silent together. They are told a few at a time, as what is
    /// written to many keeps everybody else waiting; the next ones have their turn at once.
    mutating func takeDeadlines(at now: Int64) {
        while let deadline = deadlines.take(.join, at: now) { endWaiting(deadline.place) }
        while let deadline = deadlines.take(.repair, at: now) {
            allowRepair(of: deadline.place, at: now)
        }
        var told = 0
        while told < Self.toldAtOnce, let deadline = deadlines.take(.presence, at: now) {
            guard rooms.isCurrent(deadline.place) else { continue }
            rooms[deadline.place.slot].presenceDeadline = .reached
            told += tellAtEnd(deadline.place.slot)
        }
        while told < Self.toldAtOnce, let deadline = deadlines.take(.hash, at: now) {
            guard rooms.isCurrent(deadline.place) else { continue }
            told += showHash(of: deadline.place.slot, setAt: deadline.time - limits.hashDelay)
        }
        while told < Self.toldAtOnce, let deadline = deadlines.take(.idle, at: now) {
            closeIdle(deadline)
            told += 1
        }
    }

    /// If nothing had one since: what has come after that waits for another deadline. Gives how many
    /// are told.
    private mutating func showHash(of room: Int, setAt time: Int64) -> Int {
        rooms[room].hashDeadline = .none
        guard rooms[room].hashed.sequence < rooms[room].room.sequence else { return 0 }
        if rooms[room].hashed.time <= time { rooms[room].hashDeadline = .reached }
        return tellAtEnd(room)
    }

    /// At the end of this turn. Gives how many are told.
    private mutating func tellAtEnd(_ room: Int) -> Int {
        makeDue(room)
        return rooms[room].members.count
    }

    private static let toldAtOnce = 4

    private mutating func endWaiting(_ place: SlotPlace) {
        guard sessions.isCurrent(place), case .fresh = sessions[place.slot].state else { return }
        close(SessionID(place: place), .joinTime)
    }

    /// Somebody may have come and gone meanwhile: then another deadline counts.
    private mutating func closeIdle(_ deadline: Deadlines.Deadline) {
        guard rooms.isCurrent(deadline.place) else { return }
        let room = deadline.place.slot
        guard rooms[room].isEmpty, rooms[room].emptySince == deadline.time - limits.roomIdleTime
        else { return }
        closeRoom(room)
    }

    /// Notes since when a room has no sessions. One that was never made need not stay: nobody has
    /// anything in it.
    mutating func noteEmptiness(of room: Int, at now: Int64) {
        guard rooms[room].isEmpty else {
            rooms[room].emptySince = nil
            return
        }
        if rooms[room].room.status == .unmade, rooms[room].inFlight.isEmpty {
            return closeRoom(room)
        }
        guard rooms[room].emptySince == nil else { return }
        rooms[room].emptySince = now
        deadlines.set(.idle, for: rooms.place(room), at: now + limits.roomIdleTime)
    }
}
