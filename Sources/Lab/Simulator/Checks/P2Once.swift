import SharedRoom

/// P2: every pressed key is applied exactly once, however often the connection breaks, or the person
/// is notified that it was not.
extension PromiseChecker {
    /// Records the actions in a frame. A resent action number must carry the same action as before.
    func recordSentActions(
        in frame: [UInt8], on connection: SimulatedConnection, typedActions: TypedActions?
    ) {
        switch try? ClientMessage.decode(frame) {
        case .join(let join):
            connection.pen = pens.record(of: join, in: connection.room, typedActions)
        case .act(let first, let actions):
            guard let pen = connection.pen else { return }
            for (offset, action) in actions.enumerated() {
                let number = first + Int64(offset)
                if number <= pen.last { world.counts.add(.actionsResent) }
                if !pen.recordSent(TypedAction(action), as: number) {
                    fail(
                        .once, in: connection.room,
                        "action number \(number) is resent with another action")
                }
            }
        case .mismatch: world.counts.add(.hashMismatches)
        case .alive, nil: break
        }
    }

    /// Checks that a decided action was typed, is decided in the order of typing, and was not decided
    /// before.
    func checkOnce(_ event: Event, _ record: RoomRecord) {
        guard let signature = event.signature else { return }
        let typedAction = TypedAction(event.action)
        guard let pen = pens[signature, record.epoch],
            pen.hasSent(typedAction, as: signature.number)
        else {
            return fail(.control, in: record.name, "nobody sent \(event)")
        }
        if let problem = pen.typedActions?.removeDecided(typedAction) {
            fail(.once, in: record.name, "\(problem) (event \(event.sequence) of \(signature))")
        }
    }

    /// Permits a second decision on the actions that a new epoch has lost.
    func permitRepeats(_ record: RoomRecord, since opened: OpenedRoom) {
        for entry in record.entries(after: opened.head) {
            guard let signature = entry.event.signature else { continue }
            pens[signature, record.epoch]?.typedActions?.permitRepeat(
                TypedAction(entry.event.action))
        }
        pens.copy(from: record.epoch, to: opened.epoch)
    }

    /// Permits all actions of a client and its copies to be missing, if it has ended, may only watch, or waits
    /// until others let it in.
    func permitUndecided(_ client: ClientHost) {
        guard client.hasEnded || client.isReadOnly || waitsForOthers(client) else { return }
        client.typedActions.isAbandoned = true
    }

    /// Checks that every typed action was decided or reported, once no frame is in transit.
    func checkNothingMissing(_ client: ClientHost) {
        let missing = client.typedActions.removeMissing()
        guard !missing.isEmpty else { return }
        fail(
            .once, in: client.roomName,
            "\(missing) of \(client) were never decided, without a notice")
    }
}
