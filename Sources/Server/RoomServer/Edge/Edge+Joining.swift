import SharedRoom

/// Joining: from the message `join` until the session becomes a member.
extension Edge {
    mutating func startJoining(_ join: Join, from session: SessionID, in name: RoomName) {
        guard let room = slot(of: name) else {
            return openRoom(name, for: join, from: session)
        }
        let waiting = rooms[room].pendingJoins.count { $0.join.isWatching == join.isWatching }
        // A locked-out address must not learn that the room exists.
        if sessions[session.slot].lockout == nil,
            let limit = fullLimit(room, forSpectators: join.isWatching, waiting: waiting)
        {
            return close(session, .full, limit: limit)
        }
        addPendingJoin(
            PendingJoin(session: session, join: join, stage: .needsLatestSequence), in: room)
    }

    /// The limit that forbids another session, for spectators or for participants. They are counted apart, so
    /// that spectators lock no participant out. Other edges report people, not sessions.
    private func fullLimit(
        _ room: Int, forSpectators: Bool, waiting: Int = 0
    ) -> Limit? {
        if forSpectators {
            let count = rooms[room].presence.spectatorCount + waiting
            return count >= limits[.spectatorsPerRoomMax] ? .spectatorsPerRoomMax : nil
        }
        let local = rooms[room].members.count - rooms[room].presence.localSpectatorCount
        let remote = rooms[room].presence.remoteParticipantCount
        return local + remote + waiting >= limits[.sessionsPerRoomMax] ? .sessionsPerRoomMax : nil
    }

    private mutating func openRoom(_ name: RoomName, for join: Join, from session: SessionID) {
        guard rooms.count < limits[.openRoomsMax] else {
            return close(session, .serverLimit, limit: .openRoomsMax)
        }
        let ticket = nextTicket()
        let room = rooms.insert(EdgeRoom(name, opening: ticket, limits)).slot
        slotsByName.insert(name.hash, slot: room)
        enqueueRequest(.open(name, ticket: ticket), about: room)
        addPendingJoin(PendingJoin(session: session, join: join, stage: .opening), in: room)
    }

    private mutating func addPendingJoin(_ joining: PendingJoin, in room: Int) {
        sessions[joining.session.slot].state = .joining(room: room)
        rooms[room].pendingJoins.append(joining)
        markDue(room)
    }

    /// Requests the latest sequence number from the store, once for all joins of this tick.
    mutating func requestLatestSequence(of room: Int) {
        guard case .open = rooms[room].phase,
            rooms[room].pendingJoins.contains(where: { $0.stage == .needsLatestSequence })
        else { return }
        let ticket = nextTicket()
        for index in rooms[room].pendingJoins.indices
        where rooms[room].pendingJoins[index].stage == .needsLatestSequence {
            rooms[room].pendingJoins[index].stage = .latestRequested(ticket: ticket)
        }
        enqueueRequest(.head(rooms[room].name, ticket: ticket), about: room)
    }

    mutating func handleLatestSequence(_ sequence: Int64, ticket: Int64, of room: Int) {
        for index in rooms[room].pendingJoins.indices
        where rooms[room].pendingJoins[index].stage == .latestRequested(ticket: ticket) {
            rooms[room].pendingJoins[index].stage = .waitingForEvent(sequence)
        }
        markDue(room)
    }

    /// Advances every pending join as far as possible. It runs once per tick, because running it for each event
    /// of a thousand joins would take a million steps.
    mutating func advancePendingJoins(in room: Int) {
        guard case .open = rooms[room].phase, !rooms[room].pendingJoins.isEmpty else { return }
        let waiting = rooms[room].pendingJoins
        rooms[room].pendingJoins = []
        for joining in waiting { advance(joining, in: room) }
    }

    private mutating func advance(_ joining: PendingJoin, in room: Int) {
        switch joining.stage {
        case .opening, .needsLatestSequence, .latestRequested, .entering:
            rooms[room].pendingJoins.append(joining)
        case .waitingForEvent(let sequence):
            guard rooms[room].room.sequence >= sequence else {
                return rooms[room].pendingJoins.append(joining)
            }
            admit(joining, to: room)
        case .entered(.applied, let isPenNew):
            finishEntering(joining, isPenNew: isPenNew, in: room)
        case .entered(.void(.full), _):
            // Another edge gave the same place away first, or its participant came back. Try again.
            admit(joining, to: room)
        case .entered(.void(let reason), _):
            reject(joining, because: reason, in: room)
        }
    }
}

