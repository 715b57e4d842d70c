import SharedRoom

/// Handlers of expired timers.
extension Edge {
    /// Rooms whose people act together also become quiet together. Sending to many rooms in one tick would
    /// delay other sessions, so handling stops after the room that brings the count to 4 sessions. The
    /// remaining timers wake the edge again immediately.
    mutating func handleDeadlines() {
        while let deadline = deadlines.pop(.join, at: now) { closeIfFresh(deadline.slotID) }
        while let deadline = deadlines.pop(.repair, at: now) {
            allowRepair(of: deadline.slotID)
        }
        var handled = 0
        while handled < Self.sessionsPerWakeMax, let deadline = deadlines.pop(.presence, at: now) {
            guard rooms.isCurrent(deadline.slotID) else { continue }
            rooms[deadline.slotID.slot].presenceDeadline = .reached
            handled += markDueCountingSessions(deadline.slotID.slot)
        }
        while handled < Self.sessionsPerWakeMax, let deadline = deadlines.pop(.frames, at: now) {
            guard rooms.isCurrent(deadline.slotID) else { continue }
            rooms[deadline.slotID.slot].isWaitingToSend = false
            handled += markDueCountingSessions(deadline.slotID.slot)
        }
        while handled < Self.sessionsPerWakeMax, let deadline = deadlines.pop(.hash, at: now) {
            guard rooms.isCurrent(deadline.slotID) else { continue }
            handled += makeHashDue(
                of: deadline.slotID.slot, setAt: deadline.time - limits[.hashDelay])
        }
        while handled < Self.sessionsPerWakeMax, let deadline = deadlines.pop(.idle, at: now) {
            unloadIfIdle(deadline)
            handled += 1
        }
    }

    /// Makes a hash due at the end of this tick if none was sent since the timer was set. If a hash was sent
    /// since, the end of the tick sets the timer again. Returns the number of sessions.
    private mutating func makeHashDue(of room: Int, setAt time: Int64) -> Int {
        rooms[room].hashDeadline = .none
        guard rooms[room].lastHash.sequence < rooms[room].room.sequence else { return 0 }
        if rooms[room].lastHash.time <= time { rooms[room].hashDeadline = .reached }
        return markDueCountingSessions(room)
    }

    private mutating func markDueCountingSessions(_ room: Int) -> Int {
        markDue(room)
        return rooms[room].members.count
    }

    private static let sessionsPerWakeMax = 4

    private mutating func closeIfFresh(_ slotID: SlotID) {
        guard sessions.isCurrent(slotID), case .fresh = sessions[slotID.slot].state else { return }
        close(SessionID(slotID: slotID), .joinTime, limit: .joinTime)
    }

    /// If somebody connected and left since this timer was set, a later timer unloads the room.
    private mutating func unloadIfIdle(_ deadline: Deadlines.Deadline) {
        guard rooms.isCurrent(deadline.slotID) else { return }
        let room = deadline.slotID.slot
        guard rooms[room].isEmpty, rooms[room].emptySince == deadline.time - limits[.roomIdleTime]
        else { return }
        unloadRoom(room)
    }

    /// Starts the idle timer of a room without sessions. A room that nobody made is unloaded
    /// immediately.
    mutating func startIdleTimerIfEmpty(_ room: Int) {
        guard rooms[room].isEmpty else {
            rooms[room].emptySince = nil
            return
        }
        if rooms[room].room.status == .unmade, rooms[room].inFlight.isEmpty {
            return unloadRoom(room)
        }
        guard rooms[room].emptySince == nil else { return }
        rooms[room].emptySince = now
        deadlines.set(.idle, for: rooms.id(of: room), at: now + limits[.roomIdleTime])
    }
}
