import SharedRoom

/// What a session says, and whether it may say it now.
extension Edge {
    mutating func take(_ message: ClientMessage, from session: SessionID, at now: Int64) {
        switch sessions[session.slot].state {
        case .vacant: break
        case .fresh(let room): takeFirst(message, from: session, in: room)
        case .joining: takeWaiting(message, from: session)
        case .joined(let room, let place):
            take(message, from: session, member: place, of: room, at: now)
        }
    }

    private mutating func takeFirst(
        _ message: ClientMessage, from session: SessionID, in room: RoomName
    ) {
        switch message {
        case .join(let join): take(join, from: session, in: room)
        case .act, .alive, .mismatch: close(session, .notJoined)
        }
    }

    /// A page asks for signs of life by the clock, so that one is no mistake.
    private mutating func takeWaiting(_ message: ClientMessage, from session: SessionID) {
        switch message {
        case .join, .act: close(session, .notJoined)
        case .alive, .mismatch: break
        }
    }

    private mutating func take(
        _ message: ClientMessage, from session: SessionID, member place: Int, of room: Int,
        at now: Int64
    ) {
        switch message {
        case .join: close(session, .notJoined)
        case .act(let first, let actions):
            switch rooms[room].members[place].role {
            case .watcher: close(session, .notJoined)
            case .participant(let number, let pen):
                let signature = Signature(author: number, pen: pen, number: first)
                take(actions, signature, member: place, of: room, at: now)
            }
        case .alive(let number):
            rooms[room].members[place].owedAlive = number
            answerOwed(place, of: room)
        case .mismatch:
            repair(place, of: room, at: now)
        }
    }

    /// What a socket did not take is said when it takes more again: the last sign of life alone, and
    /// a refusal, without which the client would wait for ever.
    mutating func answerOwed(_ place: Int, of room: Int) {
        let member = rooms[room].members[place]
        guard !sessions[member.session.slot].isBlocked else { return }
        if let number = member.owedAlive {
            let sequence = rooms[room].room.sequence
            let answer = ServerMessage.alive(number, sequence: sequence)
            act(.send(member.session, answer.encoded))
            rooms[room].members[place].owedAlive = nil
        }
        if case .refused(let count, let refusal?) = member.expectation {
            let answer = ServerMessage.refused(
                number: count, why: refusal.why, retry: refusal.retry)
            act(.send(member.session, answer.encoded))
            rooms[room].members[place].expectation = .refused(count, owed: nil)
        }
    }

    /// The member's copy of the room is wrong: it gets another, but not again and again.
    private mutating func repair(_ place: Int, of room: Int, at now: Int64) {
        guard case .none = rooms[room].members[place].repair else {
            rooms[room].members[place].repair = .asked
            return
        }
        rooms[room].members[place].repair = .given
        rooms[room].members[place].cursor = .unwelcomed(since: nil)
        makeDue(room)
        let session = rooms[room].members[place].session
        deadlines.set(.repair, for: session.place, at: now + limits.repairPeriod)
    }

    /// It may have another one, and gets it if it has asked.
    mutating func allowRepair(of place: SlotPlace, at now: Int64) {
        guard sessions.isCurrent(place),
            case .joined(let room, let member) = sessions[place.slot].state
        else { return }
        let isAsked = rooms[room].members[member].repair == .asked
        rooms[room].members[member].repair = .none
        if isAsked { repair(member, of: room, at: now) }
    }
}
