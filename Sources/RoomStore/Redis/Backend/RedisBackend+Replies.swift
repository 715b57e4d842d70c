import SharedRoom

/// Replies of Redis.
extension RedisBackend {
    /// The reply to the oldest request.
    func receive(_ reply: RedisReply) {
        guard let request = requests.removeFirst() else { return }
        waitingSince = requests.isEmpty ? nil : now
        request.room?.requestCount -= 1
        defer { if let room = request.room { dropIfUnused(room) } }
        if case .failure(let message) = reply {
            endWithoutReply(request, refusal: message)
            if Self.connectionErrors.contains(where: message.hasPrefix) { lose(message) }
            return
        }
        switch request {
        case .operation(let operation, let id, let room): receive(reply, to: operation, id, room)
        case .upkeep(let upkeep, let room): receive(reply, to: upkeep, room)
        case .replication(let reads): receiveReplication(reply, reads)
        case .storeEpoch:
            if reply.epoch != session?.storeEpoch { lose(Self.newEpoch) }
        case .nodes(let nodes): receiveNodes(reply, nodes)
        case .renewal:
            if reply.integer != 1 { lose("others took this node for dead") }
        case .nothing: break
        }
    }

    /// Errors that another connection may not have. A primary that has become a replica is read-only.
    private static let connectionErrors =
        ["FENCED", "NOSCRIPT", "READONLY"] + RedisFailure.ofOtherServers

    /// A replica was promoted, or Redis has lost events.
    static let newEpoch = "it has begun again"

    private func receive(
        _ reply: RedisReply, to operation: RedisOperation, _ id: OperationID, _ room: RedisRoom
    ) {
        switch operation {
        case .append(let append): receiveAppended(reply, append, id, room)
        case .load(let known, let isFinal):
            receiveLoaded(reply, room, id, known, isFinal: isFinal)
        case .head: events.append(.head(room.name, id, reply.integer ?? 0))
        case .forget: receiveForgotten(reply, room, id)
        case .conversion:
            // If another node was first, the edge has to try again.
            reply == .number(1) ? load(room, id) : fail(room.name, id)
        }
    }

    private func receive(_ reply: RedisReply, to upkeep: RedisUpkeep, _ room: RedisRoom) {
        switch upkeep {
        case .catchUp(let known, let sequence, let isFinal):
            receiveState(reply, room, known, after: sequence, isFinal: isFinal)
        case .confirmation(let appends): receiveConfirmation(reply, appends, in: room)
        case .recovery(let read): repeatRead(read)
        case .progress(let known): receiveProgress(reply, room, known)
        case .compactionState: compact(room, reply)
        case .compaction:
            isCompacting = false
            compactNext()
        case .announcement(let edge, let number):
            noteAnnouncement(number, at: edge, in: room, isExecuted: reply == .number(1))
        }
    }

    private func receiveAppended(
        _ reply: RedisReply, _ append: RedisAppend, _ id: OperationID, _ room: RedisRoom
    ) {
        guard let parts = reply.list, parts.count == 3, let first = parts[0].integer,
            let time = parts[1].integer
        else {
            // The room has another epoch, which the next progress report shows.
            room.checksLeft = RedisRoom.checksMax
            return fail(room.name, id)
        }
        let appended = RedisAppended(
            append: append, id: id, room: room,
            events: append.drafts.events(from: first, at: time),
            compacted: parts[2].integer ?? 0)
        options.replicas == 0 ? finish(appended) : awaitReplicas(appended)
    }

    /// Reports events that are published.
    func finish(_ appended: RedisAppended) {
        noteSuccess()
        let room = appended.room
        count(appended.events.count, committedIn: time - appended.append.sent)
        let last = appended.events.last?.sequence ?? 0
        if room.isOpen { room.note(last) }
        events.append(.appended(room.name, appended.id, appended.events))
        if last - appended.compacted > Int64(options.limits.eventsKeptMax) { compactLater(room) }
    }

