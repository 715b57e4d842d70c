import SharedRoom

/// The end of sessions and rooms.
extension Edge {
    /// Sends `bye`, closes the socket, and removes the session at once. `limit` is the limit that the client
    /// met, if any.
    mutating func close(
        _ session: SessionID, _ reason: CloseReason, text: [UInt8]? = nil, retry: Int64? = nil,
        limit: Limit? = nil
    ) {
        if let limit { emit(.noteLimit(limit, session)) }
        if !sessions[session.slot].isBlocked {
            let retry = reason.mayRetry ? retry ?? limits[.storageRetry] : nil
            let bye = ServerMessage.bye(why: reason, retry: retry)
            emit(.send(session, bye.encoded(naming: limit?.bytes)))
        }
        emit(.close(session, reason, text: text ?? reason.text.bytes))
        counts.closings.add(reason)
        remove(session)
    }

    mutating func remove(_ session: SessionID) {
        switch sessions[session.slot].state {
        case .fresh: break
        case .joining(let room):
            rooms[room].pendingJoins.removeAll { $0.session == session }
            markDue(room)
        case .joined(let member):
            remove(member)
            markDue(member.room)
        }
        let address = sessions[session.slot].address
        sessions[session.slot].budget.end(at: &addresses[address], at: now)
        addresses.removeSession(from: address)
        sessions.remove(session.slot)
    }

    /// Moves the last member to the free index, so that the array stays dense.
    private mutating func remove(_ index: MemberIndex) {
        let (room, member) = (index.room, self[index])
        if let last = rooms[room].members.popLast(), last.session != member.session {
            self[index] = last
            sessions[last.session.slot].state = .joined(index)
        }
        if let participant = member.participant {
            rooms[room].presence.remove(participant)
            rooms[room].sightings.record(participant, at: now)
        } else {
            rooms[room].presence.localSpectatorCount -= 1
        }
        schedulePresence(in: room)
    }

    mutating func closeSessions(of room: Int, _ reason: CloseReason) {
        while let member = rooms[room].members.last { close(member.session, reason) }
        while let pending = rooms[room].pendingJoins.last { close(pending.session, reason) }
    }

    /// Removes a room from memory. It must have no sessions, and the store must know that it is closed.
    mutating func discard(_ room: Int) {
        slotsByName.remove(rooms[room].name.hash, slot: room)
        rooms[room].emptyRing()
        updateRingsByteCount(of: room)
        // The free slot keeps no events and no people.
        rooms[room] = EdgeRoom(rooms[room].name, opening: 0, limits)
        rooms.remove(room)
    }

    mutating func unloadRoom(_ room: Int) {
        enqueueRequest(.close(rooms[room].name, ticket: nextTicket()), about: room)
        discard(room)
    }

    /// Closes all sessions and the room, and deletes its data in the store if `asksStore`. That request
    /// precedes the closing of the room, so it cannot delete a new room with the same name.
    mutating func deleteRoom(_ room: Int, asksStore: Bool) {
        closeSessions(of: room, .deleted)
        if asksStore {
            enqueueRequest(.forget(rooms[room].name, ticket: nextTicket()), about: room)
        }
        unloadRoom(room)
    }
}

extension StaticString {
    var bytes: [UInt8] { withUTF8Buffer { Array($0) } }
}
