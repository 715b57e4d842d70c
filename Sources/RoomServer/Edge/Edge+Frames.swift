import SharedRoom

/// The end of a turn: what everybody in a room is sent.
extension Edge {
    mutating func finishTurn(of room: Int, at now: Int64) {
        rooms[room].isDue = false
        guard case .open = rooms[room].phase else { return }
        askForHead(of: room)
        sendFrames(of: room, at: now)
        sendPresence(of: room, at: now)
        noteEmptiness(of: room, at: now)
    }

    private mutating func sendFrames(of room: Int, at now: Int64) {
        var frames = TurnFrames(rooms[room], limits, at: now)
        for place in rooms[room].members.indices {
            let member = rooms[room].members[place]
            guard !sessions[member.session.slot].isBlocked else { continue }
            if member.owesAnswer { answerOwed(place, of: room) }
            if let frame = frame(for: member, place, of: room, &frames) {
                act(.send(member.session, frame))
            }
            rooms[room].members[place].cursor = .at(rooms[room].room.sequence)
        }
        noteHash(frames.isHashed, of: room, at: now)
        rooms[room].sent = rooms[room].room.sequence
        rooms[room].dropOldSnapshot()
    }

    /// What this member needs to be where the room is; nil if it is there.
    private mutating func frame(
        for member: Member, _ place: Int, of room: Int, _ frames: inout TurnFrames
    ) -> [UInt8]? {
        switch member.cursor {
        case .unwelcomed(let since):
            return welcome(place, of: room, since: since, &frames)
        case .at(let cursor):
            if cursor == rooms[room].room.sequence && !frames.isHashAlone { return nil }
            guard rooms[room].ring.reaches(cursor) else {
                return welcome(place, of: room, since: nil, &frames)
            }
            return frames.frame(after: cursor, wantsViews: member.wantsViews, of: rooms[room])
        }
    }

    private mutating func welcome(
        _ place: Int, of room: Int, since: Join.Position?, _ frames: inout TurnFrames
    ) -> [UInt8] {
        let member = rooms[room].members[place]
        var writer = JSONWriter(capacity: 512)
        writer.beginWelcome(
            you(place, of: room), epoch: rooms[room].epoch, sequence: rooms[room].room.sequence,
            hash: rooms[room].room.hash)
        if let since, rooms[room].canResume(since) {
            writer.beginMissedEvents()
            rooms[room].ring.write(after: since.sequence, to: &writer)
            writer.endMissedEvents()
        } else {
            writer.snapshot(rooms[room].snapshotText())
        }
        writer.endWelcome(view: member.wantsViews ? frames.view(of: rooms[room]) : nil)
        rooms[room].members[place].isPenNew = false
        return writer.bytes
    }

    private func you(_ place: Int, of room: Int) -> Welcome.You? {
        let member = rooms[room].members[place]
        guard case .participant(let number, let pen) = member.role else { return nil }
        let last = rooms[room].pen(of: number, pen)?.last
        return Welcome.You(number: number, pen: pen, last: member.isPenNew ? nil : last)
    }

    /// A room whose last event went out without a hash shows one soon, if nothing else comes.
    private mutating func noteHash(_ isHashed: Bool, of room: Int, at now: Int64) {
        let sequence = rooms[room].room.sequence
        if rooms[room].hashDeadline == .reached { rooms[room].hashDeadline = .none }
        if isHashed { rooms[room].hashed = (sequence, now) }
        guard rooms[room].hashed.sequence < sequence, rooms[room].hashDeadline == .none else {
            return
        }
        rooms[room].hashDeadline = .set
        deadlines.set(.hash, for: rooms.place(room), at: now + limits.hashPeriod)
    }
}
