import CalculatorEngine
import SharedRoom

/// Messages from the server.
extension Replica {
    public func receive(_ frame: [UInt8], at now: Int64) -> [ReplicaInstruction] {
        let now = advanceClock(to: now)
        switch connection {
        case .away, .ended: return finish(at: now)
        case .joining, .joined: break
        }
        lastHeard = now
        do throws(CodecError) {
            if let message = try ServerMessage.decode(frame) { handle(message, at: now) }
        } catch {
            // Unknown messages of a server with newer rules are ignored.
            if serverView == nil { reconnect(at: now) }
        }
        return finish(at: now)
    }

    private func handle(_ message: ServerMessage, at now: Int64) {
        switch message {
        case .welcome(let welcome): accept(welcome, at: now)
        case .events(let frame): receiveEvents(frame, at: now)
        case .here(let presence): updatePresence(presence)
        case .refused(let number, let why, let retry):
            // An unknown reason is treated as a server that is too busy.
            notice(.refused(why ?? .busy))
            let until = now + min(retry, ClientLimits.retryMax)
            session?.hold = ClientSession.Hold(until: until, first: number)
        case .alive(let number, _): receiveAlive(number)
        case .bye(let why, let retry): bye = Bye(why: why, retry: retry)
        }
    }

    private func receiveEvents(_ frame: EventFrame, at now: Int64) {
        guard session != nil else { return }
        if let read = frame.read {
            readToken = read
            changes.insert(.people)
        }
        if serverView != nil {
            serverView = frame.view ?? serverView
            changes.insert(.display)
            return
        }
        guard frame.first <= (confirmed?.sequence ?? 0) + 1 else { return reconnect(at: now) }
        let result = applyEvents(frame.events)
        if isReadOnly, confirmed?.status == .open { return reconnect(at: now) }
        if result.isPenShared {
            markUnsure(pending.indices)
            _ = withdraw(seenBy: predicted.calculator, othersActed: false)
            startFreshPen(at: now)
        } else if !pending.isEmpty {
            replaceForgottenPen(at: now)
        }
        updatePrediction(asPredicted: result.wasPredicted)
        if let hash = frame.hash { check(hash, at: frame.first - 1 + Int64(frame.events.count)) }
    }

    /// Updates the predicted room. After a correct prediction the two rooms differ only in their time, and
    /// the predicted one stays: if both shared storage, the next key would have to copy it.
    private func updatePrediction(asPredicted: Bool) {
        if pending.isEmpty, let confirmed, predictedPen?.pen == pen.number {
            predicted.time = confirmed.time
            if predicted.hash != confirmed.hash { predicted = confirmed }
        } else if !asPredicted {
            rebuild()
        }
    }

    private func check(_ hash: UInt64, at sequence: Int64) {
        guard let confirmed, confirmed.sequence == sequence, session?.isDamaged == false else {
            return
        }
        let own = confirmed.hash
        guard own != hash else { return }
        session?.isDamaged = true
        changes.insert(.connection)
        send(.mismatch(sequence: sequence, hash: own))
    }

    private func updatePresence(_ presence: Presence) {
        changes.insert(.people)
        switch presence {
        case .all(let people, let count, let watching):
            present = []
            (presentCount, watchingCount) = (count, watching)
            for person in people { addToPresence(person.number) }
        case .changes(let came, let gone, let count, let watching):
            (presentCount, watchingCount) = (count, watching)
            for person in came { addToPresence(person.number) }
            present.removeAll { gone.contains($0) }
        }
        addSelfToPresence()
    }

    /// This participant is present even if the server does not list them.
    func addSelfToPresence() {
        if let you, !joinTemplate.isWatching { addToPresence(you) }
    }

    private func addToPresence(_ number: UInt32) {
        guard !present.contains(number) else { return }
        present.append(number)
    }
}

/// Applying events to the confirmed room and to the pending actions.
extension Replica {
    struct EventSummary {
        /// True if the events were exactly the first pending actions.
        var wasPredicted = true
        /// True if an action number of the pen was used for an action that this replica did not write.
        var isPenShared = false
        /// True if another participant changed the calculator.
        var hasStepsOfOthers = false
    }

    /// Applies the events that are not known yet.
    func applyEvents(_ events: [Event]) -> EventSummary {
        var summary = EventSummary()
        var changed: ViewChanges = []
        for event in events where event.sequence > confirmed?.sequence ?? 0 {
            let keypad = confirmed?.calculator.keypad
            let history = confirmed?.history.hash
            guard let verdict = confirmed?.apply(event).verdict else { break }
            changed.formUnion(event.action.changes)
            if verdict == .applied {
                remember(event)
                notifyKeypadChange(event, before: keypad)
            }
            if let signature = event.signature, signature.author == you,
                signature.pen == pen.number
            {
                settlePending(event, verdict, &summary)
            } else {
                summary.wasPredicted = false
                if verdict == .applied { notifyPage(of: event) }
                // The actions of this participant's other pages are not those of others.
                if event.signature?.author != you, confirmed?.history.hash != history {
                    summary.hasStepsOfOthers = true
                }
            }
        }
        // Predicted changes are already drawn. Their confirmation affects only the marks of pending lines and
        // answers, and the pending counts.
        if summary.wasPredicted { changed.formIntersection([.tape, .question, .pending]) }
        changes.formUnion(changed)
        return summary
    }

