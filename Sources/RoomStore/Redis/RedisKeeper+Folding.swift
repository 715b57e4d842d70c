import SharedRoom

/// Putting events behind snapshots.
extension RedisKeeper {
    /// Folds a room that has more events than it may.
    func foldOne() {
        guard let link, questions.isEmpty, let name = waitingForFold.popFirst(),
            let room = rooms[name]
        else { return }
        do throws(RedisFailure) {
            guard let state = try state(of: room, link), state.isWhole,
                state.rules == options.rules, state.events.count > options.limits.eventsKeptMax
            else { return }
            let older = state.events.count - options.limits.eventsKeptMax / 2
            try fold(state, older, of: room.name, epoch: state.epoch, link)
        } catch {
            lose(link, error.message)
        }
    }

    /// A room of older rules: its last snapshot becomes one of these rules, in another epoch.
    func renew(_ room: RedisRoom, for edge: UInt32) {
        defer { room.isChanging = false }
        guard let link else { return tell([edge], .notOpened(room.name, .unavailable)) }
        do throws(RedisFailure) {
            guard let state = try state(of: room, link), state.isWhole,
                try fold(state, state.events.count, of: room.name, epoch: options.random(), link)
            else {
                dropIfUnused(room)
                return tell([edge], .notOpened(room.name, .outOfOrder))
            }
            room.isChanging = true
            read(room, after: 0, creating: options.random(), .open(room, edge))
            settle()
        } catch {
            lose(link, error.message)
            tell([edge], .notOpened(room.name, .unavailable))
        }
    }

    private func state(
        of room: RedisRoom, _ link: RedisLink
    ) throws(RedisFailure) -> RedisRoomState? {
        evaluateOpen(room, after: 0, creating: nil, link)
        return RedisRoomState(try link.commands.answer())
    }

    @discardableResult
    private func fold(
        _ state: RedisRoomState, _ count: Int, of name: RoomName, epoch: UInt64, _ link: RedisLink
    ) throws(RedisFailure) -> Bool {
        guard let folded = options.fold(state.form, Array(state.events[..<count])) else {
            return false
        }
        let last = count == 0 ? state.folded : state.events[count - 1].sequence
        link.evaluate(
            .fold, keys: [RedisWords.room(name), RedisWords.events(name), RedisWords.tape(name)],
            [
                RedisWords.word(epoch: state.epoch), RedisWords.word(state.folded),
                RedisWords.word(last), folded.snapshot, RedisWords.word(options.rules),
                RedisWords.word(epoch: epoch), folded.clearsTape ? [49] : [48],
                RedisWords.word(options.limits.tapeLinesMax), RedisWords.word(roomTime),
            ] + folded.tape.map(\.line))
        return try link.commands.answer() == .number(1)
    }
}
