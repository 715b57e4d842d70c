import SharedRoom

/// Actions on their way to the store.
///
/// A session sends the actions of its pen without a gap. Repeated actions are ignored. If a rate limit admits
/// only some actions, the first one beyond it is refused, and everything is ignored until the client sends that
/// number again. Therefore the order is always kept, and the edge stores nothing about refused actions.
extension Edge {
    mutating func acceptActions(
        _ actions: [ClientAction], _ signature: Signature, member index: Int, of room: Int,
        at now: Int64
    ) {
        let session = rooms[room].members[index].session
        let end = signature.number + Int64(actions.count)
        switch rooms[room].members[index].expectation {
        case .refused(let number, _):
            // Ignore frames that do not contain the refused number: earlier numbers are repetitions, later ones
            // would leave a gap. If another page of this participant had the number decided in between,
            // continue after it.
            let awaited = max(number, lastDecided(signature, in: room) + 1)
            guard (signature.number..<end).contains(awaited) else { return }
            forward(actions, signature, from: awaited, member: index, of: room, at: now)
        case .next(let number):
            guard signature.number <= number else { return close(session, .actionOrder) }
            forward(actions, signature, from: number, member: index, of: room, at: now)
        case .any:
            forward(actions, signature, from: signature.number, member: index, of: room, at: now)
        }
    }

    /// Sends the actions from number `first` on to the store, except those that are already decided.
    private mutating func forward(
        _ actions: [ClientAction], _ signature: Signature, from first: Int64, member index: Int,
        of room: Int, at now: Int64
    ) {
        let end = signature.number + Int64(actions.count)
        let first = max(first, lastDecided(signature, in: room) + 1)
        guard first < end else {
            // All are decided. Never lower the expectation.
            expect(max(end, expectedNumber(index, of: room)), member: index, of: room)
            return
        }
        let rest = actions.suffix(Int(end - first))
        let admission = admission(of: rest, member: index, of: room, at: now)
        let next = first + Int64(admission.count)
        expect(next, member: index, of: room)
        let start = Signature(author: signature.author, pen: signature.pen, number: first)
        appendActions(rest.prefix(admission.count), start, member: index, of: room)
        if let refusal = admission.refusal {
            refuse(next, refusal, member: index, of: room)
        }
    }

    /// The last action number of the pen that the room has decided.
    private func lastDecided(_ signature: Signature, in room: Int) -> Int64 {
        rooms[room].room.people.pen(of: signature.author, signature.pen)?.last ?? 0
    }

    private func expectedNumber(_ index: Int, of room: Int) -> Int64 {
        switch rooms[room].members[index].expectation {
        case .next(let number): number
        case .any, .refused: 1
        }
    }

    private mutating func expect(_ number: Int64, member index: Int, of room: Int) {
        rooms[room].members[index].expectation = .next(number)
    }

    mutating func refuse(
        _ number: Int64, _ refusal: Member.Refusal, member index: Int, of room: Int
    ) {
        counts.refusals.add(refusal.why)
        if let limit = refusal.limit {
            emit(.noteLimit(limit, rooms[room].members[index].session))
        }
        rooms[room].members[index].expectation = .refused(number, unsent: refusal)
        sendPendingAnswers(index, of: room)
    }

    var storageRefusal: Member.Refusal {
        Member.Refusal(why: .storage, limit: nil, retry: limits.storageRetry)
    }
}

extension Edge {
    private mutating func admission(
        of actions: ArraySlice<ClientAction>, member index: Int, of room: Int, at now: Int64
    ) -> Admission {
        guard case .open = rooms[room].phase else { return Admission(refusedBy: storageRefusal) }
        // Actions that would be void for lack of the keypad or pen use a smaller bucket.
        let areVoid = lacksPenOrKeypad(actions, member: index, of: room)
        let recipients = Int64(rooms[room].members.count)
        let address = sessions[rooms[room].members[index].session.slot].address
        return rooms[room].members[index].admit(
            actions, areVoid: areVoid, recipients: recipients, from: &addresses[address], limits,
            at: now)
    }

