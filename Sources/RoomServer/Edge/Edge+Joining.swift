import SharedRoom

/// The way from `join` to being a member.
extension Edge {
    mutating func take(_ join: Join, from session: SessionID, in name: RoomName) {
        guard let room = slot(of: name) else {
            return openRoom(name, for: join, from: session)
        }
        let waiting = rooms[room].joining.count { $0.join.isWatching == join.isWatching }
        guard !isFull(room, forSpectators: join.isWatching, waiting: waiting) else {
            return close(session, .full)
        }
        wait(Joining(session: session, join: join, stage: .needsHead), in: room)
    }

    /// True if no session is left, for spectators or for participants: they are counted apart, so that
    /// spectators lock no participant out. Other edges report people, not sessions.
    private func isFull(_ room: Int, forSpectators: Bool, waiting: Int = 0) -> Bool {
        if forSpectators {
            let count = rooms[room].attendance.spectatorCount + waiting
            return count >= limits.spectatorsPerRoomMax
        }
        let here = rooms[room].members.count - rooms[room].attendance.spectatorsHere
        let elsewhere = rooms[room].attendance.participantsElsewhereCount
        return here + elsewhere + waiting >= limits.sessionsPerRoomMax
    }

    private mutating func openRoom(_ name: RoomName, for join: Join, from session: SessionID) {
        guard rooms.count < limits.openRoomsMax else { return close(session, .full) }
        let room = rooms.insert(EdgeRoom(name)).slot
        table.insert(name.hash, slot: room)
        ask(.open(name), about: room)
        wait(Joining(session: session, join: join, stage: .opening), in: room)
    }

    private mutating func wait(_ joining: Joining, in room: Int) {
        sessions[joining.session.slot].state = .joining(room: room)
        rooms[room].joining.append(joining)
        makeDue(room)
    }

    /// Asks for the store's head, once for all who came in this turn.
    mutating func askForHead(of room: Int) {
        guard case .open = rooms[room].phase, let name = rooms[room].name,
            rooms[room].joining.contains(where: { $0.stage == .needsHead })
        else { return }
        let ticket = nextTicket()
        for index in rooms[room].joining.indices
        where rooms[room].joining[index].stage == .needsHead {
            rooms[room].joining[index].stage = .asked(ticket: ticket)
        }
        ask(.head(name, ticket: ticket), about: room)
    }

    mutating func takeHead(_ sequence: Int64, ticket: Int64, of room: Int) {
        for index in rooms[room].joining.indices
        where rooms[room].joining[index].stage == .asked(ticket: ticket) {
            rooms[room].joining[index].stage = .behind(sequence)
        }
        makeDue(room)
    }

    /// Takes everybody who waits a step further, as far as that is possible now. Once a turn: a
    /// thousand who come together are not gone through for each of their thousand events.
    mutating func goOnJoining(in room: Int, at now: Int64) {
        guard case .open = rooms[room].phase, !rooms[room].joining.isEmpty else { return }
        let waiting = rooms[room].joining
        rooms[room].joining = []
        for joining in waiting { goOn(joining, in: room, at: now) }
    }

    private mutating func goOn(_ joining: Joining, in room: Int, at now: Int64) {
        switch joining.stage {
        case .opening, .needsHead, .asked, .entering:
            rooms[room].joining.append(joining)
        case .behind(let sequence):
            guard rooms[room].room.sequence >= sequence else {
                return rooms[room].joining.append(joining)
            }
            comeIn(joining, to: room, at: now)
        case .entered(.applied, let isPenNew):
            welcome(joining, isPenNew: isPenNew, in: room, at: now)
        case .entered(.void(.full), _):
            // Another edge named the same participant first, or that participant came back.
            comeIn(joining, to: room, at: now)
        case .entered(.void(let reason), _):
            turnAway(joining, because: reason, in: room, at: now)
        }
    }
}

/// Coming in.
extension Edge {
    private mutating func comeIn(_ joining: Joining, to room: Int, at now: Int64) {
        // Whoever came first to this edge did not know of the others.
        guard joining.join.isWatching || !isFull(room, forSpectators: false) else {
            return close(joining.session, .full)
        }
        switch rooms[room].room.status {
        case .unmade: make(joining, in: room, at: now)
        case .deleted: close(joining.session, .deleted)
        case .open, .closed:
            if joining.join.isWatching {
                watch(joining, in: room, at: now)
            } else {
                enter(joining, in: room, at: now)
            }
        }
    }

    /// Only whoever brings a keypad makes a room, and one is enough: whoever comes meanwhile waits.
    private mutating func make(_ joining: Joining, in room: Int, at now: Int64) {
        guard !rooms[room].isMaking else { return rooms[room].joining.append(joining) }
        guard let options = joining.join.make, !joining.join.isWatching,
            let name = rooms[room].name
        else { return close(joining.session, .noSuchRoom) }
        let wait = origins.chargeRoom(from: sessions[joining.session.slot].origin, at: now)
        guard wait == 0 else { return close(joining.session, .limit, retry: wait) }
        rooms[room].isMaking = true
        let salt = identities.salt(of: name, epoch: rooms[room].epoch)
        let making = RoomSetup(keypad: options.keypad, isLocked: options.isLocked, salt: salt)
        let entrance = identities.entrance(joining.join, salt: salt)
        append(
            [Draft(.make(making)), Draft(.enter(entrance))], to: name,
            .making(making, entrance), for: joining.session, in: room)
        waitForEntrance(joining, in: room)
    }