    /// Removes the first pending action if the room has decided it.
    private func settlePending(_ event: Event, _ verdict: Verdict, _ summary: inout EventSummary) {
        guard let last = lastDecidedByRoom, last > pen.lastDecided else {
            summary.wasPredicted = false
            return
        }
        // Actions after the settled ones do not belong to this pen.
        if settlingCount == 0 { return summary.wasPredicted = false }
        guard !pending.isEmpty, action(at: 0).matches(event.action) else {
            pen.lastDecided = last
            summary.wasPredicted = false
            summary.isPenShared = true
            return
        }
        let action = action(at: 0)
        if case .void(let reason) = verdict {
            notice(.void(action, reason))
        } else if case .hostLink(let hash) = event.action {
            ownLink = hash
        }
        if action.prediction == nil { summary.wasPredicted = false }
        compareOutcome(verdict)
        removeDecided(1)
    }

    /// Notifies the page of an undo or redo; remembers any other step, so that a later undo can be
    /// described.
    private func remember(_ event: Event) {
        guard let author = event.signature?.author else { return }
        if case .undo(let step) = event.action {
            notifyUndoOrRedo(step, by: author, isRedone: false)
        } else if case .redo(let step) = event.action {
            notifyUndoOrRedo(step, by: author, isRedone: true)
        } else {
            recentEvents.append(event)
            if recentEvents.count > RoomLimits.historyStepsMax { recentEvents.removeFirst() }
        }
    }

    private func notifyKeypadChange(_ event: Event, before: Keypad?) {
        guard case .keypad(let keypad) = event.action, let before, before != keypad,
            let author = event.signature?.author
        else { return }
        notice(.keypad(KeypadChange(author: author, keypad: keypad, before: before)))
    }

    private func notifyUndoOrRedo(_ step: Signature, by author: UInt32, isRedone: Bool) {
        if author == you, step.author == you { return }
        var action: ClientAction?
        for event in recentEvents where event.signature == step { action = .plain(event.action) }
        // The bill itself shows its last change.
        if case .plain(.bill)? = action { return }
        let turn = UndoOrRedo(author: author, step: step, isRedone: isRedone)
        notice(.undoneOrRedone(turn, of: action))
    }

    private func notifyPage(of event: Event) {
        guard let step = event.signature, case .press(let key) = event.action else { return }
        if keys.count == ClientLimits.unseenMax { keys.removeFirst() }
        keys.append(KeyPressed(step: step, key: key, sequence: event.sequence))
        changes.insert(.keys)
    }

    /// The last action number of the pen that the confirmed room has decided.
    private var lastDecidedByRoom: Int64? {
        guard let you, let number = pen.number else { return nil }
        return confirmed?.people[you]?.pen(number: number)?.last
    }

    /// Starts a fresh pen if the room has forgotten the current one: the room will never accept another
    /// action of it. A replica without anything to send keeps a forgotten pen. Otherwise nine tabs of one
    /// person, with eight pens in a room, would make the room forget one another's pens forever.
    func replaceForgottenPen(at now: Int64) {
        guard isPenForgotten else { return }
        markSaved(from: 0)
        startFreshPen(at: now)
    }

    /// True if the room knows the person but not the pen.
    private var isPenForgotten: Bool {
        guard let you, pen.number != nil, confirmed?.people[you] != nil else { return false }
        return lastDecidedByRoom == nil
    }

    /// Removes the first pending actions, which the room has decided. The saved state may still contain them
    /// for a while; resending them is harmless, because the room decides each action number once.
    func removeDecided(_ count: Int) {
        guard count > 0, count <= pending.count, let predictedPen else { return }
        for index in count..<max(count, pending.count) {
            // The removed step's signature is final, so this undo or redo can name it.
            guard let step = pending[index].step,
                let place = pending.firstIndex(where: { $0.id == step }), place < count
            else { continue }
            pending[index].action = action(at: index)
            pending[index].step = nil
        }
        pending.removeFirst(count)
        pen.advance(by: count)
        self.predictedPen?.last = predictedPen.last + Int64(count)
        session?.removeFirst(count)
        changes.insert([.pending])
    }

    func notice(_ notice: ReplicaNotice) {
        if notices.count == ClientLimits.unseenMax { notices.removeFirst() }
        notices.append(notice)
        changes.insert(.notices)
    }
}
