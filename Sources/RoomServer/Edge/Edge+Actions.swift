import SharedRoom

/// The way of an action to the store.
///
/// A pen's actions are numbered, and a session sends them without a gap. What was sent before is
/// passed over. What does not fit into a rate is refused from the first number that does not, and
/// from then on everything is passed over until exactly that number comes again: so the order never
/// breaks. Nothing is kept here of what was refused.
extension Edge {
    /// How many of the actions are passed on, and why not all of them.
    private struct Admission {
        let count: Int
        let refusal: Member.Refusal?
    }

    mutating func take(
        _ actions: [ClientAction], _ signature: Signature, member place: Int, of room: Int,
        at now: Int64
    ) {
        let session = rooms[room].members[place].session
        let end = signature.number + Int64(actions.count)
        switch rooms[room].members[place].expectation {
        case .refused(let count, _):
            // Passed over: what comes before it is not what the client was asked for, what comes
            // after it would leave a gap. What another page of this person had decided meanwhile
            // does not come again.
            let awaited = max(count, decided(signature, in: room) + 1)
            guard (signature.number..<end).contains(awaited) else { return }
            pass(actions, signature, from: awaited, member: place, of: room, at: now)
        case .next(let count):
            guard signature.number <= count else { return close(session, .order) }
            pass(actions, signature, from: count, member: place, of: room, at: now)
        case .anything:
            pass(actions, signature, from: signature.number, member: place, of: room, at: now)
        }
    }

    /// Passes on what has a number from `first` on and was not decided before.
    private mutating func pass(
        _ actions: [ClientAction], _ signature: Signature, from first: Int64, member place: Int,
        of room: Int, at now: Int64
    ) {
        let end = signature.number + Int64(actions.count)
        let first = max(first, decided(signature, in: room) + 1)
        guard first < end else {
            expect(max(end, expected(place, of: room)), member: place, of: room)
            return
        }
        let rest = actions.suffix(Int(end - first))
        let admission = admission(of: rest, member: place, of: room, at: now)
        let next = first + Int64(admission.count)
        expect(next, member: place, of: room)
        let start = Signature(author: signature.author, pen: signature.pen, number: first)
        append(rest.prefix(admission.count), start, member: place, of: room)
        if let refusal = admission.refusal {
            refuse(next, refusal, member: place, of: room)
        }
    }

    /// The last number of the pen that the room has decided.
    private func decided(_ signature: Signature, in room: Int) -> Int64 {
        rooms[room].room.people.pen(of: signature.author, signature.pen)?.last ?? 0
    }

    private func expected(_ place: Int, of room: Int) -> Int64 {
        switch rooms[room].members[place].expectation {
        case .next(let count): count
        case .anything, .refused: 1
        }
    }

    private mutating func expect(_ count: Int64, member place: Int, of room: Int) {
        rooms[room].members[place].expectation = .next(count)
    }

    mutating func refuse(
        _ count: Int64, _ refusal: Member.Refusal, member place: Int, of room: Int
    ) {
        counts.refusals.add(refusal.why)
        rooms[room].members[place].expectation = .refused(count, owed: refusal)
        answerOwed(place, of: room)
    }

    var storageRefusal: Member.Refusal {
        Member.Refusal(why: .storage, retry: limits.storageRetry)
    }
}

/// The means: the store, work, and numbers of actions.
extension Edge {
    private mutating func admission(
        of actions: ArraySlice<ClientAction>, member place: Int, of room: Int, at now: Int64
    ) -> Admission {
        guard case .open = rooms[room].phase else {
            return Admission(count: 0, refusal: storageRefusal)
        }
        let origin = sessions[rooms[room].members[place].session.slot].origin
        let debt = max(
            rooms[room].members[place].steps.debtTime(limits.steps, at: now),
            origins[origin].steps.debtTime(limits.addressSteps, at: now))
        guard debt == 0 else {
            return Admission(count: 0, refusal: Member.Refusal(why: .work, retry: debt))
        }
        let free = max(0, limits.actionsInFlightMax - rooms[room].members[place].inFlightCount)
        let keys = takeKeys(
            min(actions.count, free), actions, member: place, of: room, from: origin, at: now)
        if let refusal = keys.refusal { return Admission(count: keys.count, refusal: refusal) }
        guard actions.count > free else { return Admission(count: actions.count, refusal: nil) }
        let busy = Member.Refusal(why: .busy, retry: limits.storageRetry)
        return Admission(count: free, refusal: busy)
    }

