import SharedRoom

/// What the store says of rooms that are here; of others it says what nobody waits for any more.
extension Edge {
    mutating func take(_ report: LogReport, at now: Int64) {
        switch report {
        case .opened(let name, let opened):
            if let room = table.slot(of: name) { take(opened, in: room, at: now) }
        case .notOpened(let name, let failure):
            if let room = table.slot(of: name) { giveUp(room, failure) }
        case .events(let name, let events):
            if let room = table.slot(of: name) { take(events, in: room, at: now) }
        case .refused(let name, let ticket, let failure):
            if let room = table.slot(of: name) {
                takeRefusal(ticket, failure, in: room, at: now)
            }
        case .head(let name, let ticket, let sequence):
            if let room = table.slot(of: name) {
                takeHead(sequence, ticket: ticket, of: room, at: now)
            }
        case .read: break
        case .presence(let name, let edge, let came, let gone):
            guard let room = table.slot(of: name), rooms[room].phase == .open else { return }
            rooms[room].attendance.change(edge: edge, came: came, gone: gone)
            tellPresenceSoon(in: room)
        case .forgotten(let name):
            // A room that is just being opened is another one.
            guard let room = table.slot(of: name), rooms[room].phase == .open else { return }
            closeSessions(of: room, .deleted)
            forget(room)
        }
    }

    private mutating func giveUp(_ room: Int, _ failure: LogFailure) {
        let reason: CloseReason =
            switch failure {
            case .unavailable, .notOpen: .storage
            case .newerRules: .rules
            case .outOfOrder: .outOfOrder
            }
        closeSessions(of: room, reason)
        forget(room)
    }
}

/// Opening, for the first time or anew.
extension Edge {
    private mutating func take(_ opened: OpenedRoom, in room: Int, at now: Int64) {
        let epoch = rooms[room].epoch
        guard rooms[room].open(opened, limits) else {
            closeSessions(of: room, .outOfOrder)
            return closeRoom(room)
        }
        guard rooms[room].room.life != .deleted else {
            return deleteRoom(room, asksStore: true)
        }
        rooms[room].hashed = (rooms[room].room.sequence, now)
        if epoch != rooms[room].epoch { welcomeAllAnew(in: room) }
        settleEverything(in: room)
        removeStrangers(from: room)
        tellPresenceSoon(in: room)
        makeDue(room)
        goOnJoining(in: room, at: now)
    }

    private mutating func welcomeAllAnew(in room: Int) {
        for place in rooms[room].members.indices {
            rooms[room].members[place].cursor = .unwelcomed(since: nil)
        }
    }

    /// What was passed on before the opening was asked for is in the room now, or nowhere.
    private mutating func settleEverything(in room: Int) {
        rooms[room].inFlight = Queue()
        rooms[room].isMaking = false
        for index in rooms[room].joining.indices {
            switch rooms[room].joining[index].stage {
            case .opening, .entering, .entered: rooms[room].joining[index].stage = .behind(0)
            case .asked: rooms[room].joining[index].stage = .needsHead
            case .needsHead, .behind: break
            }
        }
        for place in rooms[room].members.indices { refuseWhatIsMissing(place, of: room) }
    }

    private mutating func refuseWhatIsMissing(_ place: Int, of room: Int) {
        rooms[room].members[place].inFlight = 0
        guard case .participant(let number, let pen) = rooms[room].members[place].role,
            case .next(let next) = rooms[room].members[place].expectation,
            let last = rooms[room].pen(of: number, pen)?.last, last + 1 < next
        else { return }
        refuse(last + 1, storageRefusal, member: place, of: room)
    }

    /// Something was lost on the way here: a sound copy is asked for.
    private mutating func reopen(_ room: Int) {
        guard let name = rooms[room].name else { return }
        rooms[room].phase = .opening
        ask(.close(name))
        ask(.open(name))
    }
}

