import CalculatorEngine
import SharedRoom

/// Actions of the person.
extension Replica {
    public func press(_ key: Key, at now: Int64) -> [ReplicaInstruction] {
        act(.plain(.press(key)), at: now)
    }

    /// Adds an action. Spectators and replicas that have ended ignore it. An action that refers to an
    /// unconfirmed event, such as a tape line, a bill or its item, is also ignored: that sequence number may still
    /// become another event's.
    public func act(_ action: ClientAction, at now: Int64) -> [ReplicaInstruction] {
        if case .plain(let action) = action, action.referencedEvent > confirmed?.sequence ?? 0 {
            return []
        }
        // Must precede `replaceForgottenPen`, because a fresh pen changes the signatures of pending steps.
        let step = action.step.flatMap(pendingID(of:))
        let now = advanceClock(to: now)
        replaceForgottenPen(at: now)
        guard predictedPen != nil, !hasEnded else { return [] }
        guard pending.count < ClientLimits.pendingMax else {
            notice(.tooMany)
            return finish(at: now)
        }
        pending.append(PendingAction(id: nextID, action: action, step: step, pen: ownWord))
        nextID += 1
        isSaveDue = true
        predict(pending.count - 1)
        if now - lastHeard >= ClientLimits.silenceMax { sendAlive(at: now) }
        return finish(at: now)
    }

    /// Undoes the last step of the predicted room.
    public func undo(at now: Int64) -> [ReplicaInstruction] {
        guard let step = predicted.history.last?.signature else { return [] }
        return act(.plain(.undo(step)), at: now)
    }

    public func redo(at now: Int64) -> [ReplicaInstruction] {
        guard let step = predicted.history.lastUndone?.signature else { return [] }
        return act(.plain(.redo(step)), at: now)
    }

    /// Called when the page becomes hidden, because it may never become visible again.
    public func didHide(at now: Int64) -> [ReplicaInstruction] {
        let now = advanceClock(to: now)
        isSaveDue = true
        if hasRoom, !hasEnded { instructions.append(.keep) }
        return finish(at: now)
    }

    /// Closes the first offer: the person has used or discarded it.
    public func closeOffer(at now: Int64) -> [ReplicaInstruction] {
        guard !offers.isEmpty else { return [] }
        let now = advanceClock(to: now)
        offers.removeFirst()
        changes.insert(.offer)
        isSaveDue = true
        return finish(at: now)
    }

    private func pendingID(of step: Signature) -> Int64? {
        guard let index = predictedPen?.index(of: step, below: pending.count) else { return nil }
        return pending[index].id
    }

    private var hasEnded: Bool {
        if case .ended = connection { return true }
        return false
    }
}

/// Sending.
extension Replica {
    /// Sends the pending actions that were not sent on this connection: at most as many as a server accepts
    /// at once.
    func flush() {
        guard var session, session.hold == nil, let predictedPen, predictedPen.pen == pen.number
        else { return }
        let end = min(ClientLimits.inFlightMax, settlingCount ?? pending.count)
        while session.sentCount < end {
            let batch = batch(from: session.sentCount, to: end)
            send(.act(first: pen.lastDecided + 1 + Int64(session.sentCount), batch))
            session.sentCount += batch.count
        }
        self.session = session
        guard session.sentCount > pen.everSentCount else { return }
        pen.everSentCount = session.sentCount
        isSaveDue = true
    }

    /// Consecutive key presses share a frame; other actions have a frame each.
    private func batch(from start: Int, to end: Int) -> [ClientAction] {
        var batch = [action(at: start)]
        guard batch[0].isPress else { return batch }
        for index in (start + 1)..<max(end, start + 1) {
            let next = action(at: index)
            guard next.isPress else { break }
            batch.append(next)
        }
        return batch
    }
}

/// Practicing alone.
extension Replica {
    /// Continues the displayed calculator in a private, unlocked room, without a history of steps to undo.
    /// Call it only on a replica that never connects.
    public func goAlone(at now: Int64) -> [ReplicaInstruction] {
        let now = advanceClock(to: now)
        var room = provisional
        room.setCalculator(predicted.calculator)
        confirmed = room
        you = 1
        rebuild()
        changes = .all
        return finish(at: now)
    }
}
