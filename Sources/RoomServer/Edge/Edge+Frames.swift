import SharedRoom

/// The end of a turn: what everybody in a room is sent.
extension Edge {
    mutating func finishTurn(of room: Int, at now: Int64) {
        rooms[room].stampPlaces(at: now)
        goOnJoining(in: room, at: now)
        rooms[room].isDue = false
        countRing(of: room)
        guard case .open = rooms[room].phase else { return }
        askForHead(of: room)
        sendFrames(of: room, at: now)
        sendPresence(of: room, at: now)
        noteEmptiness(of: room, at: now)
    }

    mutating func sendFrames(of room: Int, at now: Int64) {
        var frames = rooms[room].framesOfTurn(limits, at: now)
        for place in rooms[room].members.indices {
            sendFrame(to: place, of: room, &frames)
        }
        noteHash(frames.isHashed, of: room, at: now)
        rooms[room].sent = frames.end
        rooms[room].dropOldSnapshot()
    }

    /// Brings one member to where the room is, unless it is there or its socket takes no more.
    private mutating func sendFrame(to place: Int, of room: Int, _ frames: inout TurnFrames) {
        let member = rooms[room].members[place]
        guard !sessions[member.session.slot].isBlocked else { return }
        if member.owesAnswer { answerOwed(place, of: room) }
        switch member.cursor {
        case .unwelcomed(let since):
            welcome(place, of: room, since: since, &frames)
        case .at(let cursor):
            if cursor == frames.end && !frames.isHashAlone { return }
            if rooms[room].ring.reaches(cursor) {
                if frames.read == nil, cursor < rooms[room].room.readTokenSequence {
                    frames.read = readToken(of: room)
                }
                let frame = rooms[room].frame(
                    after: cursor, wantsViews: member.wantsViews, &frames)
                act(.send(member.session, frame))
                counts.deliveries += Int(frames.end - cursor)
            } else {
                welcome(place, of: room, since: nil, &frames)
            }
        }
        rooms[room].members[place].cursor = .at(frames.end)
    }

    private mutating func welcome(
        _ place: Int, of room: Int, since: Join.Position?, _ frames: inout TurnFrames
    ) {
        let member = rooms[room].members[place]
        let missed = since.flatMap { rooms[room].canResume($0) ? $0.sequence : nil }
        counts.welcomes.add(
            WelcomeKind(member, since: since != nil, isResumed: missed != nil))
        let snapshot = missed == nil ? rooms[room].snapshotText() : []
        var writer = JSONWriter(capacity: 512 + snapshot.count)
        writer.beginWelcome(
            you(place, of: room), epoch: rooms[room].epoch, sequence: frames.end,
            hash: rooms[room].room.hash, read: readToken(of: room))
        if let missed {
            writer.beginMissedEvents()
            rooms[room].ring.write(after: missed, to: &writer)
            writer.endMissedEvents()
        } else {
            writer.snapshot(snapshot)
        }
        writer.endWelcome(view: member.wantsViews ? rooms[room].view(&frames) : nil)
        rooms[room].members[place].isPenNew = false
        act(.send(member.session, writer.bytes))
    }

    func readToken(of room: Int) -> Fingerprint {
        identities.readToken(
            of: rooms[room].room, epoch: rooms[room].epoch, secret: rooms[room].secret)
    }

    private func you(_ place: Int, of room: Int) -> Welcome.You? {
        let member = rooms[room].members[place]
        guard case .participant(let number, let pen) = member.role else { return nil }
        let last = rooms[room].room.people.pen(of: number, pen)?.last
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
        deadlines.set(.hash, for: rooms.place(room), at: now + limits.hashDelay)
    }
}
