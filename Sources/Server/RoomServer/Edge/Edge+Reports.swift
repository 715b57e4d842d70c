import SharedRoom

/// Reports from the store. Reports on rooms that are not open here are ignored.
extension Edge {
    mutating func handle(_ report: LogReport, at now: Int64) {
        switch report {
        case .opened(let name, let ticket, let opened):
            guard let room = slot(of: name), rooms[room].phase == .opening(ticket: ticket) else {
                return
            }
            handleOpened(opened, in: room, at: now)
        case .replaced(let name, let opened):
            // An edge that is opening the room receives the same state as the answer.
            guard let room = slot(of: name), rooms[room].phase == .open else { return }
            handleOpened(opened, in: room, at: now)
        case .events(let name, let events):
            if let room = slot(of: name) { apply(events, in: room, at: now) }
        case .refused(let name, let ticket, let failure):
            if let room = slot(of: name) {
                if rooms[room].phase == .opening(ticket: ticket) {
                    handleOpenFailure(room, failure)
                } else {
                    handleRefusal(ticket, failure, in: room)
                }
            }
        case .head(let name, let ticket, let sequence):
            if let room = slot(of: name) {
                handleLatestSequence(sequence, ticket: ticket, of: room)
            }
        case .done: break
        case .presence(let name, let edge, let came, let gone):
            guard let room = slot(of: name), rooms[room].phase == .open else { return }
            rooms[room].presence.updateRemote(edge: edge, came: came, gone: gone)
            for number in gone { rooms[room].sightings.record(number) }
            schedulePresence(in: room)
        case .forgotten(let name):
            // A room that is still being opened is a new one with the same name.
            guard let room = slot(of: name), rooms[room].phase == .open else { return }
            closeSessions(of: room, .deleted)
            discard(room)
        case .failed(let name, let failure):
            guard let room = slot(of: name), rooms[room].phase == .open else { return }
            handleOpenFailure(room, failure)
        }
    }

    private mutating func handleOpenFailure(_ room: Int, _ failure: LogFailure) {
        let reason: CloseReason =
            switch failure {
            case .unavailable, .notOpen: .storage
            case .otherRules: .rules
            case .setAside: .setAside
            }
        closeSessions(of: room, reason)
        discard(room)
    }
}

/// Opening a room, for the first time or again.
extension Edge {
    private mutating func handleOpened(_ opened: OpenedRoom, in room: Int, at now: Int64) {
        let epoch = rooms[room].epoch
        guard rooms[room].load(opened, limits) else {
            closeSessions(of: room, .setAside)
            return unloadRoom(room)
        }
        guard rooms[room].room.status != .deleted else {
            return deleteRoom(room, asksStore: true)
        }
        rooms[room].lastHash = (rooms[room].room.sequence, now)
        if epoch != rooms[room].epoch { closeMembers(of: room) }
        resolveInFlight(in: room)
        removeStrangers(from: room, reasonForLostPlace(in: room))
        schedulePresence(in: room)
        markDue(room)
    }

    /// In a new epoch the event log has lost events, so the participant numbers of members may belong to other
    /// people. All must join again.
    private mutating func closeMembers(of room: Int) {
        while let member = rooms[room].members.last { close(member.session, .storage) }
    }

    /// Requests that were sent before the room was opened again are in its event log or failed, so nothing is
    /// in flight any more.
    private mutating func resolveInFlight(in room: Int) {
        rooms[room].inFlight = Queue()
        rooms[room].isMaking = false
        for index in rooms[room].pendingJoins.indices {
            switch rooms[room].pendingJoins[index].stage {
            case .opening, .entering, .entered:
                rooms[room].pendingJoins[index].stage = .waitingForEvent(0)
            case .latestRequested:
                rooms[room].pendingJoins[index].stage = .needsLatestSequence
            case .needsLatestSequence, .waitingForEvent: break
            }
        }
        for index in rooms[room].members.indices { refuseMissingActions(index, of: room) }
    }

    private mutating func refuseMissingActions(_ index: Int, of room: Int) {
        let member = rooms[room].members[index]
        let address = sessions[member.session.slot].address
        rooms[room].members[index].endActions(member.inFlightCount, at: &addresses[address])
        guard case .participant(let number, let pen) = rooms[room].members[index].role,
            case .next(let next) = rooms[room].members[index].expectation,
            let last = rooms[room].room.people.pen(of: number, pen)?.last, last + 1 < next
        else { return }
        refuse(last + 1, storageRefusal, member: index, of: room)
    }

    /// An event is missing. Opens the room again to receive a complete copy.
    mutating func reopen(_ room: Int) {
        guard let name = rooms[room].name else { return }
        enqueueRequest(.close(name, ticket: nextTicket()), about: room)
        let ticket = nextTicket()
        rooms[room].phase = .opening(ticket: ticket)
        enqueueRequest(.open(name, ticket: ticket), about: room)
    }
}

/// Refused requests. They had no effect, so the client must try again later.
extension Edge {
    mutating func handleRefusal(_ ticket: Int64, _ failure: LogFailure, in room: Int) {
        if failure == .notOpen, rooms[room].phase == .open { return reopen(room) }
        let requested = PendingJoin.Stage.latestRequested(ticket: ticket)
        if rooms[room].pendingJoins.contains(where: { $0.stage == requested }) {
            return closePendingJoins(of: room) { $0.stage == requested }
        }
        // The store answers in order, so all earlier requests were answered.
        while let first = rooms[room].inFlight.first, first.ticket <= ticket {
            _ = rooms[room].inFlight.removeFirst()
            if first.ticket == ticket { cancel(first, in: room) }
        }
        markDue(room)
    }

    private mutating func cancel(_ inFlight: InFlight, in room: Int) {
        switch inFlight.remainder {
        case .actions(let next, let left):
            guard sessions.isCurrent(inFlight.session.slotID),
                case .joined(_, let index) = sessions[inFlight.session.slot].state
            else { return }
            let address = sessions[inFlight.session.slot].address
            rooms[room].members[index].endActions(left, at: &addresses[address])
            if case .refused(let earlier, _) = rooms[room].members[index].expectation,
                earlier <= next.number
            {
                return
            }
            refuse(next.number, storageRefusal, member: index, of: room)
        case .making:
            rooms[room].isMaking = false
            closePendingJoins(of: room) { $0.session == inFlight.session }
        case .entering:
            closePendingJoins(of: room) { $0.session == inFlight.session }
        }
    }

    private mutating func closePendingJoins(
        of room: Int, where isAffected: (PendingJoin) -> Bool
    ) {
        for joining in rooms[room].pendingJoins.filter(isAffected) {
            close(joining.session, .storage)
        }
    }
}
