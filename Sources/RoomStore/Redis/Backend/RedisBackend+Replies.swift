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
        case .load(let room, let id): receiveLoaded(reply, room, id, now)
        case .head(let room, let id):
            events.append(.head(room.name, id, reply.integer ?? 0))
        case .forget(let room, let id): receiveForgotten(reply, room, id)
        case .catchUp(let room): receiveState(reply, room, now)
        case .progress(let room): receiveProgress(reply, room, now)
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
        case .announcement, .nothing: break
        }
    }

    private func receiveFailure(_ message: String, of question: RedisQuestion, _ now: Int64) {
        switch question {
        case .append(let room, let id, _, _, _, _), .forget(let room, let id):
            if case .append = question { failedCommits += 1 }
            noteFailure(message)
            fail(room.name, id)
        case .load(let room, let id), .head(let room, let id), .conversionState(let room, let id),
            .conversion(let room, let id):
            fail(room.name, id)
            dropIfUnused(room)
        case .catchUp(let room): events.append(.caughtUp(room.name))
        case .compactionState, .compaction: isCompacting = false
        case .announcement(let announcement): noteMissed(announcement)
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
        room.note(last)
        events.append(.appended(room.name, id, appended))
        if last - (parts[2].integer ?? 0) > Int64(options.limits.eventsKeptMax) {
            compactLater(room, now)
        }
    }

    private func receiveForgotten(_ reply: RedisReply, _ room: RedisRoom, _ id: OperationID) {
        noteSuccess()
        let isDone = reply.integer != 0
        // Another node was first. A room that was made since then stays.
        if !isDone { events.append(.forgottenElsewhere(room.name)) }
        discard(room)
        events.append(
            isDone ? .forgotten(room.name, id) : .failed(room.name, id, .notOpen))
    }

    /// The room is gone. Commands that wait concern the next room of that name.
    private func discard(_ room: RedisRoom) {
        room.epoch = 0
        room.head = 0
        room.isOpen = false
        room.edgesElsewhere = []
        dropIfUnused(room)
    }

    private func receiveProgress(_ reply: RedisReply, _ room: RedisRoom, _ now: Int64) {
        guard let parts = reply.list, parts.count == 2, room.isOpen else { return }
        let head = parts[1].integer ?? 0
        let epoch = parts[0].text.flatMap { UInt64($0, radix: 16) }
        guard isKnown(room, epoch ?? room.epoch, head: head, now), head > room.head else { return }
        ask(open(room, after: room.head, creating: nil), .catchUp(room), now)
    }

    /// True if the room in Redis is the one that edges have open, with all its events. Otherwise the room is
    /// forgotten, or a life begins.
    private func isKnown(
        _ room: RedisRoom, _ epoch: UInt64, head: Int64, _ now: Int64
    ) -> Bool {
        if epoch != room.epoch {
            resolveForgetting(of: room)
            events.append(.forgottenElsewhere(room.name))
            discard(room)
            return false
        }
        guard head < room.head else { return true }
        hasLostEvents = true
        lose("it has lost events", at: now)
        return false
    }

    private func receiveNodes(_ reply: RedisReply, _ nodes: [UInt32], _ now: Int64) {
        guard let found = reply.list, found.count == nodes.count else { return }
        let gone = Set(zip(nodes, found).filter { $0.1 == .nothing }.map(\.0))
        guard !gone.isEmpty else { return }
        for room in rooms.all {
            for edge in room.edgesElsewhere.sorted()
            where gone.contains(edge / RedisConnector.edgesMax) {
                room.edgesElsewhere.remove(edge)
                events.append(.presence(room.name, edge: edge, people: []))
                let key = RedisWord(RedisWords.present(room.name))
                ask(["HDEL", key, .init(RedisWords.word(edge))], .nothing, now)
            }
        }
    }
}

/// Rooms as Redis has them.
extension RedisBackend {
    private func receiveLoaded(
        _ reply: RedisReply, _ room: RedisRoom, _ id: OperationID, _ now: Int64
    ) {
        guard let session else { return }
        guard let state = RedisRoomState(reply), state.head == 0 || state.isWhole else {
            return failLoad(room, id, .outOfOrder)
        }
        guard state.rules <= options.rules else { return failLoad(room, id, .newerRules) }
        if state.head > 0, state.rules < options.rules {
            return ask(open(room, after: 0, creating: nil), .conversionState(room, id), now)
        }
        if room.isOpen {
            guard isKnown(room, state.epoch, head: state.head, now) else {
                return fail(room.name, id)
            }
        }
        begin(room, state, session)
        room.isOpen = true
        events.append(.loaded(room.name, id, loaded(room, state)))
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
        room.edgesElsewhere = Set(elsewhere(state).keys)
    }

    private func elsewhere(_ state: RedisRoomState) -> [UInt32: Set<UInt32>] {
        state.present.filter { $0.key / RedisConnector.edgesMax != node }
    }

    private func loaded(_ room: RedisRoom, _ state: RedisRoomState) -> LoadedRoom {
        LoadedRoom(
            room: OpenedRoom(
                epoch: room.epoch ^ room.life, secret: room.life, snapshot: state.form,
                events: state.events),
            head: state.head, elsewhere: elsewhere(state))
    }

    /// The state of a room after a reconnection, or the missing events.
    private func receiveState(_ reply: RedisReply, _ room: RedisRoom, _ now: Int64) {
        guard let session else { return }
        guard let state = RedisRoomState(reply) else { return setAside(room, now) }
        if room.isOpen {
            if room.life != session.life || state.form != nil && state.epoch == room.epoch {
                begin(room, state, session)
                events.append(.replaced(room.name, loaded(room, state)))
            } else if isKnown(room, state.epoch, head: state.head, now) {
                room.note(state.head)
                room.edgesElsewhere = Set(elsewhere(state).keys)
                events.append(.events(room.name, state.events))
                events.append(.presenceElsewhere(room.name, elsewhere(state)))
            } else {
                return
            }
        }
        events.append(.caughtUp(room.name))
        resolveDoubts(of: room, state)
        if case .reading = room.stage { makeCurrent(room, now) }
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
                } else if state.folded > after {
                    events.append(.appended(room.name, id, []))
                } else {
                    fail(room.name, id)
                }
            case .forget(let id): fail(room.name, id)
            }
        }
        dropIfUnused(room)
    }

    /// The room has another epoch, so it was forgotten, by this node or by another one.
    private func resolveForgetting(of room: RedisRoom) {
        let doubts = room.doubts
        room.doubts = []
        for doubt in doubts {
            if case .forget(let id) = doubt {
                events.append(.forgotten(room.name, id))
            } else {
                fail(room.name, doubt.id)
            }
        }
    }

    private func setAside(_ room: RedisRoom, _ now: Int64) {
        options.report(.setAside(room.name, "its data in Redis are invalid"))
        for doubt in room.doubts { fail(room.name, doubt.id, .outOfOrder) }
        room.doubts = []
        events.append(.invalid(room.name))
        room.isOpen = false
        makeCurrent(room, now)
    }
}
