import RoomStore
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
        case .ofRoom(let room, let request): receive(reply, to: request, room)
        case .replicaCount: receiveReplicaCount(reply)
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

    private func receive(_ reply: RedisReply, to request: RedisRoomRequest, _ room: RedisRoom) {
        switch request {
        case .append(let append): receiveAppended(reply, append, room)
        case .head(let id): events.append(.head(room.name, id, reply.integer ?? 0))
        case .forget(let id): receiveForgotten(reply, room, id)
        case .read(let read): receive(RedisRoomState(reply), read, room)
        case .progress(let known): receiveProgress(reply, room, known)
        case .compactionState: compact(room, reply)
        case .compaction: room.isCompacting = false
        case .confirmation(let waiting): receiveConfirmation(reply, of: waiting)
        case .announcement(let edge, let number):
            noteAnnouncement(number, at: edge, in: room, isExecuted: reply == .number(1))
        }
    }

    private func receiveAppended(_ reply: RedisReply, _ append: RedisAppend, _ room: RedisRoom) {
        guard let parts = reply.list, parts.count == 3, let first = parts[0].integer,
            let time = parts[1].integer
        else {
            // The room has another epoch, which the next progress report shows.
            room.checksLeft = RedisRoom.checksMax
            return fail(room.name, append.id)
        }
        let found = append.drafts.events(from: first, at: time)
        let compacted = parts[2].integer ?? 0
        guard options.replicas > 0 else {
            return finish(append, found, in: room, compacted: compacted)
        }
        awaitReplicas(
            UnconfirmedEvents(
                room: room, epoch: append.epoch, last: found.last?.sequence ?? 0,
                origin: .append(append, found, compacted: compacted)))
    }

    /// Reports events that are published.
    ///
    /// - Parameter compacted: The last event in the snapshot.
    func finish(_ append: RedisAppend, _ found: [Event], in room: RedisRoom, compacted: Int64) {
        noteSuccess()
        count(found.count, committedIn: time - append.sent)
        let last = found.last?.sequence ?? 0
        if room.isOpen { room.note(last) }
        events.append(.appended(room.name, append.id, found))
        if last - compacted > Int64(options.limits.eventsKeptMax) { compact(room) }
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
        for (id, append) in room.uncertain {
            events.append(append == nil ? .forgotten(room.name, id) : .appended(room.name, id, []))
        }
        room.uncertain = []
        room.end()
    }

    private func receiveProgress(_ reply: RedisReply, _ room: RedisRoom, _ known: RedisHead) {
        guard let parts = reply.list, parts.count == 3, room.isOpen else { return }
        let known = room.sequence(of: known)
        let (head, announced) = (parts[1].integer ?? 0, parts[2].integer ?? 0)
        let epoch = parts[0].epoch
        if epoch != room.epoch, epoch != nil || known == 0 {
            // While Redis refuses writes, each node has another epoch of the empty room.
            room.checksLeft = RedisRoom.checksMax
            read(room)
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
    /// A state that was read, compared with the room that edges of this node have.
    private enum Comparison {
        /// No edge has the room open.
        case notOpen
        /// Redis has begun another store epoch since the edges received the room.
        case replaced
        /// The room was forgotten. The state is empty, or that of the next room of its name.
        case forgotten
        /// Redis lacks events that the edges have.
        case lost
        /// The state has all events that the edges had when it was requested.
        case current
    }

    private func compare(
        _ state: RedisRoomState, with room: RedisRoom, _ read: RedisRead
    ) -> Comparison {
        if !room.isOpen { return .notOpen }
        if room.storeEpoch != session?.storeEpoch { return .replaced }
        if room.epoch != state.epoch { return .forgotten }
        return state.head < room.sequence(of: read.known) ? .lost : .current
    }

    private func receive(_ state: RedisRoomState?, _ read: RedisRead, _ room: RedisRoom) {
        if let state, state.storeEpoch != session?.storeEpoch {
            abandon(read, of: room)
            return lose(Self.newEpoch)
        }
        if let id = read.opening {
            guard let state, state.head == 0 || state.isWhole else {
                return fail(room.name, id, .setAside)
            }
            open(room, state, read, id)
        } else {
            guard let state else { return setAside(room) }
            catchUp(room, state, read)
        }
    }

    /// Confirms the events behind the head of a state, then reads it again.
    private func confirm(_ state: RedisRoomState, _ read: RedisRead, _ room: RedisRoom) {
        awaitReplicas(
            UnconfirmedEvents(room: room, epoch: state.epoch, last: state.last, origin: .read(read))
        )
        requestReplicaCount()
    }

    private func open(
        _ room: RedisRoom, _ state: RedisRoomState, _ read: RedisRead, _ id: OperationID
    ) {
        guard state.last == 0 || state.rules == options.common.rules else {
            return fail(room.name, id, .otherRules)
        }
        guard read.isFinal || state.last <= state.head else { return confirm(state, read, room) }
        switch compare(state, with: room, read) {
        case .notOpen, .replaced: break
        case .forgotten: noteForgetting(of: room)
        case .lost:
            fail(room.name, id)
            return loseEvents()
        case .current:
            // A message may be newer.
            guard state.head >= room.head, state.announced >= room.announced else {
                return self.read(room, opening: id)
            }
        }
        begin(room, state)
        room.isOpen = true
        events.append(.loaded(room.name, id, loaded(state)))
        readIfMissed(room)
    }

    private func replace(_ room: RedisRoom, _ state: RedisRoomState) {
        begin(room, state)
        events.append(.replaced(room.name, loaded(state)))
    }

    private func begin(_ room: RedisRoom, _ state: RedisRoomState) {
        room.epoch = state.epoch
        room.storeEpoch = state.storeEpoch
        room.head = state.head
        room.checksLeft = RedisRoom.checksMax
        room.announced = state.announced
        room.edgesElsewhere = elsewhere(state).mapValues(\.connection)
    }

    private func elsewhere(_ state: RedisRoomState) -> [UInt32: RedisPresence] {
        state.present.filter { $0.key / RedisConnector.edgesMax != node }
    }

    private func loaded(_ state: RedisRoomState) -> LoadedRoom {
        LoadedRoom(
            room: state.opened, head: state.head,
            elsewhere: elsewhere(state).mapValues(\.people))
    }

    /// Continues a room after a reconnection, or with missing events.
    private func catchUp(_ room: RedisRoom, _ state: RedisRoomState, _ read: RedisRead) {
        let isWaiting = room.stage != .current || !room.uncertain.isEmpty
        if isWaiting, !read.isFinal, state.last > state.head { return confirm(state, read, room) }
        switch compare(state, with: room, read) {
        case .notOpen: break
        case .replaced: replace(room, state)
        case .forgotten: noteForgetting(of: room)
        case .lost: return loseEvents()
        // The missing events are compacted.
        case .current where state.snapshot != nil: replace(room, state)
        case .current:
            room.note(state.head)
            events.append(.events(room.name, state.events))
            notePresence(state, room)
        }
        events.append(.caughtUp(room.name))
        answerUncertain(in: room, state)
        if room.stage == .reading { makeCurrent(room) }
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
        for (id, append) in uncertain {
            guard let append else {
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
        for (id, _) in room.uncertain { fail(room.name, id, .setAside) }
        room.uncertain = []
        events.append(.invalid(room.name))
        room.end()
        makeCurrent(room)
    }
}
