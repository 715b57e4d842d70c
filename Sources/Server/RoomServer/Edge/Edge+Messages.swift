import SharedRoom

/// Client messages, by the state of the session.
extension Edge {
    mutating func handle(_ message: ClientMessage, from session: SessionID, at now: Int64) {
        switch sessions[session.slot].state {
        case .vacant: break
        case .fresh(let room): handleFirst(message, from: session, in: room)
        case .joining: handleWhileJoining(message, from: session)
        case .joined(let room, let index):
            handleJoined(message, from: session, member: index, of: room, at: now)
        }
    }

    private mutating func handleFirst(
        _ message: ClientMessage, from session: SessionID, in room: RoomName
    ) {
        switch message {
        case .join(let join): startJoining(join, from: session, in: room)
        case .act, .alive, .mismatch: close(session, .notJoined)
        }
    }

    /// Clients send heartbeats by the clock, so they are allowed before the welcome.
    private mutating func handleWhileJoining(_ message: ClientMessage, from session: SessionID) {
        switch message {
        case .join, .act: close(session, .notJoined)
        case .alive, .mismatch: break
        }
    }

    private mutating func handleJoined(
        _ message: ClientMessage, from session: SessionID, member index: Int, of room: Int,
        at now: Int64
    ) {
        switch message {
        case .join: close(session, .notJoined)
        case .act(let first, let actions):
            switch rooms[room].members[index].role {
            case .spectator: close(session, .notJoined)
            case .participant(let number, let pen):
                let signature = Signature(author: number, pen: pen, number: first)
                acceptActions(actions, signature, member: index, of: room, at: now)
            }
        case .alive(let number):
            rooms[room].members[index].unansweredAlive = number
            sendPendingAnswers(index, of: room)
        case .mismatch:
            repair(index, of: room, at: now)
        }
    }

    /// Sends the answers that are due, unless the socket is blocked: to the last heartbeat, and a refusal,
    /// without which the client would wait forever.
    mutating func sendPendingAnswers(_ index: Int, of room: Int) {
        let member = rooms[room].members[index]
        guard !sessions[member.session.slot].isBlocked else { return }
        if let number = member.unansweredAlive {
            let sequence = rooms[room].room.sequence
            let answer = ServerMessage.alive(number, sequence: sequence)
            emit(.send(member.session, answer.encoded))
            rooms[room].members[index].unansweredAlive = nil
        }
        if case .refused(let number, let refusal?) = member.expectation {
            let answer = ServerMessage.refused(
                number: number, why: refusal.why, retry: refusal.retry)
            emit(.send(member.session, answer.encoded(naming: refusal.limit?.bytes)))
            rooms[room].members[index].expectation = .refused(number, unsent: nil)
        }
    }

    /// Sends a snapshot after a hash mismatch, but at most one in each `repairPeriod`.
    private mutating func repair(_ index: Int, of room: Int, at now: Int64) {
        guard case .none = rooms[room].members[index].repair else {
            rooms[room].members[index].repair = .requestedAgain
            return
        }
        rooms[room].members[index].repair = .sent
        rooms[room].members[index].cursor = .unwelcomed(since: nil)
        markDue(room)
        let session = rooms[room].members[index].session
        deadlines.set(.repair, for: session.slotID, at: now + limits.repairPeriod)
    }

    /// The period is over. Sends a snapshot if the client has reported another mismatch.
    mutating func allowRepair(of slotID: SlotID, at now: Int64) {
        guard sessions.isCurrent(slotID),
            case .joined(let room, let member) = sessions[slotID.slot].state
        else { return }
        let isRequested = rooms[room].members[member].repair == .requestedAgain
        rooms[room].members[member].repair = .none
        if isRequested { repair(member, of: room, at: now) }
    }
}
