import SharedRoom

/// Rooms as edges are told of them.
extension RedisKeeper {
    func takeOpened(
        _ answer: RedisReply, _ room: RedisRoom, _ edge: UInt32, _ ticket: Int64
    ) {
        room.isChanging = false
        guard let state = RedisRoomState(answer), state.head == 0 || state.isWhole else {
            refuse(room.name, ticket, .outOfOrder, to: edge)
            return dropIfUnused(room)
        }
        guard state.rules <= options.rules else {
            refuse(room.name, ticket, .newerRules, to: edge)
            return dropIfUnused(room)
        }
        if state.head > 0, state.rules < options.rules {
            room.isChanging = true
            return waitingForRenewal.append((room, edge, ticket))
        }
        if room.audience.isEmpty {
            room.epoch = state.epoch
            room.life = life
            room.told = state.head
            room.known = state.head
        } else if takeLife(state, of: room) {
            learn(state.events, in: room)
        } else {
            return refuse(room.name, ticket, .unavailable, to: edge)
        }
        takePresent(state, in: room)
        let others = room.audience.open(at: edge)
        openRooms.opened(room.name, at: edge)
        let opened = opened(room, state, others)
        tell([edge], .opened(room.name, ticket: ticket, opened))
    }

    private func opened(
        _ room: RedisRoom, _ state: RedisRoomState, _ others: [OpenedRoom.Presence]
    ) -> OpenedRoom {
        let present = (others + room.presentElsewhere).sorted {
            ($0.edge, $0.participant) < ($1.edge, $1.participant)
        }
        return OpenedRoom(
            epoch: room.epoch ^ room.life, secret: room.life, snapshot: state.form,
            events: state.events, present: present)
    }

    /// Everybody here is told the room anew.
    func openAnew(_ room: RedisRoom, _ state: RedisRoomState) {
        room.epoch = state.epoch
        room.life = life
        room.told = state.head
        room.known = state.head
        refuseHeld(in: room, .unavailable)
        room.elsewhere = state.present.filter { $0.key / RedisLink.edgesMax != node }
        for edge in room.audience.edges {
            let opened = opened(room, state, room.audience.open(at: edge))
            tell([edge], .replaced(room.name, opened))
        }
        resolveDoubts(of: room, state)
    }

    /// Answers the appends of which a lost connection left open whether they were done. If a snapshot has replaced
    /// the events after them, the edges receive it, and the answer means nothing.
    func resolveDoubts(of room: RedisRoom, _ state: RedisRoomState) {
        for doubt in room.doubts {
            if state.appends.contains(doubt.number) || state.folded > doubt.told {
                tell([doubt.edge], .done(room.name, ticket: doubt.ticket))
            } else {
                refuse(room.name, doubt.ticket, .unavailable, to: doubt.edge)
            }
        }
        room.doubts = []
    }

    /// What is kept of a room is none of ours.
    func setAside(_ room: RedisRoom) {
        options.report(.setAside(room.name, "its data in Redis are invalid"))
        refuseHeld(in: room, .outOfOrder)
        for doubt in room.doubts { refuse(room.name, doubt.ticket, .outOfOrder, to: doubt.edge) }
        room.doubts = []
        rooms[room.name] = nil
        link?.stopListening(to: room.name)
        for edge in room.audience.edges {
            openRooms.closed(room.name, at: edge)
            _ = room.audience.close(at: edge)
            tell([edge], .failed(room.name, .outOfOrder))
        }
    }

    /// Answers that cannot come any more.
    func refuseHeld(in room: RedisRoom, _ failure: LogFailure) {
        for (edge, report) in room.held {
            guard let ticket = report.ticket else { continue }
            refuse(room.name, ticket, failure, to: edge)
        }
        room.held = []
    }
}