    /// Whoever may not press at all presses from a smaller bucket.
    private mutating func takeKeys(
        _ count: Int, _ actions: ArraySlice<ClientAction>, member place: Int, of room: Int,
        from origin: Int, at now: Int64
    ) -> Admission {
        return areVoid(actions, member: place, of: room)
            ? Self.take(
                count, at: now, from: &rooms[room].members[place].voidKeys, limits.voidKeys,
                and: &origins[origin].keys, limits.addressKeys)
            : Self.take(
                count, at: now, from: &rooms[room].members[place].keys, limits.keys,
                and: &origins[origin].keys, limits.addressKeys)
    }

    private static func take(
        _ count: Int, at now: Int64, from own: inout TokenBucket, _ rate: Rate,
        and shared: inout TokenBucket, _ sharedRate: Rate
    ) -> Admission {
        let tokens = min(own.tokens(rate, at: now), shared.tokens(sharedRate, at: now))
        let fitting = min(Int64(count), max(0, tokens))
        own.take(fitting)
        shared.take(fitting)
        let refused = Int64(count) - fitting
        guard refused > 0 else { return Admission(count: count, refusal: nil) }
        let retry = max(own.wait(rate, for: refused), shared.wait(sharedRate, for: refused))
        return Admission(
            count: Int(fitting), refusal: Member.Refusal(why: .rate, retry: retry))
    }

    /// Whether these actions, which are all of one kind, have no effect now: their pen is forgotten,
    /// or the keypad is locked.
    private mutating func areVoid(
        _ actions: ArraySlice<ClientAction>, member place: Int, of room: Int
    ) -> Bool {
        guard case .participant(let number, let pen) = rooms[room].members[place].role,
            rooms[room].room.people.pen(of: number, pen) != nil
        else { return true }
        guard case .plain(let action)? = actions.first, action.needsKeypad else { return false }
        return !rooms[room].mayPress(number)
    }
}

/// Appending.
extension Edge {
    private mutating func append(
        _ actions: ArraySlice<ClientAction>, _ start: Signature, member place: Int, of room: Int
    ) {
        guard !actions.isEmpty, let name = rooms[room].name else { return }
        var drafts: [Draft] = []
        drafts.reserveCapacity(actions.count)
        for (index, action) in actions.enumerated() {
            let signature = Signature(
                author: start.author, pen: start.pen, number: start.number + Int64(index))
            drafts.append(Draft(said(action, in: room), signature: signature))
        }
        rooms[room].members[place].inFlightCount += drafts.count
        let rest = InFlight.Rest.actions(start, left: drafts.count)
        append(drafts, to: name, rest, for: rooms[room].members[place].session, in: room)
    }

    mutating func append(
        _ drafts: [Draft], to name: RoomName, _ rest: InFlight.Rest, for session: SessionID,
        in room: Int
    ) {
        let ticket = ticket(of: drafts, to: name, in: room)
        rooms[room].inFlight.append(InFlight(ticket: ticket, session: session, rest))
    }

    /// The one under which they are asked for, with what others in the room do in the same turn.
    private mutating func ticket(of drafts: [Draft], to name: RoomName, in room: Int) -> Int64 {
        if let append = rooms[room].append, let ticket = requests.add(drafts, to: append) {
            return ticket
        }
        let ticket = nextTicket()
        rooms[room].append = requests.append(drafts, to: name, ticket: ticket)
        return ticket
    }

    /// Asks the store for something else about a room that is here.
    mutating func ask(_ request: LogRequest, about room: Int) {
        rooms[room].append = nil
        requests.ask(request)
    }

    /// Secrets become hashes before anything is written.
    private func said(_ action: ClientAction, in room: Int) -> Action {
        let salt = rooms[room].room.salt
        return switch action {
        case .plain(let action): action
        case .hostLink(let secret):
            .hostLink(identities.fingerprint(of: secret.bytes, salt: salt))
        case .useLink(let secret):
            .useLink(identities.fingerprint(of: secret.bytes, salt: salt))
        }
    }
}
