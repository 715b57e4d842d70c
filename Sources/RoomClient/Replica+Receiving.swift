import CalculatorEngine
import SharedRoom

/// What the server says.
extension Replica {
    public func receive(_ frame: [UInt8], at now: Int64) -> [ReplicaAction] {
        keepTime(now)
        switch link {
        case .away, .ended: return finish(at: now)
        case .joining, .joined: break
        }
        heard = now
        do throws(CodecError) {
            if let message = try ServerMessage.decode(frame) { take(message, at: now) }
        } catch {
            // Of a server with newer rules, not everything need be understood.
            if toldView == nil { reconnect(at: now) }
        }
        return finish(at: now)
    }

    private func take(_ message: ServerMessage, at now: Int64) {
        switch message {
        case .welcome(let welcome): take(welcome, at: now)
        case .events(let frame): take(frame, at: now)
        case .here(let presence): take(presence)
        case .refused(let count, let why, let retry):
            // A reason that is not known here is one more way of having too much to do.
            notice(.refused(why ?? .busy))
            let until = now + min(retry, ClientLimits.retryMax)
            session?.hold = Session.Hold(until: until, first: count)
        case .alive(let number, _): tookLife(number)
        case .bye(let why, let retry): bye = Bye(why: why, retry: retry)
        }
    }

    private func take(_ frame: EventFrame, at now: Int64) {
        guard session != nil else { return }
        if let read = frame.read {
            readToken = read
            changes.insert(.people)
        }
        if toldView != nil {
            toldView = frame.view ?? toldView
            changes.insert(.display)
            return
        }
        guard frame.first <= (confirmed?.sequence ?? 0) + 1 else { return reconnect(at: now) }
        let result = take(frame.events)
        if result.isPenShared {
            takeFreshPen(askingAbout: pending.count, at: now)
        } else if hasSomethingToSay {
            leaveForgottenPen(at: now)
        }
        showEvents(asPredicted: result.wasPredicted)
        if let hash = frame.hash { check(hash, at: frame.first - 1 + Int64(frame.events.count)) }
    }

