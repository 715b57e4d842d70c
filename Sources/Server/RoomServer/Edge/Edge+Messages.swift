import SharedRoom

/// Client messages, by the state of the session.
extension Edge {
    mutating func handle(_ message: ClientMessage, from session: SessionID) {
        switch (sessions[session.slot].state, message) {
        case (.fresh(let room), .join(let join)): startJoining(join, from: session, in: room)
        // Clients send heartbeats by the clock, so they are allowed before the welcome.
        case (.joining, .alive), (.joining, .mismatch): break
        case (.joined(let member), .act(let first, let actions)):
            guard case .participant(let number, let pen) = self[member].role else {
                return close(session, .notJoined)
            }
            let signature = Signature(author: number, pen: pen, number: first)
            acceptActions(actions, signature, of: member)
        case (.joined(let member), .alive(let number)):
            self[member].unansweredAlive = number
            sendPendingAnswers(to: member)
        case (.joined(let member), .mismatch): repair(member)
        case (.fresh, _), (.joining, _), (.joined, .join): close(session, .notJoined)
        }
    }

    /// Sends the answers that are due, unless the socket is blocked: to the last heartbeat, and a refusal,
    /// without which the client would wait forever.
    mutating func sendPendingAnswers(to index: MemberIndex) {
        let member = self[index]
        guard !sessions[member.session.slot].isBlocked else { return }
        if let number = member.unansweredAlive {
            let sequence = rooms[index.room].room.sequence
            let answer = ServerMessage.alive(number, sequence: sequence)
            emit(.send(member.session, answer.encoded))
            self[index].unansweredAlive = nil
        }
        if case .refused(let number, let refusal?) = member.expectation {
            let answer = ServerMessage.refused(
                number: number, why: refusal.why, retry: refusal.retry)
            emit(.send(member.session, answer.encoded(naming: refusal.limit?.bytes)))
            self[index].expectation = .refused(number, unsent: nil)
        }
    }

    /// Sends a snapshot after a hash mismatch, but at most one in each `repairPeriod`.
    private mutating func repair(_ member: MemberIndex) {
        guard self[member].repair == .none else {
            self[member].repair = .requestedAgain
            return
        }
        self[member].repair = .sent
        self[member].cursor = .unwelcomed(since: nil)
        markDue(member.room)
        deadlines.set(
            .repair, for: self[member].session.slotID, at: now + limits[.repairPeriod])
    }

    /// The period is over. Sends a snapshot if the client has reported another mismatch.
    mutating func allowRepair(of slotID: SlotID) {
        guard sessions.isCurrent(slotID),
            case .joined(let member) = sessions[slotID.slot].state
        else { return }
        let isRequested = self[member].repair == .requestedAgain
        self[member].repair = .none
        if isRequested { repair(member) }
    }
}
