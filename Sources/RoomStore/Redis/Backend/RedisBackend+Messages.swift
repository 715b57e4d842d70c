import SharedRoom

/// Messages of other nodes, and of this one.
extension RedisBackend {
    /// A message on the channel of a room.
    func receive(_ text: [UInt8], of name: RoomName) {
        guard let room = rooms[name], room.isOpen else { return }
        let lines = text.split(separator: 10, omittingEmptySubsequences: false)
        func line(_ index: Int) -> String {
            index < lines.count ? String(decoding: lines[index], as: UTF8.self) : ""
        }
        guard UInt64(line(1), radix: 16) == room.epoch else { return }
        switch line(0) {
        case "events":
            // Appends of this node are usually known from their replies.
            guard let first = Int64(line(2)), let last = Int64(line(3)), last > room.head,
                let time = Int64(line(4)),
                let found = RedisEvents.decoded(first, lines[5...].map { (time, Array($0)) })
            else { return }
            room.note(last)
            events.append(.events(name, found))
        case "present":
            guard lines.count == 4, let edge = UInt32(line(2)),
                edge / RedisConnector.edgesMax != node
            else { return }
            let people = Set(RedisWords.people(in: lines[3]))
            if !people.isEmpty { room.edgesElsewhere.insert(edge) }
            events.append(.presence(name, edge: edge, people: people))
        case "forgotten": receiveForgetting(of: room)
        default: break
        }
    }

    private func receiveForgetting(of room: RedisRoom) {
        // The reply to this node's own command comes too.
        let isOwn = (0..<questions.count).contains { index in
            if case .forget(let other, _) = questions[index] { other === room } else { false }
        }
        guard !isOwn else { return }
        events.append(.forgottenElsewhere(room.name))
        room.epoch = 0
        room.head = 0
        room.isOpen = false
        room.edgesElsewhere = []
        dropIfUnused(room)
    }

    func announce(_ announcement: RedisAnnouncement, _ now: Int64) {
        // A newer announcement replaces those that Redis may not have executed.
        missedAnnouncements.removeAll {
            $0.room == announcement.room && $0.edge == announcement.edge
        }
        guard let session else { return missedAnnouncements.append(announcement) }
        let people = RedisWords.people(announcement.people)
        let message =
            RedisWords.word("present\n\(String(announcement.epoch, radix: 16))\n")
            + RedisWords.word("\(announcement.edge)\n") + people
        let words = evaluation(
            .announce,
            keys: [
                RedisWords.room(announcement.room), RedisWords.present(announcement.room),
                RedisWords.nodePrefix + RedisWords.word(node),
            ],
            [
                RedisWords.word(session.number), RedisWords.word(announcement.edge), people,
                RedisWords.word(Self.presenceTime), message,
                RedisWords.word(epoch: announcement.epoch),
            ])
        ask(words, .announcement(announcement), now)
    }

    func noteMissed(_ announcement: RedisAnnouncement) {
        let isReplaced = (0..<questions.count).contains { index in
            guard case .announcement(let other) = questions[index] else { return false }
            return other.room == announcement.room && other.edge == announcement.edge
        }
        if !isReplaced { missedAnnouncements.append(announcement) }
    }

    /// Sends the announcements again that Redis may not have executed.
    func repeatAnnouncements(_ now: Int64) {
        let missed = missedAnnouncements
        missedAnnouncements = []
        for announcement in missed { announce(announcement, now) }
    }

    /// If a node ends while no other one has the room open, nobody deletes its participants.
    private static let presenceTime: Int64 = 86_400_000
}
