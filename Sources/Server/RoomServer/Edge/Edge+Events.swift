import SharedRoom

/// Committed events. Apart from opening, nothing else changes a room.
extension Edge {
    mutating func apply(_ events: [Event], in room: Int) {
        guard rooms[room].phase == .open else { return }
        var isDeletedHere = false
        for event in events where event.sequence > rooms[room].room.sequence {
            guard event.sequence == rooms[room].room.sequence + 1 else { return reopen(room) }
            // Send the events that the ring would drop, so that only blocked sessions need a snapshot.
            if rooms[room].isRingFullOfUnsentEvents(limits) { sendFrames(of: room) }
            let isPenNew = addsPen(event, to: room)
            let replaced = participantReplaced(by: event, in: room)
            let outcome = rooms[room].apply(event, limits)
            let isOwn = matchInFlight(event, outcome, isPenNew: isPenNew, in: room)
            if isOwn { counts.count(outcome.verdict) }
            guard outcome.verdict == .applied else { continue }
            if case .delete = event.action { isDeletedHere = isOwn }
            if case .enter(let entrance) = event.action { recordSighting(of: entrance, in: room) }
            if let replaced, rooms[room].presence.isLocal(replaced) {
                closeSessions(in: room, .replaced) { $0.participant == replaced }
            }
            if event.action.has(.membership) { schedulePresence(in: room) }
            closeSessions(after: event.action, in: room)
        }
        markDue(room)
        if rooms[room].room.status == .deleted {
            return deleteRoom(room, asksStore: isDeletedHere)
        }
    }

    private func participantReplaced(by event: Event, in room: Int) -> UInt32? {
        guard case .enter(let entrance) = event.action, rooms[room].room.isFull else { return nil }
        return rooms[room].room.participant(replacedBy: entrance)
    }

    /// The participant may have entered at another edge, whose announcement of presence arrives later.
    private mutating func recordSighting(of entrance: Entrance, in room: Int) {
        guard rooms[room].room.isFull,
            let person = rooms[room].room.people.participant(with: entrance.identity)
        else { return }
        rooms[room].sightings.record(person.number, at: now)
    }

    private func addsPen(_ event: Event, to room: Int) -> Bool {
        guard case .enter(let entrance) = event.action else { return false }
        let person = rooms[room].room.people.participant(with: entrance.identity)
        return person?.pen(id: entrance.pen) == nil
    }

    /// Matches the event with the first request in flight. Returns true if the event came from this edge.
    private mutating func matchInFlight(
        _ event: Event, _ outcome: Outcome, isPenNew: Bool, in room: Int
    ) -> Bool {
        guard let first = rooms[room].inFlight.first else { return false }
        var request = first
        guard request.match(event) else { return false }
        if request.remainder == nil {
            _ = rooms[room].inFlight.removeFirst()
        } else {
            rooms[room].inFlight[0] = request
        }
        switch first.remainder {
        case .actions:
            chargeSteps(Int64(outcome.steps), to: request, ending: event.action)
            if rooms[room].shown != nil { rooms[room].lastAppend = request }
        case .making: rooms[room].isMaking = false
        case .entering:
            recordVerdict(outcome.verdict, isPenNew: isPenNew, of: request.session, in: room)
        case nil: break
        }
        return true
    }

    /// Charges steps to the session, or to its address if the session has ended.
    private mutating func chargeSteps(
        _ steps: Int64, to request: InFlight, ending action: Action? = nil
    ) {
        let session = request.session
        guard sessions.isCurrent(session.slotID) else {
            return addresses.chargeSteps(steps, to: request.address, at: now)
        }
        let address = sessions[session.slot].address
        if let action { sessions[session.slot].budget.endApplied(action, at: &addresses[address]) }
        sessions[session.slot].budget.chargeSteps(steps, from: &addresses[address], at: now)
    }

    /// Charges the views of a tick to the session that acted last.
    mutating func chargeViews(of room: Int) {
        guard rooms[room].viewSteps > 0 else { return }
        let steps = Int64(rooms[room].viewSteps)
        rooms[room].viewSteps = 0
        if let request = rooms[room].lastAppend { chargeSteps(steps, to: request) }
    }

    private mutating func recordVerdict(
        _ verdict: Verdict, isPenNew: Bool, of session: SessionID, in room: Int
    ) {
        guard let index = rooms[room].pendingJoins.firstIndex(where: { $0.session == session })
        else { return }
        rooms[room].pendingJoins[index].stage = .entered(verdict, isPenNew: isPenNew)
    }

    /// Closes the sessions that an event excludes before the event is sent, because its frame contains a read
    /// token that they must not receive.
    private mutating func closeSessions(after action: Action, in room: Int) {
        guard action.has(.readToken) else { return }
        switch action {
        case .startOver: removeStrangers(from: room, .over)
        case .remove(let number), .removeAndRewind(let number, _):
            closeSessions(in: room, .removed) { $0.owner == number }
        case .spectators: closeSessions(in: room, .spectators) { $0.owner == nil }
        // A shut door excludes only newcomers.
        default: break
        }
    }

    private mutating func closeSessions(
        in room: Int, _ reason: CloseReason, where isExcluded: (Member) -> Bool
    ) {
        for member in rooms[room].members where isExcluded(member) {
            close(member.session, reason)
        }
    }

    /// Closes the sessions of participants who are no longer in the room. A session whose pen is forgotten
    /// stays: it may be an idle tab.
    mutating func removeStrangers(from room: Int, _ reason: CloseReason) {
        let people = rooms[room].room.people
        closeSessions(in: room, reason) { $0.owner.map { people[$0] == nil } ?? false }
    }

    /// The reason for a participant's absence if this edge did not see the event that removed them.
    /// Participants are replaced only in a full room.
    func reasonForLostPlace(in room: Int) -> CloseReason {
        rooms[room].room.isFull ? .replaced : .removed
    }
}
