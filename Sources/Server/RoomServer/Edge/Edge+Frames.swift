import SharedRoom

/// The end of a tick: frames for all sessions of a room.
extension Edge {
    mutating func finishTick(of room: Int, at now: Int64) {
        rooms[room].updateSightings(at: now)
        advancePendingJoins(in: room, at: now)
        rooms[room].isDue = false
        updateRingsByteCount(of: room)
        guard case .open = rooms[room].phase else { return }
        requestLatestSequence(of: room)
        guard maySendFrames(of: room, at: now) else { return }
        let count = sendFrames(of: room, at: now)
        rooms[room].frames.charge(Int64(count), limits.roomFrames)
        sendPresence(of: room, at: now)
        startIdleTimerIfEmpty(room, at: now)
    }

    /// False if the room has sent too many frames. Its events then wait for a moment and share frames, which
    /// leaves time for other rooms.
    private mutating func maySendFrames(of room: Int, at now: Int64) -> Bool {
        if rooms[room].isWaitingToSend { return false }
        guard rooms[room].frames.debtTime(limits.roomFrames, at: now) > 0 else { return true }
        rooms[room].isWaitingToSend = true
        deadlines.set(.frames, for: rooms.id(of: room), at: now + Self.framesDelay)
        return false
    }

    private static let framesDelay: Int64 = 10

    /// Returns the number of frames.
    @discardableResult
    mutating func sendFrames(of room: Int, at now: Int64) -> Int {
        var frames = rooms[room].makeTickFrames(limits, at: now)
        let count = rooms[room].members.indices.count { index in
            sendFrame(to: index, of: room, &frames)
        }
        recordHash(frames.isHashed, of: room, at: now)
        rooms[room].sentSequence = frames.end
        rooms[room].dropOldSnapshot()
        chargeViews(of: room, at: now)
        return count
    }

    /// Sends a member everything since its cursor, unless its socket is blocked. Returns true if it sent a frame.
    private mutating func sendFrame(
        to index: Int, of room: Int, _ frames: inout TickFrames
    ) -> Bool {
        let member = rooms[room].members[index]
        guard !sessions[member.session.slot].isBlocked else { return false }
        if member.hasUnsentAnswer { sendPendingAnswers(index, of: room) }
        switch member.cursor {
        case .unwelcomed(let since):
            sendWelcome(to: index, of: room, since: since, &frames)
        case .at(let cursor):
            if cursor == frames.end && !frames.sendsHashToCurrent { return false }
            if rooms[room].ring.reaches(cursor) {
                if frames.read == nil, cursor < rooms[room].room.readTokenSequence {
                    frames.read = readToken(of: room)
                }
                let frame = rooms[room].frame(
                    after: cursor, wantsViews: member.wantsViews, &frames)
                emit(.send(member.session, frame))
                counts.deliveries += Int(frames.end - cursor)
            } else {
                sendWelcome(to: index, of: room, since: nil, &frames)
            }
        }
        rooms[room].members[index].cursor = .at(frames.end)
        return true
    }

    private mutating func sendWelcome(
        to index: Int, of room: Int, since: Join.Position?, _ frames: inout TickFrames
    ) {
        let member = rooms[room].members[index]
        let missed = since.flatMap { rooms[room].canResume($0) ? $0.sequence : nil }
        counts.welcomes.add(
            WelcomeKind(member, since: since != nil, isResumed: missed != nil))
        let snapshot = missed == nil ? rooms[room].snapshotText() : []
        var writer = JSONWriter(capacity: 512 + snapshot.count)
        writer.beginWelcome(
            assignment(of: index, in: room), epoch: rooms[room].epoch, sequence: frames.end,
            hash: rooms[room].room.hash, read: readToken(of: room))
        if let missed {
            writer.beginMissedEvents()
            rooms[room].ring.write(after: missed, to: &writer)
            writer.endMissedEvents()
        } else {
            writer.snapshot(snapshot)
        }
        writer.endWelcome(view: member.wantsViews ? rooms[room].view() : nil)
        rooms[room].members[index].isPenNew = false
        emit(.send(member.session, writer.bytes))
    }

    func readToken(of room: Int) -> Fingerprint {
        hasher.readToken(
            of: rooms[room].room, epoch: rooms[room].epoch, secret: rooms[room].secret)
    }

    private func assignment(of index: Int, in room: Int) -> Welcome.You? {
        let member = rooms[room].members[index]
        guard case .participant(let number, let pen) = member.role else { return nil }
        let last = rooms[room].room.people.pen(of: number, pen)?.last
        return Welcome.You(number: number, pen: pen, last: member.isPenNew ? nil : last)
    }

    /// If the last event was sent without a hash, starts the timer that sends a hash alone.
    private mutating func recordHash(_ isHashed: Bool, of room: Int, at now: Int64) {
        let sequence = rooms[room].room.sequence
        if rooms[room].hashDeadline == .reached { rooms[room].hashDeadline = .none }
        if isHashed { rooms[room].lastHash = (sequence, now) }
        guard rooms[room].lastHash.sequence < sequence, rooms[room].hashDeadline == .none else {
            return
        }
        rooms[room].hashDeadline = .set
        deadlines.set(.hash, for: rooms.id(of: room), at: now + limits.hashDelay)
    }
}

/// The memory budget that the rings of all rooms share.
extension Edge {
    /// Adds the change in size of a room's ring to the total.
    mutating func updateRingsByteCount(of room: Int) {
        ringsByteCount += rooms[room].measureRingGrowth()
    }

    /// Empties rings, beginning with the room whose last event is oldest, until a quarter of the budget is
    /// free. The large step makes the sorting rare. At this point all frames of the tick are sent, so only
    /// blocked and reconnecting sessions need a snapshot.
    mutating func emptyOldestRings() {
        guard ringsByteCount > limits.ringsBytesMax else { return }
        let oldestFirst = rooms.slotIDs.map(\.slot).sorted { one, other in
            (rooms[one].room.time, one) < (rooms[other].room.time, other)
        }
        for room in oldestFirst where ringsByteCount > limits.ringsBytesMax / 4 * 3 {
            rooms[room].emptyRing()
            updateRingsByteCount(of: room)
        }
    }
}
