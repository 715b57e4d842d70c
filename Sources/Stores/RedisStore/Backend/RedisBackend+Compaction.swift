import RoomStore
import SharedRoom

/// Making snapshots, and moving the events before them to the history.
extension RedisBackend {
    func compact(_ room: RedisRoom) {
        guard room.isOpen, !room.isCompacting else { return }
        room.isCompacting = true
        request(.open(room.name, keys, after: 0, time: roomTime), .ofRoom(room, .compactionState))
    }

    func compact(_ room: RedisRoom, _ reply: RedisReply) {
        guard let state = RedisRoomState(reply), state.isWhole, state.rules == options.common.rules,
            state.events.count > options.limits.eventsKeptMax,
            let call = compaction(of: room.name, state)
        else { return room.isCompacting = false }
        request(call, .ofRoom(room, .compaction))
    }

    /// Replaces the older half of the events with a snapshot; nil if they are invalid.
    private func compaction(of name: RoomName, _ state: RedisRoomState) -> RedisCall? {
        let limits = options.limits
        let events = Array(state.events.dropLast(limits.eventsKeptMax / 2))
        guard let compacted = options.common.compact(state.snapshot, events) else { return nil }
        return RedisCall(
            .compact, keys: keys.stored(name),
            [
                RedisWord(epoch: state.epoch), "\(state.compacted)",
                "\(events.last?.sequence ?? state.compacted)", RedisWord(compacted.snapshot),
                compacted.clearsTape ? "1" : "0",
                "\(limits.tapeLinesMax)", "\(roomTime)", "\(events.frame.count)",
                "\(limits.history.eventsPerMilestone)", "\(limits.history.eventsMax)",
                "\(limits.history.bytesMax)",
            ] + compacted.tape.flatMap { ["\($0.sequence)", RedisWord($0.line)] })
    }
}
