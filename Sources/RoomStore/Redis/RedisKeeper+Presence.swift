import SharedRoom

/// Who is present.
extension RedisKeeper {
    /// Tells the other edges here, and the other nodes.
    func tellPresence(in room: RedisRoom, _ edge: UInt32, came: [UInt32], gone: [UInt32]) {
        guard !(came.isEmpty && gone.isEmpty) else { return }
        let others = room.audience.others(than: edge)
        tell(others, .presence(room.name, edge: edge, came: came, gone: gone))
        guard link != nil else {
            leftWhileAway.append((room.name, room.epoch, edge, gone))
            return
        }
        keepPresence(of: edge, in: room.name, room.audience.people(at: edge))
        publishPresence(of: edge, in: room.name, room.epoch, came: came, gone: gone)
    }

    func keepPresence(of edge: UInt32, in name: RoomName, _ people: [UInt32]) {
        guard let link else { return }
        let key = RedisWord(RedisWords.present(name))
        let field = RedisWord(RedisWords.word(edge))
        if people.isEmpty {
            send(["HDEL", key, field], .nothing)
        } else {
            let value = RedisWords.word("\(link.number):") + RedisWords.people(people)
            send(["HSET", key, field, .init(value)], .nothing)
            send(["PEXPIRE", key, .init(RedisWords.word(Self.presenceTime))], .nothing)
        }
    }

    func publishPresence(
        of edge: UInt32, in name: RoomName, _ epoch: UInt64, came: [UInt32], gone: [UInt32]
    ) {
        let text =
            RedisWords.word("present\n\(String(epoch, radix: 16))\n\(edge)\n")
            + RedisWords.people(came) + [10]
            + RedisWords.people(gone)
        send(["PUBLISH", .init(RedisWords.room(name)), .init(text)], .nothing)
    }

    /// What nobody renews, as a node ended and no other had the room open, goes after a day.
    private static let presenceTime: Int64 = 86_400_000

    /// Of what others say, what is news here.
    func changePresent(
        at edge: UInt32, in room: RedisRoom, came: [UInt32], gone: [UInt32]
    ) {
        let before = room.elsewhere[edge] ?? []
        let now = before.union(came).subtracting(gone)
        room.elsewhere[edge] = now.isEmpty ? nil : now
        tellPresent(
            at: edge, in: room, came: now.subtracting(before), gone: before.subtracting(now))
    }

    private func tellPresent(
        at edge: UInt32, in room: RedisRoom, came: Set<UInt32>, gone: Set<UInt32>
    ) {
        guard !(came.isEmpty && gone.isEmpty) else { return }
        tell(
            room.audience.edges,
            .presence(room.name, edge: edge, came: came.sorted(), gone: gone.sorted()))
    }

    /// Who is at other nodes, as it was read.
    func takePresent(_ state: RedisRoomState, in room: RedisRoom) {
        let present = state.present.filter { $0.key / RedisLink.edgesMax != node }
        for edge in Set(room.elsewhere.keys).union(present.keys).sorted() {
            let (before, now) = (room.elsewhere[edge] ?? [], present[edge] ?? [])
            tellPresent(
                at: edge, in: room, came: now.subtracting(before), gone: before.subtracting(now))
        }
        room.elsewhere = present
    }

    /// Whoever was at a node that is gone, is gone.
    func takeNodes(_ answer: RedisReply, _ nodes: [UInt32]) {
        guard let found = answer.list, found.count == nodes.count else { return }
        let gone = zip(nodes, found).filter { $0.1 == .nothing }.map(\.0)
        guard !gone.isEmpty else { return }
        for room in rooms.values {
            for edge in room.elsewhere.keys.sorted()
            where gone.contains(edge / RedisLink.edgesMax) {
                let people = room.elsewhere.removeValue(forKey: edge) ?? []
                tellPresent(at: edge, in: room, came: [], gone: people)
                abandoned.append((room.name, edge))
            }
        }
    }
}