extension Edge {
    private mutating func admit(_ joining: PendingJoin, to room: Int) {
        if let lockout = sessions[joining.session.slot].lockout, isStranger(joining, to: room) {
            return close(
                joining.session, .limit, retry: lockout, limit: .wrongCodesPerMinute)
        }
        // Several joins may have passed the first check before any of them became a member.
        if !joining.join.isWatching, let limit = fullLimit(room, forSpectators: false) {
            return close(joining.session, .full, limit: limit)
        }
        switch rooms[room].room.status {
        case .unmade: makeRoom(joining, in: room)
        case .deleted: close(joining.session, .deleted)
        case .open, .closed:
            if joining.join.isWatching {
                admitSpectator(joining, in: room)
            } else {
                admitParticipant(joining, in: room)
            }
        }
    }

    /// True if a join from a locked-out address may be a guess of the room's name. It is not a guess if the client has a
    /// participant's secret or the read token, or if somebody else from its address is in the room. Neither is a join
    /// with `make`: it succeeds whether the room exists or not, and new rooms have limits of their own.
    private func isStranger(_ joining: PendingJoin, to room: Int) -> Bool {
        let join = joining.join
        guard rooms[room].room.status != .unmade else { return join.make == nil || join.isWatching }
        if participant(join, in: room) != nil { return false }
        if join.isWatching ? join.read == readToken(of: room) : join.make != nil { return false }
        let address = sessions[joining.session.slot].address
        return !rooms[room].members.contains { sessions[$0.session.slot].address == address }
    }

    /// Makes the room if the join contains `make`. While a `make` is in flight, other joins wait for it.
    private mutating func makeRoom(_ joining: PendingJoin, in room: Int) {
        guard !rooms[room].isMaking else { return rooms[room].pendingJoins.append(joining) }
        guard let options = joining.join.make, !joining.join.isWatching else {
            return close(joining.session, .noSuchRoom)
        }
        let address = sessions[joining.session.slot].address
        if let reached = addresses.chargeRoom(from: address, at: now) {
            return close(joining, because: reached)
        }
        rooms[room].isMaking = true
        let salt = hasher.salt(of: rooms[room].name, epoch: rooms[room].epoch)
        let setup = RoomSetup(keypad: options.keypad, isLocked: options.isLocked, salt: salt)
        let entrance = hasher.entrance(joining.join, salt: salt)
        appendDrafts(
            [Draft(.make(setup)), Draft(.enter(entrance))], .making(setup, entrance),
            for: joining.session, in: room)
        awaitEnterEvent(joining, in: room)
    }

    private mutating func awaitEnterEvent(_ joining: PendingJoin, in room: Int) {
        var joining = joining
        joining.stage = .entering
        rooms[room].pendingJoins.append(joining)
    }

    /// Welcomes a known participant at once. The others enter by an event: new participants, participants with
    /// a new pen, and everybody while the room is full, so that all edges learn of it in the order of the event
    /// log (see `EdgeRoom.longestAbsent`).
    private mutating func admitParticipant(_ joining: PendingJoin, in room: Int) {
        var entrance = hasher.entrance(joining.join, salt: rooms[room].room.salt)
        if let known = rooms[room].room.people.participant(with: entrance.identity) {
            if !rooms[room].room.isFull, let pen = known.pen(id: entrance.pen) {
                let role = Member.Role.participant(known.number, pen: pen.number)
                return addMember(joining, role, isPenNew: false, in: room)
            }
        } else {
            if let reason = rooms[room].room.voidReasonForNewcomers {
                return reject(joining, because: reason, in: room)
            }
            let absent = rooms[room].longestAbsent(at: now, limits)
            guard absent != nil || hasPlace(for: joining, in: room) else {
                return close(joining.session, .full)
            }
            if let reached = chargeNewcomer(joining, in: room) {
                return close(joining, because: reached)
            }
            if let absent {
                entrance.replaces = absent.lastActed
                // Ensures that no other newcomer receives the same place.
                rooms[room].sightings.record(absent.number, at: now)
            }
        }
        appendDrafts(
            [Draft(.enter(entrance))], .entering(entrance), for: joining.session, in: room)
        awaitEnterEvent(joining, in: room)
    }

    /// True if the room has a place for a newcomer from this address. For every nine people that the address brought
    /// lately, one place must be free. Therefore an address takes nine tenths of a room at most.
    private func hasPlace(for joining: PendingJoin, in room: Int) -> Bool {
        let free = RoomLimits.peopleMax - rooms[room].room.people.all.count
        let count = newcomerCount(of: joining, in: room)
        return free > 0 && count <= 9 * Int64(free)
    }

