import SharedRoom

/// Presence: who is connected. Sessions that have the list receive changes, the others the full list. Other
/// edges learn of changes through the store.
///
/// Changes are collected for one period and sent together. A new session receives the list as it was last sent
/// to all. Each change costs a frame for every session, so the period grows with the number of sessions. This
/// limits the frames per second of a room, however many people connect and leave.
extension Edge {
    /// Collects changes of presence until the period is over.
    mutating func schedulePresence(in room: Int) {
        guard rooms[room].presenceDeadline == .none else { return }
        rooms[room].presenceDeadline = .set
        deadlines.set(.presence, for: rooms.id(of: room), at: now + limits[.presencePeriod])
    }

    mutating func sendPresence(of room: Int) {
        guard rooms[room].presenceDeadline == .reached else { return }
        rooms[room].presenceDeadline = .none
        announcePresence(in: room)
        if isPresenceDue(in: room) {
            sendPresenceFrames(of: room, presenceChanges(in: room))
        } else {
            sendPresenceFrames(of: room, nil)
            schedulePresence(in: room)
        }
    }

    private func isPresenceDue(in room: Int) -> Bool {
        guard let sent = rooms[room].presenceSentTime else { return true }
        return now - sent >= limits[.presencePeriodPerSession] * Int64(rooms[room].members.count)
    }

    private mutating func presenceChanges(in room: Int) -> RoomPresence.Changes? {
        let people = rooms[room].room.people
        let changes = rooms[room].presence.changesToSend(
            of: people, listedMax: Int(limits[.peopleListedMax]))
        if changes != nil { rooms[room].presenceSentTime = now }
        return changes
    }

    private mutating func announcePresence(in room: Int) {
        let changes = rooms[room].presence.changesToAnnounce()
        guard !changes.isEmpty else { return }
        requests.enqueue(.announce(rooms[room].name, came: changes.came, gone: changes.gone))
    }

    private mutating func sendPresenceFrames(of room: Int, _ changes: RoomPresence.Changes?) {
        let changesFrame = changes.map { frame(of: $0, in: room) }
        var fullFrame: [UInt8]?
        for index in rooms[room].members.indices {
            let member = rooms[room].members[index]
            guard !sessions[member.session.slot].isBlocked else {
                if changesFrame != nil { rooms[room].members[index].hasPresenceList = false }
                continue
            }
            if member.hasPresenceList {
                if let changesFrame { emit(.send(member.session, changesFrame)) }
                continue
            }
            let frame = fullFrame ?? fullPresenceFrame(in: room)
            fullFrame = frame
            emit(.send(member.session, frame))
            rooms[room].members[index].hasPresenceList = true
        }
    }

    private func frame(of changes: RoomPresence.Changes, in room: Int) -> [UInt8] {
        let came = people(changes.came, in: room)
        return ServerMessage.here(
            .changes(
                came: came, gone: changes.gone, count: rooms[room].presence.sentCount,
                watching: rooms[room].presence.sentSpectatorCount)
        ).encoded
    }

    private func fullPresenceFrame(in room: Int) -> [UInt8] {
        let presence = rooms[room].presence
        let listed = people(presence.listed, in: room)
        return ServerMessage.here(
            .all(listed, count: presence.sentCount, watching: presence.sentSpectatorCount)
        ).encoded
    }

    private func people(_ numbers: [UInt32], in room: Int) -> [Presence.Person] {
        numbers.map { number in
            let name = rooms[room].room.people[number]?.name ?? .none
            return Presence.Person(number: number, name: name)
        }
    }
}
