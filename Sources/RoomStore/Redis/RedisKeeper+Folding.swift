import SharedRoom

/// Putting events behind snapshots.
extension RedisKeeper {
    /// Whether there is a room to be folded, and a Redis to fold it in.
    var canFold: Bool { link != nil && !waitingForFold.isEmpty }

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
            guard let folded = fold(state, older) else { return }
            _ = try put(folded, after: older, of: state, in: room.name, epoch: state.epoch, link)
        } catch {
            lose(link, error.message)
        }
    }

    /// A room of older rules: its last snapshot becomes one of these rules, in another epoch.
    func renew(_ room: RedisRoom, for edge: UInt32, _ ticket: Int64) {
        defer { room.isChanging = false }
        guard let link else { return refuse(.open(room.name, ticket: ticket), from: edge) }
        do throws(RedisFailure) {
            guard let state = try state(of: room, link), state.isWhole,
                let folded = fold(state, state.events.count)
            else {
                refuse(room.name, ticket, .outOfOrder, to: edge)
                return dropIfUnused(room)
            }
            // Another node may have been first, or Redis takes nothing.
            guard
                try put(
                    folded, after: state.events.count, of: state, in: room.name,
                    epoch: options.random(), link)
            else { return refuse(.open(room.name, ticket: ticket), from: edge) }
            room.isChanging = true
            read(room, after: 0, creating: options.random(), .open(room, edge, ticket: ticket))
            settle()
        } catch {
            lose(link, error.message)
            refuse(.open(room.name, ticket: ticket), from: edge)
        }
    }

    /// Nil when that is none of ours.
    private func state(
        of room: RedisRoom, _ link: RedisLink
    ) throws(RedisFailure) -> RedisRoomState? {
        evaluateOpen(room, after: 0, creating: nil, link)
        let answer = try link.commands.answer()
        if case .failure(let message) = answer { throw RedisFailure(message: message) }
        return RedisRoomState(answer)
    }

    /// Of so many events.
    private func fold(_ state: RedisRoomState, _ count: Int) -> FoldedRoom? {
        options.fold(state.form, Array(state.events[..<count]))
    }

    /// Tells whether Redis has it now in the place of so many events.
    private func put(
        _ folded: FoldedRoom, after count: Int, of state: RedisRoomState, in name: RoomName,
        epoch: UInt64, _ link: RedisLink
    ) throws(RedisFailure) -> Bool {
        let last = count == 0 ? state.folded : state.events[count - 1].sequence
        link.evaluate(
            .fold, keys: [RedisWords.room(name), RedisWords.events(name), RedisWords.tape(name)],
            [
                RedisWords.word(epoch: state.epoch), RedisWords.word(state.folded),
                RedisWords.word(last), folded.snapshot, RedisWords.word(options.rules),
                RedisWords.word(epoch: epoch), folded.clearsTape ? [49] : [48],
                RedisWords.word(options.limits.tapeLinesMax), RedisWords.word(roomTime),
            ] + folded.tape.flatMap { [RedisWords.word($0.sequence), $0.line] })
        return try link.commands.answer() == .number(1)
    }
}
