import SharedRoom

/// How sessions and rooms come to an end.
extension Edge {
    /// Says why, and has the socket closed. The session is gone when this returns.
    mutating func close(
        _ session: SessionID, _ reason: CloseReason, text: [UInt8]? = nil, retry: Int64? = nil
    ) {
        if !sessions[session.slot].isBlocked {
            let retry = reason.mayRetry ? retry ?? limits.storageRetry : nil
            act(.send(session, ServerMessage.bye(why: reason, retry: retry).encoded))
        }
        act(.close(session, reason, text: text ?? reason.text.bytes))
        counts.closings.add(reason)
        drop(session)
    }

    mutating func drop(_ session: SessionID) {
        switch sessions[session.slot].state {
        case .vacant, .fresh: break
        case .joining(let room):
            rooms[room].joining.removeAll { $0.session == session }
            makeDue(room)
        case .joined(let room, let place):
            removeMember(at: place, of: room)
            makeDue(room)
        }
        chargeExcess(of: sessions[session.slot])
        origins.leave(sessions[session.slot].origin)
        sessions.remove(session.slot)
    }

    /// The last member takes the place.
    private mutating func removeMember(at place: Int, of room: Int) {
        let member = rooms[room].members[place]
        if let last = rooms[room].members.popLast(), last.session != member.session {
            rooms[room].members[place] = last
            sessions[last.session.slot].state = .joined(room: room, place: place)
        }
        if let participant = member.participant {
            rooms[room].attendance.go(participant)
            rooms[room].sightings.see(participant)
        } else {
            rooms[room].attendance.spectatorsHere -= 1
        }
        tellPresenceSoon(in: room)
    }

    /// Closes all sessions of a room for one reason.
    mutating func closeSessions(of room: Int, _ reason: CloseReason) {
        while let member = rooms[room].members.last { close(member.session, reason) }
        while let waiting = rooms[room].joining.last { close(waiting.session, reason) }
    }

    /// The room is here no more. It has no sessions, and the store knows.
    mutating func forget(_ room: Int) {
        if let name = rooms[room].name { table.remove(name.hash, slot: room) }
        rooms[room].emptyRing()
        countRing(of: room)
        rooms.remove(room)
    }

    mutating func closeRoom(_ room: Int) {
        if let name = rooms[room].name { ask(.close(name), about: room) }
        forget(room)
    }

    /// Everybody goes, and what is kept of the room too. It is asked for as long as the room is open here:
    /// so it cannot reach one that somebody made meanwhile under the same name.
    mutating func deleteRoom(_ room: Int, asksStore: Bool) {
        closeSessions(of: room, .deleted)
        if asksStore, let name = rooms[room].name {
            ask(.forget(name, ticket: nextTicket()), about: room)
        }
        closeRoom(room)
    }
}

extension StaticString {
    var bytes: [UInt8] { withUTF8Buffer { Array($0) } }
}