    private func receiveForgotten(_ reply: RedisReply, _ room: RedisRoom, _ id: OperationID) {
        noteSuccess()
        guard reply.integer != 0 else {
            // Another node was first. A room that was made since then stays.
            noteForgetting(of: room)
            return fail(room.name, id, .notOpen)
        }
        room.end()
        events.append(.forgotten(room.name, id))
    }

    /// Another node has forgotten the room, or this one with a command whose reply was lost. Appends of unknown outcome
    /// may have been executed before.
    func noteForgetting(of room: RedisRoom) {
        events.append(.forgottenElsewhere(room.name))
        for (operation, id) in room.uncertain {
            let isAppend = if case .append = operation { true } else { false }
            events.append(isAppend ? .appended(room.name, id, []) : .forgotten(room.name, id))
        }
        room.uncertain = []
        room.end()
    }

    private func receiveProgress(_ reply: RedisReply, _ room: RedisRoom, _ known: RedisHead) {
        guard let parts = reply.list, parts.count == 3, room.isOpen else { return }
        let known = room.sequence(of: known)
        let (head, announced) = (parts[1].integer ?? 0, parts[2].integer ?? 0)
        let epoch = parts[0].epoch
        if epoch == nil, known == 0 {
            // While Redis refuses writes, each node has another epoch of the empty room.
            room.checksLeft = RedisRoom.checksMax
            readState(of: room, after: 0, creating: room.epoch)
        } else if let epoch, epoch != room.epoch {
            readState(of: room, after: 0)
        } else if head < known {
            loseEvents()
        } else if head > room.head || announced > room.announced {
            readMissed(of: room)
        }
    }

    /// Redis has fewer events than edges have received, so another store epoch begins.
    private func loseEvents() {
        lostEpoch = session?.storeEpoch
        lose("it has lost events")
    }

    /// Reads who is present in the rooms where a connection that announced participants is not the current one.
    private func receiveNodes(_ reply: RedisReply, _ nodes: [UInt32]) {
        guard let found = reply.list, found.count == nodes.count else { return }
        let current = Dictionary(uniqueKeysWithValues: zip(nodes, found.map(\.integer)))
        for room in rooms.all where room.isOpen {
            let isOutdated = room.edgesElsewhere.contains { edge, connection in
                current[edge / RedisConnector.edgesMax].map { $0 != connection } ?? false
            }
            if isOutdated { readMissed(of: room) }
        }
    }
}

/// Rooms as Redis has them.
extension RedisBackend {
    private func receiveLoaded(
        _ reply: RedisReply, _ room: RedisRoom, _ id: OperationID, _ known: RedisHead,
        isFinal: Bool
    ) {
        guard let session else { return }
        guard let state = RedisRoomState(reply), state.head == 0 || state.isWhole else {
            return fail(room.name, id, .outOfOrder)
        }
        guard state.storeEpoch == session.storeEpoch else {
            fail(room.name, id)
            return lose(Self.newEpoch)
        }
        guard state.rules <= options.common.rules else { return fail(room.name, id, .newerRules) }
        guard isFinal || state.last <= state.head else {
            return confirm(state, of: room, for: .opening(id))
        }
        if state.head > 0, state.rules < options.common.rules {
            return state.last == state.head ? convert(room, id, state) : fail(room.name, id)
        }
        if room.isOpen, state.epoch != room.epoch {
            state.replacedEpoch == room.epoch
                ? replace(room, state, session) : noteForgetting(of: room)
        } else if room.isOpen {
            guard state.head >= room.sequence(of: known) else {
                fail(room.name, id)
                return loseEvents()
            }
            // A message may be newer.
            guard state.head >= room.head, state.announced >= room.announced else {
                return load(room, id)
            }
        }
        begin(room, state, session)
        room.isOpen = true
        events.append(.loaded(room.name, id, loaded(room, state)))
        readIfMissed(room)
    }

