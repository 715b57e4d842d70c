import RoomStore
import SharedRoom

/// Making snapshots, and moving the events before them to the history.
extension RedisBackend {
    func compactLater(_ room: RedisRoom) {
        awaitingCompaction.append(room)
        compactNext()
    }

    /// Begins to compact a room, one at a time.
    func compactNext() {
        while session != nil, !isCompacting, let room = awaitingCompaction.removeFirst() {
            guard room.isOpen else { continue }
            isCompacting = true
            request(
                .open(room.name, keys, after: 0, time: roomTime), .ofRoom(room, .compactionState))
        }
    }

    func compact(_ room: RedisRoom, _ reply: RedisReply) {
        isCompacting = false
        guard let state = RedisRoomState(reply), state.isWhole, state.rules == options.common.rules,
            state.events.count > options.limits.eventsKeptMax,
            let call = compaction(
                of: state.events.count - options.limits.eventsKeptMax / 2, in: room.name, state,
                epoch: state.epoch)
        else { return compactNext() }
        isCompacting = true
        request(call, .ofRoom(room, .compaction))
    }

    /// Converts a room of older rules: its last snapshot becomes one of the current rules, in another epoch.
    func convert(_ room: RedisRoom, _ id: OperationID, _ state: RedisRoomState) {
        let call = compaction(
            of: state.events.count, in: room.name, state, epoch: options.common.random())
        guard let call else { return fail(room.name, id, .setAside) }
        request(call, .ofRoom(room, .conversion(id)))
    }

    /// Replaces the first `count` events of a state; nil if they are invalid.
    private func compaction(
        of count: Int, in name: RoomName, _ state: RedisRoomState, epoch: UInt64
    ) -> RedisCall? {
        let events = Array(state.events[..<count])
        guard let compacted = options.common.compact(state.snapshot, events) else { return nil }
        let limits = options.limits
        return RedisCall(
            .compact, keys: keys.stored(name),
            [
                RedisWord(epoch: state.epoch), "\(state.compacted)",
                "\(events.last?.sequence ?? state.compacted)", RedisWord(compacted.snapshot),
                "\(options.common.rules)", RedisWord(epoch: epoch),
                compacted.clearsTape ? "1" : "0",
                "\(limits.tapeLinesMax)", "\(roomTime)", "\(events.frame.count)",
                "\(limits.history.eventsPerMilestone)", "\(limits.history.eventsMax)",
                "\(limits.history.bytesMax)",
            ] + compacted.tape.flatMap { ["\($0.sequence)", RedisWord($0.line)] })
    }
}
