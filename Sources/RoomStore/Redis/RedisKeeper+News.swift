import SharedRoom

/// What is told of rooms.
extension RedisKeeper {
    /// Takes what was published, once all subscriptions hold.
    func takeNews() {
        guard let link else { return }
        do throws(RedisFailure) {
            for (name, text) in try link.takeNews() {
                guard let room = rooms[name], !room.audience.isEmpty else { continue }
                take(text.split(separator: 10, omittingEmptySubsequences: false), of: room)
            }
        } catch {
            lose(link, error.message)
        }
    }

    private func take(_ lines: [ArraySlice<UInt8>], of room: RedisRoom) {
        func text(_ place: Int) -> String {
            place < lines.count ? String(decoding: lines[place], as: UTF8.self) : ""
        }
        switch text(0) {
        case "events":
            // Most of it is known as the answer to an append of one's own.
            guard UInt64(text(1), radix: 16) == room.epoch, let first = Int64(text(2)),
                let last = Int64(text(3)), last > room.told, let time = Int64(text(4)),
                let events = RedisEvents.decoded(first, lines[5...].map { (time, Array($0)) })
            else { return }
            learn(events, in: room)
        case "present":
            guard lines.count == 5, UInt64(text(1), radix: 16) == room.epoch,
                let edge = UInt32(text(2)), edge / RedisLink.edgesMax != node
            else { return }
            changePresent(
                at: edge, in: room, came: RedisWords.people(in: lines[3]),
                gone: RedisWords.people(in: lines[4]))
        case "forgotten":
            if UInt64(text(1), radix: 16) == room.epoch { tellForgotten(room.name) }
        default: break
        }
    }

    /// The edges here are told what follows what they know.
    func learn(_ events: [Event], in room: RedisRoom) {
        room.checksLeft = RedisRoom.checks
        var news: [Event] = []
        for event in events where event.sequence > room.told {
            guard event.sequence == room.told + 1 else {
                note(events.last?.sequence ?? 0, in: room)
                break
            }
            room.told += 1
            news.append(event)
        }
        room.known = max(room.known, room.told)
        if !news.isEmpty { tell(room.audience.edges, .events(room.name, news)) }
        guard room.told == room.known else { return }
        for (edge, report) in room.held { tell([edge], report) }
        room.held = []
    }

    /// There are events up to this one.
    private func note(_ sequence: Int64, in room: RedisRoom) {
        room.known = max(room.known, sequence)
        if room.told < room.known { behind.insert(room.name) }
    }

    /// A room from where it was told on, or anew.
    func takeRest(_ answer: RedisReply, _ room: RedisRoom) {
        guard !room.audience.isEmpty else { return }
        guard let state = RedisRoomState(answer) else { return setAside(room) }
        if room.life != life { return openAnew(room, state) }
        guard takeLife(state, of: room) else { return }
        if state.form != nil { return openAnew(room, state) }
        learn(state.events, in: room)
        resolveDoubts(of: room, state)
        takePresent(state, in: room)
    }

    func takeProgress(_ answer: RedisReply, _ room: RedisRoom) {
        guard let parts = answer.list, parts.count == 2, !room.audience.isEmpty else { return }
        let head = parts[1].integer ?? 0
        let epoch = parts[0].text.flatMap { UInt64($0, radix: 16) }
        guard isSameLife(epoch ?? room.epoch, head: head, of: room) else { return }
        note(head, in: room)
    }

    /// Whether what was read is of the life that the edges here know.
    func takeLife(_ state: RedisRoomState, of room: RedisRoom) -> Bool {
        isSameLife(state.epoch, head: state.head, of: room)
    }

    private func isSameLife(_ epoch: UInt64, head: Int64, of room: RedisRoom) -> Bool {
        if epoch != room.epoch {
            tellForgotten(room.name)
            return false
        }
        if head < room.told {
            // What was confirmed is not there.
            hasLost = true
            link = nil
            return false
        }
        return true
    }

    /// Whoever has it open is told that it is gone.
    func tellForgotten(_ name: RoomName) {
        guard let room = rooms.removeValue(forKey: name) else { return }
        let having = room.audience.edges
        for other in having {
            openRooms.closed(name, at: other)
            _ = room.audience.close(at: other)
        }
        for doubt in room.doubts { refuse(name, doubt.ticket, .unavailable, to: doubt.edge) }
        refuseHeld(in: room, .notOpen)
        room.isChanging = false
        link?.stopListening(to: name)
        tell(having, .forgotten(name))
    }
}