    private func newcomerCount(of joining: PendingJoin, in room: Int) -> Int64 {
        let address = sessions[joining.session.slot].address
        return addresses.newcomerCount(from: address, in: rooms[room].name.hash, at: now)
    }

    /// Charges the address and the room for a new participant. The room must have as many tokens left as the address
    /// used lately, or half a burst, so that some are left for an address that used none. A repeated attempt to enter is
    /// charged only once, unless the room was opened again.
    private mutating func chargeNewcomer(_ joining: PendingJoin, in room: Int) -> ReachedLimit? {
        guard case .waitingForEvent = joining.stage else { return nil }
        let count = newcomerCount(of: joining, in: room)
        if let reached = rooms[room].newcomers.reached(for: count, at: now) { return reached }
        let address = sessions[joining.session.slot].address
        let name = rooms[room].name.hash
        if let reached = addresses.chargeNewcomer(from: address, in: name, at: now) {
            return reached
        }
        rooms[room].newcomers.charge(1, at: now)
        return nil
    }

    /// Closes the session of a newcomer that meets a limit of its address, or one that others share.
    private mutating func close(_ joining: PendingJoin, because reached: ReachedLimit) {
        let limit = reached.limit
        let isShared = limit == .serverRoomsPerHour || limit == .roomNewcomersPerSecond
        close(
            joining.session, isShared ? .serverLimit : .limit, retry: reached.retry, limit: limit)
    }

    /// Since the `enter` event was applied, the participant may have lost the place, or the room may have forgotten
    /// the pen, because other pens of the participant entered. Then it enters again.
    private mutating func finishEntering(
        _ joining: PendingJoin, isPenNew: Bool, in room: Int
    ) {
        let entrance = hasher.entrance(joining.join, salt: rooms[room].room.salt)
        guard let person = rooms[room].room.people.participant(with: entrance.identity) else {
            return close(joining.session, reasonForLostPlace(in: room))
        }
        guard let pen = person.pen(id: entrance.pen) else {
            return admitParticipant(joining, in: room)
        }
        let role = Member.Role.participant(person.number, pen: pen.number)
        addMember(joining, role, isPenNew: isPenNew, in: room)
    }

    /// Closes the session, or admits it as a spectator if the room is closed.
    private mutating func reject(
        _ joining: PendingJoin, because reason: VoidReason, in room: Int
    ) {
        switch reason {
        case .closed: admitSpectator(joining, in: room)
        case .deleted: close(joining.session, .deleted)
        case .door: close(joining.session, .door)
        case .notMade: close(joining.session, .noSuchRoom)
        case .full, .sequence, .made, .stranger, .pen, .again, .gap, .locked, .host, .oneself,
            .step, .nobody, .name, .line, .link, .bill, .work, .question:
            close(joining.session, .full)
        }
    }

    /// Participants may always watch. Through a shut door others need the read token.
    private mutating func admitSpectator(_ joining: PendingJoin, in room: Int) {
        let number = participant(joining.join, in: room)
        let replica = rooms[room].room
        if number == nil {
            guard replica.admitsSpectators else { return close(joining.session, .spectators) }
            guard replica.isDoorOpen || joining.join.read == readToken(of: room) else {
                return close(joining.session, .door)
            }
        }
        if let limit = fullLimit(room, forSpectators: true) {
            return close(joining.session, .full, limit: limit)
        }
        addMember(joining, .spectator(of: number), isPenNew: false, in: room)
    }

    private func participant(_ join: Join, in room: Int) -> UInt32? {
        let entrance = hasher.entrance(join, salt: rooms[room].room.salt)
        return rooms[room].room.people.participant(with: entrance.identity)?.number
    }

    private mutating func addMember(
        _ joining: PendingJoin, _ role: Member.Role, isPenNew: Bool, in room: Int
    ) {
        let session = joining.session
        let index = MemberIndex(room: room, position: rooms[room].members.count)
        rooms[room].members.append(
            Member(session, role, joining.join, isPenNew: isPenNew))
        sessions[session.slot].state = .joined(index)
        if let number = self[index].participant {
            rooms[room].presence.add(number)
        } else {
            rooms[room].presence.localSpectatorCount += 1
        }
        emit(.joined(session))
        schedulePresence(in: room)
        markDue(room)
    }
}
