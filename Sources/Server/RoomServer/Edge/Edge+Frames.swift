import SharedRoom

/// The end of a tick: frames for all sessions of a room.
extension Edge {
    mutating func finishTick(of room: Int) {
        rooms[room].updatePlaces(at: now)
        advancePendingJoins(in: room)
        rooms[room].isDue = false
        updateRingsByteCount(of: room)
        guard case .open = rooms[room].phase else { return }
        requestLatestSequence(of: room)
        guard maySendFrames(of: room) else { return }
        let count = sendFrames(of: room)
        rooms[room].frames.charge(Int64(count), at: now)
        sendPresence(of: room)
        startIdleTimerIfEmpty(room)
    }

    /// False if the room has sent too many frames. Its events then wait for a moment and share frames, which
    /// leaves time for other rooms.
    private mutating func maySendFrames(of room: Int) -> Bool {
        if rooms[room].isWaitingToSend { return false }
        guard rooms[room].frames.debt(at: now) != nil else { return true }
        rooms[room].isWaitingToSend = true
        deadlines.set(.frames, for: rooms.id(of: room), at: now + Self.framesDelay)
        return false
    }

    private static let framesDelay: Int64 = 10

    /// Returns the number of frames.
    @discardableResult
    mutating func sendFrames(of room: Int) -> Int {
        var frames = rooms[room].makeTickFrames(limits, at: now)
        let count = rooms[room].members.indices.count { position in
            sendFrame(to: MemberIndex(room: room, position: position), &frames)
        }
        recordHash(frames.isHashed, of: room)
        rooms[room].sentSequence = frames.end
        rooms[room].dropOldSnapshot()
        chargeViews(of: room)
        return count
    }

    /// Sends a member everything since its cursor, unless its socket is blocked. Returns true if it sent a frame.
    private mutating func sendFrame(to index: MemberIndex, _ frames: inout TickFrames) -> Bool {
        let (room, member) = (index.room, self[index])
        guard !sessions[member.session.slot].isBlocked else { return false }
        if member.hasUnsentAnswer { sendPendingAnswers(to: index) }
        switch member.cursor {
        case .unwelcomed(let since):
            sendWelcome(to: index, since: since, &frames)
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
                sendWelcome(to: index, since: nil, &frames)
            }
        }
        self[index].cursor = .at(frames.end)
        return true
    }

    private mutating func sendWelcome(
        to index: MemberIndex, since: Join.Position?, _ frames: inout TickFrames
    ) {
        let (room, member) = (index.room, self[index])
        let missed = since.flatMap { rooms[room].canResume($0) ? $0.sequence : nil }
        counts.welcomes.add(
            WelcomeKind(member, since: since != nil, isResumed: missed != nil))
        let snapshot = missed == nil ? rooms[room].snapshotText() : []
        var writer = JSONWriter(capacity: 512 + snapshot.count)
        writer.beginWelcome(
            assignment(of: member, in: room), epoch: rooms[room].epoch, sequence: frames.end,
            hash: rooms[room].room.hash, read: readToken(of: room))
        if let missed {
            writer.beginMissedEvents()
            rooms[room].ring.write(after: missed, to: &writer)
            writer.endMissedEvents()
        } else {
            writer.snapshot(snapshot)
        }
        writer.endWelcome(view: member.wantsViews ? rooms[room].view() : nil)
        self[index].isPenNew = false
        emit(.send(member.session, writer.bytes))
    }

    func readToken(of room: Int) -> Fingerprint {
        hasher.readToken(
            of: rooms[room].room, epoch: rooms[room].epoch, secret: rooms[room].secret)
    }

    private func assignment(of member: Member, in room: Int) -> Welcome.You? {
        guard case .participant(let number, let pen) = member.role else { return nil }
        let last = rooms[room].room.people.pen(of: number, pen)?.last
        return Welcome.You(number: number, pen: pen, last: member.isPenNew ? nil : last)
    }

    /// If the last event was sent without a hash, starts the timer that sends a hash alone.
    private mutating func recordHash(_ isHashed: Bool, of room: Int) {
        let sequence = rooms[room].room.sequence
        if rooms[room].hashDeadline == .reached { rooms[room].hashDeadline = .none }
        if isHashed { rooms[room].lastHash = (sequence, now) }
        guard rooms[room].lastHash.sequence < sequence, rooms[room].hashDeadline == .none else {
            return
        }
        rooms[room].hashDeadline = .set
        deadlines.set(.hash, for: rooms.id(of: room), at: now + limits[.hashDelay])
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
        guard ringsByteCount > limits[.ringsBytesMax] else { return }
        let oldestFirst = rooms.slotIDs.map(\.slot).sorted { one, other in
            (rooms[one].room.time, one) < (rooms[other].room.time, other)
        }
        for room in oldestFirst where ringsByteCount > limits[.ringsBytesMax] / 4 * 3 {
            rooms[room].emptyRing()
            updateRingsByteCount(of: room)
        }
    }
}
