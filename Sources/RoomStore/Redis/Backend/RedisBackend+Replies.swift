import SharedRoom

/// Replies of Redis.
extension RedisBackend {
    /// The reply to the oldest question.
    func receive(_ reply: RedisReply, at now: Int64) {
        guard let question = questions.removeFirst() else { return }
        waitingSince = questions.isEmpty ? nil : now
        question.room?.questionCount -= 1
        defer { if let room = question.room { dropIfUnused(room) } }
        if case .failure(let message) = reply {
            return receiveFailure(message, of: question, now)
        }
        switch question {
        case .append(let room, let id, _, let drafts, _, let sent):
            receiveAppended(reply, room, id, drafts, sent, now)
        case .load(let room, let id, let head): receiveLoaded(reply, room, id, head, now)
        case .head(let room, let id):
            events.append(.head(room.name, id, reply.integer ?? 0))
        case .forget(let room, let id): receiveForgotten(reply, room, id)
        case .catchUp(let room, let head): receiveState(reply, room, head, now)
        case .progress(let room, let head): receiveProgress(reply, room, head, now)
        case .compactionState(let room): compact(room, reply, now)
        case .compaction:
            isCompacting = false
            compactNext(now)
        case .conversionState(let room, let id): convert(room, id, reply, now)
        case .conversion(let room, let id): receiveConverted(reply, room, id, now)
        case .life:
            let life = reply.text.flatMap { UInt64($0, radix: 16) }
            if life != session?.life { lose("it has begun again", at: now) }
        case .nodes(let nodes): receiveNodes(reply, nodes, now)
        case .renewal:
            if reply.integer != 1 { lose("others took this node for dead", at: now) }
        case .announcement(let room, let edge, let number):
            noteAnnouncement(number, at: edge, in: room, isExecuted: reply == .number(1))
        case .nothing: break
        }
    }

    private func receiveFailure(_ message: String, of question: RedisQuestion, _ now: Int64) {
        switch question {
        case .append(let room, let id, _, _, _, _), .forget(let room, let id):
            if case .append = question { failedCommits += 1 }
            noteFailure(message)
            fail(room.name, id)
        case .load(let room, let id, _), .head(let room, let id),
            .conversionState(let room, let id), .conversion(let room, let id):
            fail(room.name, id)
        case .catchUp(let room, _): events.append(.caughtUp(room.name))
        case .compactionState, .compaction: isCompacting = false
        case .announcement(let room, let edge, let number):
            noteAnnouncement(number, at: edge, in: room, isExecuted: false)
        case .progress, .life, .nodes, .renewal, .nothing: break
        }
        // Another connection may be accepted.
        if message.hasPrefix("FENCED") || message.hasPrefix("NOSCRIPT") { lose(message, at: now) }
    }

    private func receiveAppended(
        _ reply: RedisReply, _ room: RedisRoom, _ id: OperationID, _ drafts: [Draft],
        _ sent: Int64, _ now: Int64
    ) {
        guard let parts = reply.list, parts.count == 3, let first = parts[0].integer,
            let time = parts[1].integer
        else {
            // The room has another epoch, which the next progress report shows.
            room.checksLeft = RedisRoom.checksMax
            return fail(room.name, id)
        }
        noteSuccess()
        let appended = drafts.enumerated().map { index, draft in
            Event(sequence: first + Int64(index), time: time, draft: draft)
        }
        committed = (
            (committed?.events ?? 0) + Int64(appended.count), committed?.sent ?? sent
        )
        let last = first + Int64(drafts.count) - 1
        if room.isOpen { room.note(last) }
        events.append(.appended(room.name, id, appended))
        if last - (parts[2].integer ?? 0) > Int64(options.limits.eventsKeptMax) {
            compactLater(room, now)
        }
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
        for doubt in room.doubts {
            switch doubt {
            case .append(let id, _, _, _): events.append(.appended(room.name, id, []))
            case .forget(let id): events.append(.forgotten(room.name, id))
            }
        }
        room.doubts = []
        room.end()
    }

    private func receiveProgress(
        _ reply: RedisReply, _ room: RedisRoom, _ known: Int64, _ now: Int64
    ) {
        guard let parts = reply.list, parts.count == 3, room.isOpen else { return }
        let (head, announced) = (parts[1].integer ?? 0, parts[2].integer ?? 0)
        let epoch = parts[0].text.flatMap { UInt64($0, radix: 16) }
        if epoch == nil, known == 0 {
            readState(of: room, after: 0, creating: room.epoch, now)
        } else if let epoch, epoch != room.epoch {
            noteForgetting(of: room)
        } else if head < known {
            loseEvents(now)
        } else if head > room.head || announced > room.announced {
            readMissed(of: room, now)
        }
    }

