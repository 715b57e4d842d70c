import SharedRoom

/// What the store says of rooms that are here; of others it says what nobody waits for any more.
extension Edge {
    mutating func take(_ report: LogReport, at now: Int64) {
        switch report {
        case .opened(let name, let opened):
            if let room = slot(of: name) { take(opened, in: room, at: now) }
        case .notOpened(let name, let failure):
            if let room = slot(of: name) { giveUp(room, failure) }
        case .events(let name, let events):
            if let room = slot(of: name) { take(events, in: room, at: now) }
        case .refused(let name, let ticket, let failure):
            if let room = slot(of: name) {
                takeRefusal(ticket, failure, in: room)
            }
        case .head(let name, let ticket, let sequence):
            if let room = slot(of: name) {
                takeHead(sequence, ticket: ticket, of: room)
            }
        case .read, .tape: break
        case .presence(let name, let edge, let came, let gone):
            guard let room = slot(of: name), rooms[room].phase == .open else { return }
            rooms[room].attendance.change(edge: edge, came: came, gone: gone)
            for number in gone { rooms[room].sightings.see(number) }
            tellPresenceSoon(in: room)
        case .forgotten(let name):
            // A room that is just being opened is another one.
            guard let room = slot(of: name), rooms[room].phase == .open else { return }
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
        guard rooms[room].room.status != .deleted else {
            return deleteRoom(room, asksStore: true)
        }
        rooms[room].hashed = (rooms[room].room.sequence, now)
        if epoch != rooms[room].epoch { closeMembers(of: room) }
        settleEverything(in: room)
        removeStrangers(from: room, reasonForLostPlace(in: room))
        tellPresenceSoon(in: room)
        makeDue(room)
    }

    /// In another epoch the log has lost something. Whom a member's number means then, nobody knows
    /// without asking for the secret again.
    private mutating func closeMembers(of room: Int) {
        while let member = rooms[room].members.last { close(member.session, .storage) }
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
        rooms[room].members[place].inFlightCount = 0
        guard case .participant(let number, let pen) = rooms[room].members[place].role,
            case .next(let next) = rooms[room].members[place].expectation,
            let last = rooms[room].room.people.pen(of: number, pen)?.last, last + 1 < next
        else { return }
        refuse(last + 1, storageRefusal, member: place, of: room)
    }

    /// Something was lost on the way here: a sound copy is asked for.
    mutating func reopen(_ room: Int) {
        guard let name = rooms[room].name else { return }
        rooms[room].phase = .opening
        ask(.close(name), about: room)
        ask(.open(name), about: room)
    }
}
