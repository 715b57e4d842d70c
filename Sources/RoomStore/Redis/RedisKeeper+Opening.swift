import SharedRoom

/// Rooms as edges are told of them.
extension RedisKeeper {
    func takeOpened(_ answer: RedisReply, _ room: RedisRoom, _ edge: UInt32) {
        room.isChanging = false
        guard let state = RedisRoomState(answer), state.head == 0 || state.isWhole else {
            tell([edge], .notOpened(room.name, .outOfOrder))
            return dropIfUnused(room)
        }
        guard state.rules <= options.rules else {
            tell([edge], .notOpened(room.name, .newerRules))
            return dropIfUnused(room)
        }
        if state.head > 0, state.rules < options.rules {
            room.isChanging = true
            return waitingForRenewal.append((room, edge))
        }
        if room.audience.isEmpty {
            room.epoch = state.epoch
            room.life = life
            room.told = state.head
            room.known = state.head
        } else if takeLife(state, of: room) {
            learn(state.events, in: room)
        } else {
            return tell([edge], .notOpened(room.name, .unavailable))
        }
        takePresent(state, in: room)
        let others = room.audience.open(at: edge)
        openRooms.opened(room.name, at: edge)
        tellOpened(room, state, to: edge, others)
    }

    private func tellOpened(
        _ room: RedisRoom, _ state: RedisRoomState, to edge: UInt32,
        _ others: [OpenedRoom.Presence]
    ) {
        let present = (others + room.presentElsewhere).sorted {
            ($0.edge, $0.participant) < ($1.edge, $1.participant)
        }
        let opened = OpenedRoom(
            epoch: room.epoch ^ room.life, secret: room.life, snapshot: state.form,
            events: state.events,
            present: present)
        tell([edge], .opened(room.name, opened))
    }

    /// Everybody here is told the room anew.
    func openAnew(_ room: RedisRoom, _ state: RedisRoomState) {
        room.epoch = state.epoch
        room.life = life
        room.told = state.head
        room.known = state.head
        refuseHeld(in: room, .unavailable)
        for doubt in room.doubts
        where !state.appends.contains(doubt.number) && state.folded <= doubt.told {
            refuse(room.name, doubt.ticket, .unavailable, to: doubt.edge)
        }
        room.doubts = []
        room.elsewhere = state.present.filter { $0.key / RedisLink.edgesMax != node }
        for edge in room.audience.edges {
            tellOpened(room, state, to: edge, room.audience.open(at: edge))
        }
    }

    /// What is kept of a room is none of ours.
    func setAside(_ room: RedisRoom) {
        options.report(.setAside(room.name, "its data in Redis are invalid"))
        refuseHeld(in: room, .outOfOrder)
        rooms[room.name] = nil
        link?.stopListening(to: room.name)
        for edge in room.audience.edges {
            openRooms.closed(room.name, at: edge)
            _ = room.audience.close(at: edge)
            tell([edge], .notOpened(room.name, .outOfOrder))
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
