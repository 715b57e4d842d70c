import SharedRoom

/// Replacing events by snapshots.
extension RedisBackend {
    func compactLater(_ room: RedisRoom, _ now: Int64) {
        if !room.awaitsCompaction { awaitingCompaction.append(room) }
        room.awaitsCompaction = true
        compactNext(now)
    }

    /// Begins to compact a room, one at a time.
    func compactNext(_ now: Int64) {
        while session != nil, !isCompacting, let room = awaitingCompaction.removeFirst() {
            room.awaitsCompaction = false
            guard room.isOpen else { continue }
            isCompacting = true
            ask(open(room, after: 0, creating: nil), .compactionState(room), now)
        }
    }

    func compact(_ room: RedisRoom, _ reply: RedisReply, _ now: Int64) {
        isCompacting = false
        guard let state = RedisRoomState(reply), state.isWhole, state.rules == options.rules,
            state.events.count > options.limits.eventsKeptMax
        else { return compactNext(now) }
        let older = state.events.count - options.limits.eventsKeptMax / 2
        guard let compacted = options.compact(state.form, Array(state.events[..<older])) else {
            return compactNext(now)
        }
        isCompacting = true
        ask(
            compaction(compacted, after: older, of: state, in: room.name, epoch: state.epoch),
            .compaction(room), now)
    }

    /// Converts a room of older rules: its last snapshot becomes one of the current rules, in another epoch.
    func convert(_ room: RedisRoom, _ id: OperationID, _ reply: RedisReply, _ now: Int64) {
        guard let state = RedisRoomState(reply), state.isWhole,
            let compacted = options.compact(state.form, state.events)
        else { return failLoad(room, id, .outOfOrder) }
        ask(
            compaction(
                compacted, after: state.events.count, of: state, in: room.name,
                epoch: options.random()),
            .conversion(room, id), now)
    }

    /// If another node was first, or Redis refuses writes, the edge has to try again.
    func receiveConverted(
        _ reply: RedisReply, _ room: RedisRoom, _ id: OperationID, _ now: Int64
    ) {
        guard reply == .number(1) else { return failLoad(room, id, .unavailable) }
        load(room, id, now)
    }
}

/// The commands.
extension RedisBackend {
    /// Reads a room from the event after this one on; 0 stands for everything. Creates an epoch if the room has none.
    func open(_ room: RedisRoom, after sequence: Int64, creating epoch: UInt64?) -> [RedisWord] {
        evaluation(
            .open,
            keys: [
                RedisWords.room(room.name), RedisWords.events(room.name),
                RedisWords.present(room.name), RedisWords.nodePrefix,
            ],
            [
                epoch.map(RedisWords.word(epoch:)) ?? [],
                RedisWords.word(Self.emptyRoomTime), RedisWords.word(roomTime),
                RedisWords.word(sequence == 0 ? -1 : sequence),
                RedisWords.word(RedisConnector.edgesMax),
            ])
    }

    func append(
        _ drafts: [Draft], _ number: [UInt8], to room: RedisRoom, _ session: RedisSession
    ) -> [RedisWord] {
        let time = min(max(options.clock(), 0), RoomLimits.numberMax)
        let bodies = drafts.map { draft in
            var writer = JSONWriter(capacity: 64)
            draft.writeBody(to: &writer)
            return writer.bytes
        }
        return evaluation(
            .append,
            keys: [
                RedisWords.room(room.name), RedisWords.events(room.name),
                RedisWords.nodePrefix + RedisWords.word(node),
            ],
            [
                RedisWords.word(epoch: room.epoch), RedisWords.word(session.number),
                RedisWords.word(time), RedisWords.word(options.rules), RedisWords.word(roomTime),
                number,
            ] + bodies)
    }

    func forget(_ room: RedisRoom) -> [RedisWord] {
        evaluation(
            .forget,
            keys: RedisWords.storedKeys(room.name) + [
                RedisWords.present(room.name), RedisWords.nodePrefix + RedisWords.word(node),
            ],
            [
                RedisWords.word(epoch: room.epoch), RedisWords.word(epoch: options.random()),
                RedisWords.word(Self.emptyRoomTime), RedisWords.word(session?.number ?? 0),
            ])
    }

    /// Replaces the first `count` events of a state.
    private func compaction(
        _ compacted: CompactedRoom, after count: Int, of state: RedisRoomState, in name: RoomName,
        epoch: UInt64
    ) -> [RedisWord] {
        let last = count == 0 ? state.compacted : state.events[count - 1].sequence
        return evaluation(
            .compact, keys: RedisWords.storedKeys(name),
            [
                RedisWords.word(epoch: state.epoch), RedisWords.word(state.compacted),
                RedisWords.word(last), compacted.snapshot, RedisWords.word(options.rules),
                RedisWords.word(epoch: epoch), compacted.clearsTape ? [49] : [48],
                RedisWords.word(options.limits.tapeLinesMax), RedisWords.word(roomTime),
            ] + compacted.tape.flatMap { [RedisWords.word($0.sequence), $0.line] })
    }

    func evaluation(
        _ script: RedisScript, keys: [[UInt8]], _ arguments: [[UInt8]]
    ) -> [RedisWord] {
        ["EVALSHA", .init(session?.digests[script] ?? []), .init(RedisWords.word(keys.count))]
            + (keys + arguments).map { RedisWord($0) }
    }
}
