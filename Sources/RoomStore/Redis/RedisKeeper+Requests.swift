import SharedRoom

/// What edges ask.
extension RedisKeeper {
    func take(_ errand: StoreErrand) {
        switch errand {
        case .attach(let edge): edges.insert(edge)
        case .detach(let edge): detach(edge)
        case .request(let request, let edge): take(request, from: edge)
        case .overload(let request, let edge):
            if let ticket = request.ticket { refuse(request.room, ticket, .unavailable, to: edge) }
        }
    }

    func take(_ request: LogRequest, from edge: UInt32) {
        guard edges.contains(edge) else { return }
        guard link != nil else { return takeWhileAway(request, from: edge) }
        switch request {
        case .open(let name, let ticket): open(name, ticket, at: edge)
        case .append(let name, let drafts, let ticket):
            append(drafts, to: name, ticket, from: edge)
        case .head(let name, let ticket):
            ask(name, ticket, edge) { room in
                send(
                    ["HGET", .init(RedisWords.room(name)), "head"],
                    .head(room, edge, ticket: ticket))
            }
        case .announce(let name, let came, let gone): announce(came, gone, in: name, from: edge)
        case .close(let name, let ticket): close(name, ticket, at: edge)
        case .forget(let name, let ticket): forget(name, ticket, from: edge)
        }
    }

    func detach(_ edge: UInt32) {
        settle()
        for name in openRooms.remove(edge) { leave(name, at: edge) }
        edges.remove(edge)
        putOff.removeAll { $0.edge == edge }
    }

    /// Reads are answered by a Redis that is there; what is new is refused.
    private func takeWhileAway(_ request: LogRequest, from edge: UInt32) {
        switch request {
        case .announce(let name, let came, let gone): announce(came, gone, in: name, from: edge)
        case .open, .append, .head, .close, .forget:
            if let room = rooms[request.room], !room.doubts.isEmpty {
                putOff.append((request, edge))
            } else if case .close(let name, let ticket) = request {
                close(name, ticket, at: edge)
            } else {
                refuse(request, from: edge)
            }
        }
    }

    func refuse(_ request: LogRequest, from edge: UInt32) {
        let isOpen = rooms[request.room]?.audience.contains(edge) ?? false
        switch request {
        case .open(let name, let ticket):
            refuse(name, ticket, .unavailable, to: edge)
            if let room = rooms[name] { dropIfUnused(room) }
        case .append(let name, _, let ticket), .head(let name, let ticket),
            .close(let name, let ticket), .forget(let name, let ticket):
            refuse(name, ticket, isOpen ? .unavailable : .notOpen, to: edge)
        case .announce: break
        }
    }

    /// The room, if it is open at the edge and nothing is about to change that.
    private func room(_ name: RoomName, openAt edge: UInt32) -> RedisRoom? {
        if rooms[name]?.isChanging == true { settle() }
        return rooms[name].flatMap { $0.audience.contains(edge) ? $0 : nil }
    }

    private func ask(
        _ name: RoomName, _ ticket: Int64, _ edge: UInt32, _ question: (RedisRoom) -> Void
    ) {
        guard let room = room(name, openAt: edge) else {
            return refuse(name, ticket, .notOpen, to: edge)
        }
        question(room)
    }

    private func open(_ name: RoomName, _ ticket: Int64, at edge: UInt32) {
        settle(name)
        guard let link else { return refuse(.open(name, ticket: ticket), from: edge) }
        let room: RedisRoom
        if let known = rooms[name] {
            room = known
        } else {
            room = RedisRoom(name)
            rooms[name] = room
            link.listen(to: [name])
            takeNews()
        }
        room.isChanging = true
        read(room, after: 0, creating: options.random(), .open(room, edge, ticket: ticket))
    }