    private mutating func waitForEntrance(_ joining: Joining, in room: Int) {
        var joining = joining
        joining.stage = .entering
        rooms[room].joining.append(joining)
    }

    /// Welcomes a participant at once, and has all others enter by an event: somebody new, somebody
    /// with a new pen, and everybody while the room is full, so that all edges learn of it in the
    /// order of the log (see `EdgeRoom.longestAbsent`).
    private mutating func enter(_ joining: Joining, in room: Int, at now: Int64) {
        var entrance = identities.entrance(joining.join, salt: rooms[room].room.salt)
        if let known = rooms[room].room.people.participant(with: entrance.identity) {
            if !rooms[room].room.isFull, let pen = known.pen(id: entrance.pen) {
                let role = Member.Role.participant(known.number, pen: pen.number)
                return becomeMember(joining, role, isPenNew: false, in: room, at: now)
            }
        } else {
            if let reason = rooms[room].room.voidReasonForNewcomers {
                return turnAway(joining, because: reason, in: room, at: now)
            }
            let absent = rooms[room].longestAbsent(at: now, limits)
            guard absent != nil || !rooms[room].room.isFull else {
                return close(joining.session, .full)
            }
            let wait = waitForNewcomer(joining, in: room, at: now)
            guard wait == 0 else { return close(joining.session, .limit, retry: wait) }
            if let absent {
                entrance.replaces = absent.lastActed
                // Nobody else is given the same place.
                rooms[room].sightings.see(absent.number, at: now)
            }
        }
        guard let name = rooms[room].name else { return }
        append(
            [Draft(.enter(entrance))], to: name, .entering(entrance), for: joining.session,
            in: room)
        waitForEntrance(joining, in: room)
    }

    /// The milliseconds until somebody new may come in from this address; 0 if that is now. An
    /// entrance that is tried again is counted once.
    private mutating func waitForNewcomer(
        _ joining: Joining, in room: Int, at now: Int64
    ) -> Int64 {
        guard case .behind = joining.stage, let name = rooms[room].name else { return 0 }
        let origin = sessions[joining.session.slot].origin
        return origins.takeNewcomer(from: origin, in: name.hash, at: now)
    }

    /// The room has let them in. They may have lost the place since.
    private mutating func welcome(
        _ joining: Joining, isPenNew: Bool, in room: Int, at now: Int64
    ) {
        let entrance = identities.entrance(joining.join, salt: rooms[room].room.salt)
        guard let person = rooms[room].room.people.participant(with: entrance.identity),
            let pen = person.pen(id: entrance.pen)
        else { return close(joining.session, reasonForLostPlace(in: room)) }
        let role = Member.Role.participant(person.number, pen: pen.number)
        becomeMember(joining, role, isPenNew: isPenNew, in: room, at: now)
    }

    /// A closed room can be looked at by everybody.
    private mutating func turnAway(
        _ joining: Joining, because reason: VoidReason, in room: Int, at now: Int64
    ) {
        switch reason {
        case .closed: watch(joining, in: room, at: now)
        case .deleted: close(joining.session, .deleted)
        case .door: close(joining.session, .door)
        case .notMade: close(joining.session, .noSuchRoom)
        case .full, .sequence, .made, .stranger, .pen, .again, .gap, .locked, .host, .oneself,
            .step, .nobody, .name, .line, .link, .bill:
            close(joining.session, .full)
        }
    }

    /// Participants may always watch. Through a shut door others need the read token.
    private mutating func watch(_ joining: Joining, in room: Int, at now: Int64) {
        let number = participant(joining.join, in: room)
        let replica = rooms[room].room
        if number == nil {
            guard replica.admitsSpectators else { return close(joining.session, .spectators) }
            guard replica.isDoorOpen || joining.join.read == readToken(of: room) else {
                return close(joining.session, .door)
            }
        }
        guard !isFull(room, forSpectators: true) else { return close(joining.session, .full) }
        becomeMember(joining, .watcher(of: number), isPenNew: false, in: room, at: now)
    }

    private func participant(_ join: Join, in room: Int) -> UInt32? {
        let entrance = identities.entrance(join, salt: rooms[room].room.salt)
        return rooms[room].room.people.participant(with: entrance.identity)?.number
    }

    private mutating func becomeMember(
        _ joining: Joining, _ role: Member.Role, isPenNew: Bool, in room: Int, at now: Int64
    ) {
        let session = joining.session
        let place = rooms[room].members.count
        rooms[room].members.append(
            Member(session, role, joining.join, isPenNew: isPenNew, limits, at: now))
        sessions[session.slot].state = .joined(room: room, place: place)
        if let number = rooms[room].members[place].participant {
            rooms[room].attendance.come(number)
        } else {
            rooms[room].attendance.spectatorsHere += 1
        }
        tellPresenceSoon(in: room)
        makeDue(room)
    }
}
