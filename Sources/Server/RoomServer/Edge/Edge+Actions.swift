import SharedRoom

/// Actions on their way to the store.
///
/// A session sends the actions of its pen without a gap. Repeated actions are ignored. If a rate limit admits
/// only some actions, the first one beyond it is refused, and everything is ignored until the client sends that
/// number again. Therefore the order is always kept, and the edge stores nothing about refused actions.
extension Edge {
    mutating func acceptActions(
        _ actions: [ClientAction], _ signature: Signature, of member: MemberIndex
    ) {
        let end = signature.number + Int64(actions.count)
        switch self[member].expectation {
        case .refused(let number, _):
            // Ignore frames that do not contain the refused number: earlier numbers are repetitions, later ones
            // would leave a gap. If another page of this participant had the number decided in between,
            // continue after it.
            let awaited = max(number, lastDecided(signature, in: member.room) + 1)
            guard (signature.number..<end).contains(awaited) else { return }
            forward(actions, signature, from: awaited, of: member)
        case .next(let number):
            guard signature.number <= number else {
                return close(self[member].session, .actionOrder)
            }
            forward(actions, signature, from: number, of: member)
        case .any:
            forward(actions, signature, from: signature.number, of: member)
        }
    }

    /// Sends the actions from number `first` on to the store, except those that are already decided.
    private mutating func forward(
        _ actions: [ClientAction], _ signature: Signature, from first: Int64,
        of member: MemberIndex
    ) {
        let end = signature.number + Int64(actions.count)
        let first = max(first, lastDecided(signature, in: member.room) + 1)
        guard first < end else {
            // A repeat of decided actions must not move the expectation back.
            if case .next(let number) = self[member].expectation, number > end { return }
            self[member].expectation = .next(end)
            return
        }
        let rest = actions.suffix(Int(end - first))
        let admission = admission(of: rest, member)
        let next = first + Int64(admission.count)
        self[member].expectation = .next(next)
        let start = Signature(author: signature.author, pen: signature.pen, number: first)
        appendActions(rest.prefix(admission.count), start, of: member)
        if let refusal = admission.refusal { refuse(next, refusal, of: member) }
    }

    /// The last action number of the pen that the room has decided.
    private func lastDecided(_ signature: Signature, in room: Int) -> Int64 {
        rooms[room].room.people.pen(of: signature.author, signature.pen)?.last ?? 0
    }

    private mutating func admission(
        of actions: ArraySlice<ClientAction>, _ member: MemberIndex
    ) -> Admission {
        guard case .open = rooms[member.room].phase else { return Admission(of: 0, storageRefusal) }
        let slot = self[member].session.slot
        let address = sessions[slot].address
        return sessions[slot].budget.admit(actions, from: &addresses[address], limits, at: now)
    }

    mutating func refuse(_ number: Int64, _ refusal: Member.Refusal, of member: MemberIndex) {
        counts.refusals.add(refusal.why)
        if let limit = refusal.limit { emit(.noteLimit(limit, self[member].session)) }
        self[member].expectation = .refused(number, unsent: refusal)
        sendPendingAnswers(to: member)
    }

    var storageRefusal: Member.Refusal {
        Member.Refusal(why: .storage, limit: nil, retry: limits[.storageRetry])
    }
}

extension Edge {
    private mutating func appendActions(
        _ actions: ArraySlice<ClientAction>, _ start: Signature, of member: MemberIndex
    ) {
        guard !actions.isEmpty else { return }
        var drafts: [Draft] = []
        drafts.reserveCapacity(actions.count)
        for (index, action) in actions.enumerated() {
            let signature = Signature(
                author: start.author, pen: start.pen, number: start.number + Int64(index))
            drafts.append(Draft(hashSecrets(of: action, in: member.room), signature: signature))
        }
        let remainder = InFlight.Remainder.actions(start, left: drafts.count)
        appendDrafts(drafts, remainder, for: self[member].session, in: member.room)
    }

    mutating func appendDrafts(
        _ drafts: [Draft], _ remainder: InFlight.Remainder, for session: SessionID, in room: Int
    ) {
        let ticket = enqueueAppend(of: drafts, in: room)
        let address = addresses[sessions[session.slot].address].key
        rooms[room].inFlight.append(
            InFlight(ticket: ticket, session: session, from: address, remainder))
    }

    /// Adds the drafts to the append request that other sessions of the room started in this tick, or starts
    /// one. Returns its ticket.
    private mutating func enqueueAppend(of drafts: [Draft], in room: Int) -> Int64 {
        if let append = rooms[room].openAppend, let ticket = requests.extend(append, with: drafts) {
            return ticket
        }
        let ticket = nextTicket()
        let name = rooms[room].name
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
