import CalculatorEngine
import SharedRoom

/// What the person does.
extension Replica {
    public func press(_ key: Key, at now: Int64) -> [ReplicaAction] {
        act(.plain(.press(key)), at: now)
    }

    /// Does nothing for whoever only watches, after the end, and about a line or an item that is not
    /// confirmed yet: its number may still become another's.
    public func act(_ action: ClientAction, at now: Int64) -> [ReplicaAction] {
        guard action.lastEvent <= confirmed?.sequence ?? 0 else { return [] }
        return add(.action(action), at: now)
    }

    /// Takes back the last step that is shown.
    public func undo(at now: Int64) -> [ReplicaAction] {
        guard let step = predicted.history.last?.signature else { return [] }
        if let id = pendingID(of: step) { return add(.undo(step: id), at: now) }
        return add(.action(.plain(.undo(step))), at: now)
    }

    public func redo(at now: Int64) -> [ReplicaAction] {
        guard let step = predicted.history.lastUndone?.signature else { return [] }
        if let id = pendingID(of: step) { return add(.redo(step: id), at: now) }
        return add(.action(.plain(.redo(step))), at: now)
    }

    /// The page goes out of sight, and may not come back.
    public func hide(at now: Int64) -> [ReplicaAction] {
        keepTime(now)
        isSaveDue = true
        if hasRoom, !hasEnded { actions.append(.keep) }
        return finish(at: now)
    }

    /// The answer to the question about what the person typed: whether it is sent.
    public func answer(sendThem: Bool, at now: Int64) -> [ReplicaAction] {
        guard isAsking else { return [] }
        keepTime(now)
        if sendThem {
            for index in pending.indices { pending[index].isAsked = false }
            leaveForgottenPen(at: now)
        } else {
            discardAsked()
            rebuild()
        }
        changes.insert([.question, .display, .tape, .bill, .people, .pending])
        isSaveDue = true
        return finish(at: now)
    }

    var isAsking: Bool { pending.contains { $0.isAsked } }

    private func pendingID(of step: Signature) -> Int64? {
        guard let index = line?.index(of: step, below: pending.count) else { return nil }
        return pending[index].id
    }

    private func add(_ content: Pending.Content, at now: Int64) -> [ReplicaAction] {
        keepTime(now)
        if !isAsking { leaveForgottenPen(at: now) }
        guard line != nil, !hasEnded else { return [] }
        guard pending.count < ClientLimits.pendingMax else {
            notice(.tooMany)
            return finish(at: now)
        }
        let silence = now - (heard ?? now)
        if heard == nil { heard = now }
        pending.append(
            Pending(id: nextID, content: content, isLate: silence > ClientLimits.lateTime))
        nextID += 1
        isSaveDue = true
        predict(pending.count - 1)
        if silence >= ClientLimits.silenceMax { askForLife(at: now) }
        return finish(at: now)
    }

    private var hasEnded: Bool {
        if case .ended = link { return true }
        return false
    }

    /// Removes what was asked about, and whatever means one of those steps. Their numbers may still be
    /// said by a copy of this page, so that what stands behind them goes to a fresh pen.
    private func discardAsked() {
        let first = pending.firstIndex { $0.isAsked } ?? pending.count
        pen.settling = min(pen.settling ?? first, first)
        var kept: [Pending] = []
        for action in pending {
            let step = action.content.step
            let isLost = step != nil && !kept.contains { $0.id == step }
            if !action.isAsked && !isLost { kept.append(action) }
        }
        pending = kept
    }
}

/// What is sent.
extension Replica {
    /// Sends the pending actions that this connection has not had yet, as many as a server takes at
    /// once and up to the first that the person is asked about.
    func flush() {
        guard var session, session.hold == nil, let line, line.pen == pen.number else { return }
        let end = min(ClientLimits.flightMax, pen.settling ?? pending.count)
        while session.cursor < end, !pending[session.cursor].isAsked {
            let batch = batch(from: session.cursor, to: end)
            send(.act(first: pen.taken + 1 + Int64(session.cursor), batch))
            session.cursor += batch.count
        }
        self.session = session
        guard session.cursor > pen.sent else { return }
        pen.sent = session.cursor
        isSaveDue = true
    }

    /// Presses share a frame; everything else has one of its own.
    private func batch(from start: Int, to end: Int) -> [ClientAction] {
        var batch = [action(at: start)]
        guard batch[0].isPress else { return batch }
        for index in (start + 1)..<max(end, start + 1) {
            let next = action(at: index)
            guard next.isPress, !pending[index].isAsked else { break }
            batch.append(next)
        }
        return batch
    }
}

extension ClientAction {
    /// The number of the event that the action means by it.
    fileprivate var lastEvent: Int64 {
        guard case .plain(let action) = self else { return 0 }
        switch action {
        case .recall(let event), .show(let event): return event
        case .bill(.dropItem(let event)), .bill(.price(let event, _)),
            .bill(.addOwner(let event, _)), .bill(.dropOwner(let event, _)),
            .bill(.unsettle(let event)):
            return event
        case .make, .enter, .press, .undo, .redo, .keypad, .name, .hand, .lock, .door, .spectators,
            .names,
            .grant, .revoke, .host, .hostLink, .useLink, .remove, .clearTape, .startOver, .close,
            .delete, .bill:
            return 0
        }
    }
}
