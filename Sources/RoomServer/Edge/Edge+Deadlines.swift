import SharedRoom

/// Handlers of expired timers.
extension Edge {
    /// Rooms whose people act together also become quiet together. Sending to many rooms in one tick would
    /// delay other sessions, so handling stops after the room that brings the count to 4 sessions. The
    /// remaining timers wake the edge again immediately.
    mutating func handleDeadlines(at now: Int64) {
        while let deadline = deadlines.pop(.join, at: now) { closeIfNotJoined(deadline.slotID) }
        while let deadline = deadlines.pop(.repair, at: now) {
            allowRepair(of: deadline.slotID, at: now)
        }
        var notified = 0
        while notified < Self.notifiedPerWakeMax, let deadline = deadlines.pop(.presence, at: now) {
            guard rooms.isCurrent(deadline.slotID) else { continue }
            rooms[deadline.slotID.slot].presenceDeadline = .reached
            notified += notifyAtEndOfTick(deadline.slotID.slot)
        }
        while notified < Self.notifiedPerWakeMax, let deadline = deadlines.pop(.hash, at: now) {
            guard rooms.isCurrent(deadline.slotID) else { continue }
            notified += requestHash(
                of: deadline.slotID.slot, setAt: deadline.time - limits.hashDelay)
        }
        while notified < Self.notifiedPerWakeMax, let deadline = deadlines.pop(.idle, at: now) {
            closeIfIdle(deadline)
            notified += 1
        }
    }

    /// Makes a hash due at the end of this tick if none was sent since the timer was set. If a hash was sent
    /// since, the end of the tick sets the timer again. Returns the number of sessions.
    private mutating func requestHash(of room: Int, setAt time: Int64) -> Int {
        rooms[room].hashDeadline = .none
        guard rooms[room].lastHash.sequence < rooms[room].room.sequence else { return 0 }
        if rooms[room].lastHash.time <= time { rooms[room].hashDeadline = .reached }
        return notifyAtEndOfTick(room)
    }

    private mutating func notifyAtEndOfTick(_ room: Int) -> Int {
        markDue(room)
        return rooms[room].members.count
    }

    private static let notifiedPerWakeMax = 4

    private mutating func closeIfNotJoined(_ slotID: SlotID) {
        guard sessions.isCurrent(slotID), case .fresh = sessions[slotID.slot].state else { return }
        close(SessionID(slotID: slotID), .joinTime)
    }

    /// If somebody connected and left since this timer was set, a later timer closes the room.
    private mutating func closeIfIdle(_ deadline: Deadlines.Deadline) {
        guard rooms.isCurrent(deadline.slotID) else { return }
        let room = deadline.slotID.slot
        guard rooms[room].isEmpty, rooms[room].emptySince == deadline.time - limits.roomIdleTime
        else { return }
        closeRoom(room)
    }

    /// Starts the idle timer of a room without sessions. A room that nobody made is closed immediately.
    mutating func startIdleTimerIfEmpty(_ room: Int, at now: Int64) {
        guard rooms[room].isEmpty else {
            rooms[room].emptySince = nil
            return
        }
        if rooms[room].room.status == .unmade, rooms[room].inFlight.isEmpty {
            return closeRoom(room)
        }
        guard rooms[room].emptySince == nil else { return }
        rooms[room].emptySince = now
        deadlines.set(.idle, for: rooms.id(of: room), at: now + limits.roomIdleTime)
    }
}