    /// Redis has fewer events than edges have received, so a life begins.
    private func loseEvents(_ now: Int64) {
        lostLife = session?.life
        lose("it has lost events", at: now)
    }

    /// Reads who is present in the rooms where a connection that announced participants is not the current one.
    private func receiveNodes(_ reply: RedisReply, _ nodes: [UInt32], _ now: Int64) {
        guard let found = reply.list, found.count == nodes.count else { return }
        let current = Dictionary(uniqueKeysWithValues: zip(nodes, found.map(\.integer)))
        for room in rooms.all where room.isOpen {
            let isOutdated = room.edgesElsewhere.contains { edge, connection in
                current[edge / RedisConnector.edgesMax].map { $0 != connection } ?? false
            }
            if isOutdated { readMissed(of: room, now) }
        }
    }
}

/// Rooms as Redis has them.
extension RedisBackend {
    private func receiveLoaded(
        _ reply: RedisReply, _ room: RedisRoom, _ id: OperationID, _ known: Int64, _ now: Int64
    ) {
        guard let session else { return }
        guard let state = RedisRoomState(reply), state.head == 0 || state.isWhole else {
            return failLoad(room, id, .outOfOrder)
        }
        guard state.rules <= options.rules else { return failLoad(room, id, .newerRules) }
        if state.head > 0, state.rules < options.rules {
            return ask(open(room, after: 0, creating: nil), .conversionState(room, id), now)
        }
        if room.isOpen, state.epoch != room.epoch { noteForgetting(of: room) }
        if room.isOpen {
            guard state.head >= known else {
                fail(room.name, id)
                return loseEvents(now)
            }
            // A message may be newer.
            guard state.head >= room.head, state.announced >= room.announced else {
                return load(room, id, now)
            }
        }
        begin(room, state, session)
        room.isOpen = true
        events.append(.loaded(room.name, id, loaded(room, state)))
        readIfMissed(room, now)
    }

    func failLoad(_ room: RedisRoom, _ id: OperationID, _ failure: LogFailure) {
        fail(room.name, id, failure)
        dropIfUnused(room)
    }

    private func begin(_ room: RedisRoom, _ state: RedisRoomState, _ session: RedisSession) {
        room.epoch = state.epoch
        room.life = session.life
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
            room: OpenedRoom(
                epoch: room.epoch ^ room.life, secret: room.life, snapshot: state.form,
                events: state.events),
            head: state.head, elsewhere: elsewhere(state).mapValues(\.people))
    }

    /// The state of a room after a reconnection, or the missing events.
    private func receiveState(
        _ reply: RedisReply, _ room: RedisRoom, _ known: Int64, _ now: Int64
    ) {
        guard let session else { return }
        guard let state = RedisRoomState(reply) else { return setAside(room, now) }
        if !room.isOpen {
        } else if room.life != session.life || state.form != nil && state.epoch == room.epoch {
            begin(room, state, session)
            events.append(.replaced(room.name, loaded(room, state)))
        } else if state.epoch != room.epoch {
            noteForgetting(of: room)
        } else if state.head < known {
            return loseEvents(now)
        } else {
            room.note(state.head)
            events.append(.events(room.name, state.events))
            notePresence(state, room)
        }
        events.append(.caughtUp(room.name))
        resolveDoubts(of: room, state)
        if case .reading = room.stage { makeCurrent(room, now) }
    }

    private func notePresence(_ state: RedisRoomState, _ room: RedisRoom) {
        guard state.announced >= room.announced else { return }
        room.announced = state.announced
        room.edgesElsewhere = elsewhere(state).mapValues(\.connection)
        events.append(.presenceElsewhere(room.name, elsewhere(state).mapValues(\.people)))
    }

    /// Answers the commands of a lost connection. If a snapshot has replaced the events of an append, the edges have
    /// received the snapshot, and the answer means nothing.
    private func resolveDoubts(of room: RedisRoom, _ state: RedisRoomState) {
        let doubts = room.doubts
        room.doubts = []
        for doubt in doubts {
            switch doubt {
            case .append(let id, let number, let drafts, let after):
                if let first = state.appends[number] {
                    let found = state.events.filter { $0.sequence >= first }.prefix(drafts.count)
                    events.append(.appended(room.name, id, Array(found)))
                } else if state.compacted > after {
                    events.append(.appended(room.name, id, []))
                } else {
                    fail(room.name, id)
                }
            case .forget(let id): fail(room.name, id)
            }
        }
        dropIfUnused(room)
    }

    private func setAside(_ room: RedisRoom, _ now: Int64) {
        options.report(.setAside(room.name, "its data in Redis are invalid"))
        for doubt in room.doubts { fail(room.name, doubt.id, .outOfOrder) }
        room.doubts = []
        events.append(.invalid(room.name))
        room.end()
        makeCurrent(room, now)
    }
}