    /// Charges the address for the excess of a connection that ends, so that reconnecting gains nothing. The
    /// reservations of its actions in flight end.
    mutating func chargeExcess(of member: Member) {
        let address = sessions[member.session.slot].address
        addresses[address].steps.charge(member.steps.debt(limits.steps))
        addresses[address].computingCount -= member.computingCount
    }

    /// The longest of some waits, and its limit.
    static func longestWait(
        _ first: (time: Int64, rate: Rate), _ others: (time: Int64, rate: Rate)...
    ) -> (time: Int64, limit: ClientLimit) {
        let longest = others.reduce(first) { $1.time > $0.time ? $1 : $0 }
        return (longest.time, longest.rate.limit)
    }

    /// True if the actions would have no effect now, because their pen is forgotten or the keypad is locked. All
    /// of them are presses, or there is only one.
    private mutating func lacksPenOrKeypad(
        _ actions: ArraySlice<ClientAction>, member index: Int, of room: Int
    ) -> Bool {
        guard case .participant(let number, let pen) = rooms[room].members[index].role,
            rooms[room].room.people.pen(of: number, pen) != nil
        else { return true }
        guard case .plain(let action)? = actions.first, action.has(.keypad) else { return false }
        return !rooms[room].mayPress(number)
    }
}

extension Edge {
    private mutating func appendActions(
        _ actions: ArraySlice<ClientAction>, _ start: Signature, member index: Int, of room: Int
    ) {
        guard !actions.isEmpty, let name = rooms[room].name else { return }
        var drafts: [Draft] = []
        drafts.reserveCapacity(actions.count)
        for (index, action) in actions.enumerated() {
            let signature = Signature(
                author: start.author, pen: start.pen, number: start.number + Int64(index))
            drafts.append(Draft(hashSecrets(of: action, in: room), signature: signature))
        }
        let remainder = InFlight.Remainder.actions(start, left: drafts.count)
        appendDrafts(drafts, to: name, remainder, for: rooms[room].members[index].session, in: room)
    }

    mutating func appendDrafts(
        _ drafts: [Draft], to name: RoomName, _ remainder: InFlight.Remainder,
        for session: SessionID, in room: Int
    ) {
        let ticket = enqueueAppend(of: drafts, to: name, in: room)
        let address = addresses[sessions[session.slot].address].key
        rooms[room].inFlight.append(
            InFlight(ticket: ticket, session: session, from: address, remainder))
    }

    /// Adds the drafts to the append request that other sessions of the room started in this tick, or starts
    /// one. Returns its ticket.
    private mutating func enqueueAppend(
        of drafts: [Draft], to name: RoomName, in room: Int
    ) -> Int64 {
        if let append = rooms[room].openAppend, let ticket = requests.extend(append, with: drafts) {
            return ticket
        }
        let ticket = nextTicket()
        rooms[room].openAppend = requests.enqueueAppend(drafts, to: name, ticket: ticket)
        return ticket
    }

    /// Enqueues a request that is not an append. Later appends form a new request, so the order of requests is
    /// kept.
    mutating func enqueueRequest(_ request: LogRequest, about room: Int) {
        rooms[room].openAppend = nil
        requests.enqueue(request)
    }

    /// The action as it is stored. Secrets are replaced with hashes before anything is written.
    private func hashSecrets(of action: ClientAction, in room: Int) -> Action {
        let salt = rooms[room].room.salt
        return switch action {
        case .plain(let action): action
        case .hostLink(let secret):
            .hostLink(hasher.fingerprint(of: secret.bytes, salt: salt))
        case .useLink(let secret):
            .useLink(hasher.fingerprint(of: secret.bytes, salt: salt))
        }
    }
}