/// Events.
extension Edge {
    private mutating func take(_ events: [Event], in room: Int, at now: Int64) {
        guard rooms[room].phase == .open else { return }
        var deletedHere = false
        var areSomeGone = false
        for event in events where event.sequence > rooms[room].room.sequence {
            guard event.sequence == rooms[room].room.sequence + 1 else { return reopen(room) }
            let isPenNew = bringsPen(event, to: room)
            let outcome = rooms[room].apply(event, limits)
            let isOwn = settle(event, outcome, isPenNew: isPenNew, in: room, at: now)
            guard outcome.verdict == .taken else { continue }
            if case .delete = event.action { deletedHere = isOwn }
            if event.action.changesPeople { tellPresenceSoon(in: room) }
            if event.action.mayDropPeople(of: rooms[room].room) { areSomeGone = true }
        }
        makeDue(room)
        if rooms[room].room.life == .deleted {
            return deleteRoom(room, asksStore: deletedHere)
        }
        if areSomeGone { removeStrangers(from: room) }
        if !rooms[room].joining.isEmpty { goOnJoining(in: room, at: now) }
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
        rooms[room].members[place].inFlight -= 1
        _ = rooms[room].members[place].steps.tokens(limits.steps, at: now)
        rooms[room].members[place].steps.take(Int64(outcome.steps))
    }

    private mutating func noteEntrance(
        _ verdict: Verdict, isPenNew: Bool, of session: SessionID, in room: Int
    ) {
        guard let index = rooms[room].joining.firstIndex(where: { $0.session == session }) else {
            return
        }
        rooms[room].joining[index].stage = .entered(verdict, isPenNew: isPenNew)
    }

    /// Sessions of people whom the room does not know any more have nothing to do here. Those whose
    /// pen it does not know, since something was lost, may join again and take up another.
    private mutating func removeStrangers(from room: Int) {
        for member in rooms[room].members {
            guard case .participant(let number, let pen) = member.role else { continue }
            if rooms[room].room.people[number] == nil {
                close(member.session, .removed)
            } else if rooms[room].pen(of: number, pen) == nil {
                close(member.session, .storage)
            }
        }
    }
}

/// Refusals.
extension Edge {
    private mutating func takeRefusal(
        _ ticket: Int64, _ failure: LogFailure, in room: Int, at now: Int64
    ) {
        if failure == .notOpen, rooms[room].phase == .open { return reopen(room) }
        if rooms[room].joining.contains(where: { $0.stage == .asked(ticket: ticket) }) {
            return turnAwayAll(room) { $0.stage == .asked(ticket: ticket) }
        }
        // Everything that was asked for before it was answered before it.
        while let first = rooms[room].inFlight.first, first.ticket <= ticket {
            _ = rooms[room].inFlight.removeFirst()
            if first.ticket == ticket { refuse(first, in: room) }
        }
        goOnJoining(in: room, at: now)
    }

    private mutating func refuse(_ waiting: InFlight, in room: Int) {
        switch waiting.rest {
        case .actions(let next, let left):
            guard sessions.isCurrent(waiting.session.place),
                case .joined(_, let place) = sessions[waiting.session.slot].state
            else { return }
            rooms[room].members[place].inFlight -= left
            if case .refused(let earlier, _) = rooms[room].members[place].expectation,
                earlier <= next.count
            {
                return
            }
            refuse(next.count, storageRefusal, member: place, of: room)
        case .making:
            rooms[room].isMaking = false
            turnAwayAll(room) { $0.session == waiting.session }
        case .entering:
            turnAwayAll(room) { $0.session == waiting.session }
        }
    }

    private mutating func turnAwayAll(_ room: Int, where isMeant: (Joining) -> Bool) {
        for joining in rooms[room].joining.filter(isMeant) { close(joining.session, .storage) }
    }
}

extension Action {
    /// Whether somebody may be gone after it, or be there.
    fileprivate var changesPeople: Bool {
        switch self {
        case .enter, .remove, .startOver: true
        case .make, .press, .undo, .redo, .keypad, .recall, .name, .hand, .lock, .door, .grant,
            .revoke, .host, .hostLink, .useLink, .clearTape, .close, .delete, .bill:
            false
        }
    }

    /// Whether somebody may be gone after it. A newcomer takes another's place only when the list of
    /// people is full, so the members are not gone through for each of a thousand who come.
    fileprivate func mayDropPeople(of room: Room) -> Bool {
        if case .enter = self { return room.people.all.count >= RoomLimits.peopleMax }
        return changesPeople
    }
}