    /// Of a prediction that came true only the time can differ, and it stays: what two rooms share,
    /// the next key would have to copy.
    private func showEvents(asPredicted: Bool) {
        if pending.isEmpty, let confirmed, line?.pen == pen.number {
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

    private func take(_ presence: Presence) {
        changes.insert(.people)
        switch presence {
        case .all(let people, let count, let watching):
            present = []
            (presentCount, watchingCount) = (count, watching)
            for person in people { come(person.number) }
        case .changes(let came, let gone, let count, let watching):
            (presentCount, watchingCount) = (count, watching)
            for person in came { come(person.number) }
            present.removeAll { gone.contains($0) }
        }
        comeOneself()
    }

    /// Whoever looks is here, whether or not the server has named them.
    func comeOneself() {
        if let you, !person.isWatching { come(you) }
    }

    private func come(_ number: UInt32) {
        guard !present.contains(number) else { return }
        present.append(number)
    }
}

/// What events do to the confirmed room and to the pending actions.
extension Replica {
    struct Taken {
        /// Whether they were the first pending actions and nothing else.
        var wasPredicted = true
        /// Whether a number of the pen went to something that this replica did not write.
        var isPenShared = false
        /// Whether somebody else did something to the calculator.
        var hasStepsOfOthers = false
    }

    /// Applies those that are not known yet.
    func take(_ events: [Event]) -> Taken {
        var taken = Taken()
        var changed: ViewChanges = []
        for event in events where event.sequence > confirmed?.sequence ?? 0 {
            guard let verdict = confirmed?.apply(event).verdict else { break }
            changed.formUnion(event.action.changes)
            if verdict == .taken { note(event) }
            if let signature = event.signature, signature.author == you,
                signature.pen == pen.number
            {
                settle(event, verdict, &taken)
            } else {
                taken.wasPredicted = false
                if verdict == .taken { show(event, &taken) }
            }
        }
        // What was predicted is drawn. That it is confirmed shows on the tape alone.
        if taken.wasPredicted { changed.formIntersection([.tape, .pending]) }
        changes.formUnion(changed)
        return taken
    }

    /// Drops the first pending action if the room now counts it as decided.
    private func settle(_ event: Event, _ verdict: Verdict, _ taken: inout Taken) {
        guard let last = lastOfPen, last > pen.taken else {
            taken.wasPredicted = false
            return
        }
        // What stands behind the settled ones is not this pen's.
        if pen.settling == 0 { return taken.wasPredicted = false }
        guard !pending.isEmpty, action(at: 0).isSaid(by: event.action) else {
            pen.taken = last
            taken.wasPredicted = false
            taken.isPenShared = true
            return
        }
        let action = action(at: 0)
        if case .void(let reason) = verdict {
            notice(.void(action, reason))
        } else if case .hostLink(let link) = event.action {
            ownLink = link
        }
        if action.prediction == nil { taken.wasPredicted = false }
        drop(1)
    }

    /// Tells of a step that was undone, or keeps what it was for whoever undoes it.
    private func note(_ event: Event) {
        guard let author = event.signature?.author else { return }
        if case .undo(let step) = event.action {
            tellOfTurn(step, by: author, isRedone: false)
        } else if case .redo(let step) = event.action {
            tellOfTurn(step, by: author, isRedone: true)
        } else {
            seen.append(event)
            if seen.count > RoomLimits.historyStepsMax { seen.removeFirst() }
        }
    }

    private func tellOfTurn(_ step: Signature, by author: UInt32, isRedone: Bool) {
        if author == you, step.author == you { return }
        var action: ClientAction?
        for event in seen where event.signature == step { action = .plain(event.action) }
        let turn = Turn(author: author, stepAuthor: step.author, isRedone: isRedone)
        notice(.turned(turn, of: action))
    }

    private func show(_ event: Event, _ taken: inout Taken) {
        guard let author = event.signature?.author else { return }
        if event.action.changes.contains(.display), author != you { taken.hasStepsOfOthers = true }
        guard case .press(let key) = event.action else { return }
        if keys.count == ClientLimits.unseenMax { keys.removeFirst() }
        keys.append(KeyPressed(author: author, key: key, sequence: event.sequence))
        changes.insert(.keys)
    }

    /// The last number of the own pen that the confirmed room has decided.
    private var lastOfPen: Int64? {
        guard let you, let number = pen.number else { return nil }
        return confirmed?.people[you]?.pen(number: number)?.last
    }

    /// What waits for the person's answer is not said yet.
    var hasSomethingToSay: Bool { pending.first?.isAsked == false }

    /// What the log does not have by now it will never take from a pen that was forgotten. Whoever has
    /// nothing to say keeps it: each of nine tabs would have the next one's pen forgotten, for ever.
    func leaveForgottenPen(at now: Int64) {
        if isPenForgotten { takeFreshPen(askingAbout: pen.settling ?? 0, at: now) }
    }

    /// Whether this person is still known, and the pen is not.
    private var isPenForgotten: Bool {
        guard let you, pen.number != nil, confirmed?.people[you] != nil else { return false }
        return lastOfPen == nil
    }

    /// The first pending actions are decided. What is saved may say them again for a while: their numbers
    /// are taken once.
    func drop(_ count: Int) {
        guard count > 0, count <= pending.count, let line else { return }
        for index in count..<max(count, pending.count) {
            // Their steps have their names for good now.
            guard let step = pending[index].content.step,
                let place = pending.firstIndex(where: { $0.id == step }), place < count
            else { continue }
            pending[index].content = .action(action(at: index))
        }
        pending.removeFirst(count)
        pen.drop(count)
        self.line?.last = line.last + Int64(count)
        session?.forget(count)
        changes.insert([.pending])
    }

    func notice(_ notice: ReplicaNotice) {
        if notices.count == ClientLimits.unseenMax { notices.removeFirst() }
        notices.append(notice)
        changes.insert(.notices)
    }
}