    /// Listens to all rooms that are about to be opened, since one that is must be listened to before.
    func listen(toOpened requests: [(request: LogRequest, edge: UInt32)]) {
        var names: [RoomName] = []
        for case (.open(let name, _), let edge) in requests
        where edges.contains(edge) && rooms[name] == nil {
            rooms[name] = RedisRoom(name)
            names.append(name)
        }
        link?.listen(to: names)
        if !names.isEmpty { takeNews() }
    }

    private func append(
        _ drafts: [Draft], to name: RoomName, _ ticket: Int64, from edge: UInt32
    ) {
        guard let room = room(name, openAt: edge) else {
            return refuse(name, ticket, .notOpen, to: edge)
        }
        guard !drafts.isEmpty else {
            settle(name)
            return tell([edge], .done(name, ticket: ticket))
        }
        guard let link else {
            return takeWhileAway(.append(name, drafts, ticket: ticket), from: edge)
        }
        lastAppend += 1
        let number = RedisWords.word("\(node).\(link.number).\(lastAppend)")
        let time = min(max(options.clock(), 0), RoomLimits.numberMax)
        var words = [
            RedisWords.word(epoch: room.epoch), RedisWords.word(link.number),
            RedisWords.word(time), RedisWords.word(options.rules), RedisWords.word(roomTime),
            number,
        ]
        for draft in drafts {
            var writer = JSONWriter(capacity: 64)
            draft.writeBody(to: &writer)
            words.append(writer.bytes)
        }
        let keys = [
            RedisWords.room(name), RedisWords.events(name),
            RedisWords.nodePrefix + RedisWords.word(node),
        ]
        let doubt = RedisRoom.Doubt(number: number, edge: edge, ticket: ticket, told: room.told)
        link.evaluate(.append, keys: keys, words)
        expect(.append(room, doubt, drafts))
    }

    private func announce(
        _ came: [UInt32], _ gone: [UInt32], in name: RoomName, from edge: UInt32
    ) {
        guard let room = room(name, openAt: edge) else { return }
        let news = room.audience.announce(came, gone, at: edge)
        tellPresence(in: room, edge, came: news.came, gone: news.gone)
    }

    private func close(_ name: RoomName, _ ticket: Int64, at edge: UInt32) {
        settle(name)
        guard let room = rooms[name], room.audience.contains(edge) else {
            return refuse(name, ticket, .notOpen, to: edge)
        }
        guard room.doubts.isEmpty else {
            return putOff.append((.close(name, ticket: ticket), edge))
        }
        // The edge receives no events any more for which these answers could wait.
        for (holder, report) in room.held where holder == edge { tell([edge], report) }
        leave(name, at: edge)
        tell([edge], .done(name, ticket: ticket))
    }

    private func leave(_ name: RoomName, at edge: UInt32) {
        guard let room = rooms[name], room.audience.contains(edge) else { return }
        let gone = room.audience.close(at: edge)
        openRooms.closed(name, at: edge)
        room.held.removeAll { $0.edge == edge }
        room.doubts.removeAll { $0.edge == edge }
        tellPresence(in: room, edge, came: [], gone: gone)
        dropIfUnused(room)
    }

    func dropIfUnused(_ room: RedisRoom) {
        guard room.audience.isEmpty, room.unanswered == 0 else { return }
        rooms[room.name] = nil
        link?.stopListening(to: room.name)
    }

    private func forget(_ name: RoomName, _ ticket: Int64, from edge: UInt32) {
        settle(name)
        guard let room = room(name, openAt: edge) else {
            return refuse(name, ticket, .notOpen, to: edge)
        }
        guard let link else { return refuse(name, ticket, .unavailable, to: edge) }
        let keys = [
            RedisWords.room(name), RedisWords.events(name), RedisWords.tape(name),
            RedisWords.present(name),
        ]
        link.evaluate(
            .forget, keys: keys,
            [
                RedisWords.word(epoch: room.epoch), RedisWords.word(epoch: options.random()),
                RedisWords.word(Self.emptyRoomTime),
            ])
        room.isChanging = true
        expect(.forget(name, edge, ticket: ticket))
        // What comes next may be asked by an edge that has the room open no more.
        settle()
    }
}