    private func replace(_ room: RedisRoom, _ state: RedisRoomState, _ session: RedisSession) {
        begin(room, state, session)
        events.append(.replaced(room.name, loaded(room, state)))
    }

    private func begin(_ room: RedisRoom, _ state: RedisRoomState, _ session: RedisSession) {
        room.epoch = state.epoch
        room.storeEpoch = session.storeEpoch
        room.head = state.head
        room.checksLeft = RedisRoom.checksMax
        room.announced = state.announced
        room.edgesElsewhere = elsewhere(state).mapValues(\.connection)
    }

    private func elsewhere(_ state: RedisRoomState) -> [UInt32: RedisPresence] {
        state.present.filter { $0.key / RedisConnector.edgesMax != node }
    }

    private func loaded(_ room: RedisRoom, _ state: RedisRoomState) -> LoadedRoom {
        LoadedRoom(
            room: state.opened(storeEpoch: room.storeEpoch), head: state.head,
            elsewhere: elsewhere(state).mapValues(\.people))
    }

    /// The state of a room after a reconnection, or the missing events.
    private func receiveState(
        _ reply: RedisReply, _ room: RedisRoom, _ known: RedisHead, after sequence: Int64,
        isFinal: Bool
    ) {
        guard let session else { return }
        guard let state = RedisRoomState(reply) else { return setAside(room) }
        guard state.storeEpoch == session.storeEpoch else { return lose(Self.newEpoch) }
        if state.last > state.head, !isFinal, !room.isCurrent || !room.uncertain.isEmpty {
            return confirm(state, of: room, for: .catchingUp(after: sequence))
        }
        if !room.isOpen {
        } else if room.storeEpoch != session.storeEpoch
            || state.snapshot != nil && state.epoch == room.epoch
        {
            replace(room, state, session)
        } else if state.epoch != room.epoch {
            if state.replacedEpoch != room.epoch {
                noteForgetting(of: room)
            } else if sequence == 0 {
                replace(room, state, session)
            } else {
                return readState(of: room, after: 0)
            }
        } else if state.head < room.sequence(of: known) {
            return loseEvents()
        } else {
            room.note(state.head)
            events.append(.events(room.name, state.events))
            notePresence(state, room)
        }
        events.append(.caughtUp(room.name))
        answerUncertain(in: room, state)
        if case .reading = room.stage { makeCurrent(room) }
    }

    private func notePresence(_ state: RedisRoomState, _ room: RedisRoom) {
        guard state.announced >= room.announced else { return }
        room.announced = state.announced
        room.edgesElsewhere = elsewhere(state).mapValues(\.connection)
        events.append(.presenceElsewhere(room.name, elsewhere(state).mapValues(\.people)))
    }

    /// Answers commands of unknown outcome. If a snapshot or another epoch has replaced the events of an append, the edges
    /// have received the snapshot or the end of the room, and the answer means nothing.
    private func answerUncertain(in room: RedisRoom, _ state: RedisRoomState) {
        let uncertain = room.uncertain
        room.uncertain = []
        for (operation, id) in uncertain {
            guard case .append(let append) = operation else {
                fail(room.name, id)
                continue
            }
            if let first = state.appends[append.number.bytes] {
                let found = state.events.filter { $0.sequence >= first }
                events.append(.appended(room.name, id, Array(found.prefix(append.drafts.count))))
            } else if state.compacted > append.after
                || state.epoch != 0 && state.epoch != append.epoch
            {
                events.append(.appended(room.name, id, []))
            } else {
                fail(room.name, id)
            }
        }
        dropIfUnused(room)
    }

    private func setAside(_ room: RedisRoom) {
        report(.setAside(room.name, "its data in Redis are invalid"))
        for (_, id) in room.uncertain { fail(room.name, id, .outOfOrder) }
        room.uncertain = []
        events.append(.invalid(room.name))
        room.end()
        makeCurrent(room)
    }
}
