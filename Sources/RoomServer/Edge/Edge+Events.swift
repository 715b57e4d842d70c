import SharedRoom

/// Committed events: the only thing that changes a room.
extension Edge {
    mutating func take(_ events: [Event], in room: Int, at now: Int64) {
        guard rooms[room].phase == .open else { return }
        var deletedHere = false
        for event in events where event.sequence > rooms[room].room.sequence {
            guard event.sequence == rooms[room].room.sequence + 1 else { return reopen(room) }
            // Whoever can take it is sent what the ring would drop next.
            if rooms[room].isRingFullOfNews(limits) { sendFrames(of: room, at: now) }
            let isPenNew = bringsPen(event, to: room)
            let replaced = participantReplaced(by: event, in: room)
            let outcome = rooms[room].apply(event, limits)
            let isOwn = settle(event, outcome, isPenNew: isPenNew, in: room, at: now)
            if isOwn { counts.note(outcome.verdict) }
            guard outcome.verdict == .applied else { continue }
            if case .delete = event.action { deletedHere = isOwn }
            if case .enter(let entrance) = event.action { noteEntrance(entrance, in: room) }
            if let replaced, rooms[room].attendance.isHere(replaced) {
                closeSessions(in: room, .replaced) { $0.participant == replaced }
            }
            if event.action.changesPeople { tellPresenceSoon(in: room) }
            closeSessions(after: event.action, in: room)
        }
        makeDue(room)
        if rooms[room].room.status == .deleted {
            return deleteRoom(room, asksStore: deletedHere)
        }
    }

    private func participantReplaced(by event: Event, in room: Int) -> UInt32? {
        guard case .enter(let entrance) = event.action, rooms[room].room.isFull else { return nil }
        return rooms[room].room.participant(replacedBy: entrance)
    }

    /// An edge applies the event before it hears of the participant's presence at another edge.
    private mutating func noteEntrance(_ entrance: Entrance, in room: Int) {
        guard rooms[room].room.isFull,
            let person = rooms[room].room.people.participant(with: entrance.identity)
        else { return }
        rooms[room].sightings.see(person.number)
    }

    private func bringsPen(_ event: Event, to room: Int) -> Bool {
        guard case .enter(let entrance) = event.action else { return false }
        let person = rooms[room].room.people.participant(with: entrance.identity)
        return person?.pen(id: entrance.pen) == nil
    }

    /// Looks whether somebody here waits for this event. Tells whether it came from here.
    private mutating func settle(
        _ event: Event, _ outcome: Outcome, isPenNew: Bool, in room: Int, at now: Int64
    ) -> Bool {
        guard let first = rooms[room].inFlight.first else { return false }
        var waiting = first
        guard let settled = waiting.settle(event) else { return false }
        if settled.isLast {
            _ = rooms[room].inFlight.removeFirst()
        } else {
            rooms[room].inFlight[0] = waiting
        }
        switch settled.part {
        case .action: charge(outcome, to: waiting.session, at: now)
        case .making: rooms[room].isMaking = false
        case .entrance:
            noteEntrance(outcome.verdict, isPenNew: isPenNew, of: waiting.session, in: room)
        }
        return true
    }

    private mutating func charge(_ outcome: Outcome, to session: SessionID, at now: Int64) {
        guard sessions.isCurrent(session.place),
            case .joined(let room, let place) = sessions[session.slot].state
        else { return }
        rooms[room].members[place].inFlightCount -= 1
        _ = rooms[room].members[place].steps.tokens(limits.steps, at: now)
        rooms[room].members[place].steps.take(Int64(outcome.steps))
        origins[sessions[session.slot].origin].steps.take(Int64(outcome.steps))
    }

    private mutating func noteEntrance(
        _ verdict: Verdict, isPenNew: Bool, of session: SessionID, in room: Int
    ) {
        guard let index = rooms[room].joining.firstIndex(where: { $0.session == session }) else {
            return
        }
        rooms[room].joining[index].stage = .entered(verdict, isPenNew: isPenNew)
    }

    /// Closes the sessions that an event excludes, before anybody is sent the event: it brings a read
    /// token that is not for them.
    private mutating func closeSessions(after action: Action, in room: Int) {
        switch action {
        case .remove(let number): closeSessions(in: room, .removed) { $0.owner == number }
        case .startOver: removeStrangers(from: room, .removed)
        case .spectators(areAdmitted: false):
            closeSessions(in: room, .spectators) { $0.owner == nil }
        case .make, .enter, .press, .undo, .redo, .keypad, .recall, .name, .hand, .lock, .door,
            .spectators(areAdmitted: true), .names, .show, .grant, .revoke, .host, .hostLink,
            .useLink, .clearTape, .close, .delete, .bill:
            break
        }
    }

    private mutating func closeSessions(
        in room: Int, _ reason: CloseReason, where isExcluded: (Member) -> Bool
    ) {
        for member in rooms[room].members where isExcluded(member) {
            close(member.session, reason)
        }
    }

    /// Sessions of people whom the room does not know any more have nothing to do here. Those whose
    /// pen it does not know stay: that may be a tab that nobody types in.
    mutating func removeStrangers(from room: Int, _ reason: CloseReason) {
        let people = rooms[room].room.people
        closeSessions(in: room, reason) { $0.owner.map { people[$0] == nil } ?? false }
    }

    /// The reason why a participant is gone whose removal this edge did not see. Participants are
    /// replaced only in a full room.
    func reasonForLostPlace(in room: Int) -> CloseReason {
        rooms[room].room.isFull ? .replaced : .removed
    }
}

extension Action {
    /// Whether somebody may be gone after it, or be there.
    fileprivate var changesPeople: Bool {
        switch self {
        case .enter, .remove, .startOver: true
        case .make, .press, .undo, .redo, .keypad, .recall, .name, .hand, .lock, .door,
            .spectators, .names, .show, .grant, .revoke, .host, .hostLink, .useLink, .clearTape,
            .close, .delete, .bill:
            false
        }
    }
}
