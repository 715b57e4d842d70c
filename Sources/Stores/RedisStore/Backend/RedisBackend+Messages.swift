import SharedRoom

/// Messages of other nodes, and of this one.
extension RedisBackend {
    /// A message on the channel of a room.
    func receive(_ text: [UInt8], of name: RoomName) {
        guard let room = rooms[name] else { return }
        guard room.isOpen, room.stage == .current else { return room.hasMissedMessage = true }
        let lines = text.split(separator: 10, omittingEmptySubsequences: false)
        func line(_ index: Int) -> String {
            index < lines.count ? String(decoding: lines[index], as: UTF8.self) : ""
        }
        guard UInt64(line(1), radix: 16) == room.epoch else { return }
        switch line(0) {
        case "events":
            // Appends of this node are usually known from their replies.
            guard let first = Int64(line(3)), let last = Int64(line(4)), last > room.head,
                let time = Int64(line(5)),
                let found = RedisEvents.decoded(first, lines[6...].map { (time, Array($0)) })
            else { return }
            guard UInt64(line(2), radix: 16) == session?.storeEpoch else {
                return lose(Self.newEpoch)
            }
            room.note(last)
            events.append(.events(name, found))
        case "present":
            guard let number = Int64(line(2)), let edge = UInt32(line(3)), lines.count == 5,
                let presence = RedisPresence(lines[4])
            else { return }
            receive(number, edge, presence, in: room)
        case "forgotten": receiveForgetting(of: room)
        default: break
        }
    }

    private func receive(
        _ number: Int64, _ edge: UInt32, _ presence: RedisPresence, in room: RedisRoom
    ) {
        guard number > room.announced else { return }
        guard number == room.announced + 1 else { return readMissed(of: room) }
        room.announced = number
        guard edge / RedisConnector.edgesMax != node else { return }
        room.edgesElsewhere[edge] = presence.people.isEmpty ? nil : presence.connection
        events.append(.presence(room.name, edge: edge, people: presence.people))
    }

    private func receiveForgetting(of room: RedisRoom) {
        // The reply to this node's own command comes too.
        let isOwn = (0..<requests.count).contains { index in
            guard case .ofRoom(let other, .forget) = requests[index] else { return false }
            return other === room
        }
        guard !isOwn else { return }
        noteForgetting(of: room)
        dropIfUnused(room)
    }
}

/// Announcements of the participants at this node.
extension RedisBackend {
    func announce(_ people: [UInt32], at edge: UInt32, in room: RedisRoom) {
        lastAnnouncement += 1
        room.announcements[edge] = RedisAnnouncement(number: lastAnnouncement, people: people)
        sendAnnouncements(of: room)
    }

    /// Sends the announcements that Redis may not have executed.
    func sendAnnouncements(of room: RedisRoom) {
        guard let session, room.stage == .current else { return }
        let waiting = room.announcements.filter { !$0.value.isSent }
        for (edge, announcement) in waiting.sorted(by: { $0.key < $1.key }) {
            room.announcements[edge]?.isSent = true
            request(
                RedisCall(
                    .announce,
                    keys: [
                        keys.room(room.name), keys.present(room.name), keys.node(node),
                    ],
                    [
                        "\(session.number)", RedisWord(epoch: room.epoch), "\(edge)",
                        RedisWord(people: announcement.people), "\(Self.presenceTime)",
                    ]),
                .ofRoom(room, .announcement(edge: edge, number: announcement.number)))
        }
    }

    /// - Parameter isExecuted: False if Redis refuses writes, or has another epoch of the room. The next progress
    ///   report shows the latter.
    func noteAnnouncement(
        _ number: Int64, at edge: UInt32, in room: RedisRoom, isExecuted: Bool
    ) {
        guard let announcement = room.announcements[edge], announcement.number == number
        else { return }
        if isExecuted, announcement.people.isEmpty {
            room.announcements[edge] = nil
        } else {
            room.announcements[edge]?.isSent = isExecuted
            if !isExecuted { room.checksLeft = RedisRoom.checksMax }
        }
    }

    /// If a node ends while no other one has the room open, nobody deletes its participants.
    private static let presenceTime: Int64 = 86_400_000
}
