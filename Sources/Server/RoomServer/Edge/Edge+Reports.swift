import SharedRoom

/// Reports from the store. Reports on rooms that are not open here are ignored.
extension Edge {
    mutating func handle(_ report: LogReport) {
        guard let room = slot(of: report.room) else { return }
        // Other reports on a room that is being opened are part of the answer, or concern an older room of that name.
        let isOpen = rooms[room].phase == .open
        switch report {
        case .opened(_, let ticket, let opened):
            if rooms[room].phase == .opening(ticket: ticket) { handleOpened(opened, in: room) }
        case .replaced(_, let opened): if isOpen { handleOpened(opened, in: room) }
        case .events(_, let events): apply(events, in: room)
        case .refused(_, let ticket, let failure):
            if rooms[room].phase == .opening(ticket: ticket) {
                handleOpenFailure(room, failure)
            } else {
                handleRefusal(ticket, failure, in: room)
            }
        case .head(_, let ticket, let sequence):
            handleLatestSequence(sequence, ticket: ticket, of: room)
        case .done: break
        case .presence(_, let edge, let came, let gone):
            guard isOpen else { return }
            rooms[room].presence.updateRemote(edge: edge, came: came, gone: gone)
            for number in gone { rooms[room].sightings.record(number, at: now) }
            schedulePresence(in: room)
        case .forgotten:
            guard isOpen else { return }
            closeSessions(of: room, .deleted)
            discard(room)
        case .failed(_, let failure): if isOpen { handleOpenFailure(room, failure) }
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
    private mutating func handleOpened(_ opened: OpenedRoom, in room: Int) {
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
        for position in rooms[room].members.indices {
            refuseMissingActions(of: MemberIndex(room: room, position: position))
        }
    }

    private mutating func refuseMissingActions(of member: MemberIndex) {
        let session = self[member].session
        endActions(sessions[session.slot].budget.inFlightCount, of: session)
        guard case .participant(let number, let pen) = self[member].role,
            case .next(let next) = self[member].expectation,
            let last = rooms[member.room].room.people.pen(of: number, pen)?.last, last + 1 < next
        else { return }
        refuse(last + 1, storageRefusal, of: member)
    }

    private mutating func endActions(_ count: Int, of session: SessionID) {
        let address = sessions[session.slot].address
        sessions[session.slot].budget.endActions(count, at: &addresses[address])
    }

    /// An event is missing. Opens the room again to receive a complete copy.
    mutating func reopen(_ room: Int) {
        let name = rooms[room].name
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
                case .joined(let member) = sessions[inFlight.session.slot].state
            else { return }
            endActions(left, of: inFlight.session)
            if case .refused(let earlier, _) = self[member].expectation, earlier <= next.number {
                return
            }
            refuse(next.number, storageRefusal, of: member)
        case .making:
            rooms[room].isMaking = false
            closePendingJoins(of: room) { $0.session == inFlight.session }
        case .entering:
            closePendingJoins(of: room) { $0.session == inFlight.session }
        case nil: break
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
