import CalculatorEngine
import ExactNumbers
import SharedRoom

/// Welcomes: the first one, and those after a reconnect.
extension Replica {
    func accept(_ welcome: Welcome, at now: Int64) {
        readToken = welcome.read
        wasWelcome = true
        isRoomMissing = false
        awayReason = nil
        guard welcome.rules == Room.rules else { return acceptOtherRules(welcome, at: now) }
        serverView = nil
        let wasUnknown = !hasRoom && pen.number == nil
        // Keys that were typed while a page loads do not count as typed offline.
        let isReturn = session == nil && (hasRoom || failures > 0 || wasRestored)
        let seen = predicted.calculator
        if isReturn { expectOutcome() }
        adoptRoomPen()
        guard let summary = applyContents(of: welcome) else {
            confirmed = nil
            return reconnect(at: now)
        }
        if epoch == welcome.epoch {
            notifyIfReplaced(welcome.you?.number)
        } else {
            (epoch, origin) = (welcome.epoch, 0)
        }
        openSession(at: now)
        let resumption = resumption(of: welcome.you, summary)
        you = welcome.you?.number ?? you
        resume(resumption, at: now)
        addSelfToPresence()
        if session != nil { (failures, freshPenCount) = (0, 0) }
        let othersActed = summary.hasStepsOfOthers || wasUnknown && hasOtherKeypad
        let first = withdraw(seenBy: seen, othersActed: othersActed && isReturn)
        // A copy of this page may have sent the withdrawn actions under their numbers.
        if let first, pen.number != nil { renamePens(from: first) }
        changes = .all
        rebuild()
    }

    /// True if keys that were typed before the room was known may mean something else in it.
    private var hasOtherKeypad: Bool {
        confirmed?.calculator.keypad != provisional.calculator.keypad
    }

    /// Notifies a participant who returns to a full room with a new number: a newcomer took the place. In a
    /// room that is not full, the cause is a host who removed the participant or started over.
    private func notifyIfReplaced(_ number: UInt32?) {
        guard let you, let number, number != you, confirmed?.isFull == true else { return }
        notice(.replaced)
    }

    /// True during a session of a person who wants to participate, but only watches, because the room is closed.
    var isReadOnly: Bool { you == nil && !joinTemplate.isWatching }

    /// Drops the pending actions and notifies the person of the reason.
    func giveUpPending(_ reason: VoidReason) {
        for index in pending.indices { notice(.void(action(at: index), reason)) }
        pending = []
        renamePens(from: 0)
        pen = OwnPen(word: ownWord)
        isSaveDue = true
        changes.insert(.pending)
    }

    private func openSession(at now: Int64) {
        if session == nil { connection = .joined(ClientSession(at: now)) }
        session?.isDamaged = false
        if wasReloaded {
            wasReloaded = false
            isSaveDue = true
        }
    }

    /// Brings the confirmed room to the welcome's position; nil if the contents do not lead to the announced
    /// sequence number and hash.
    private func applyContents(of welcome: Welcome) -> EventSummary? {
        // Sequence numbers of another epoch are not comparable.
        let before = epoch == welcome.epoch ? confirmed : nil
        var summary = EventSummary()
        switch welcome.contents {
        case .snapshot(let snapshot):
            guard let room = try? Room(decoding: snapshot) else { return nil }
            confirmed = room
            // Other lines may have the same sequence numbers.
            drawnTape = nil
            if epoch != welcome.epoch { recentEvents = [] }
            let last = room.history.last(
                ignoringStepsOf: welcome.you?.number ?? 0, after: before?.sequence ?? 0)
            summary.hasStepsOfOthers = last != before?.history.last?.signature
        case .events(let events):
            if !hasRoom { confirmed = Room() } else if epoch != welcome.epoch { return nil }
            summary = applyEvents(events)
        }
        guard let confirmed, confirmed.sequence == welcome.sequence,
            confirmed.hash == welcome.hash
        else { return nil }
        return summary
    }

    /// Handles a server with other rules: reloads the page once. If that does not help, shows displays that
    /// the server computes.
    private func acceptOtherRules(_ welcome: Welcome, at now: Int64) {
        guard wasReloaded else {
            wasReloaded = true
            isSaveDue = true
            instructions += [.close, .reload]
            connection = .away(until: now)
            return
        }
        guard let view = welcome.view else {
            joinTemplate.wantsViews = true
            confirmed = nil
            return reconnect(at: now)
        }
        serverView = view
        if session == nil { connection = .joined(ClientSession(at: now)) }
        failures = 0
        changes = .all
        rebuild()
    }
}

/// Continuing with the pen after a welcome.
extension Replica {
    private enum Resumption {
        case asSpectator
        /// The room is closed, and the person is not a participant.
        case readOnly
        /// The room decided the first pending actions.
        case samePen(UInt32, decided: Int)
        /// The room forgot the pen, or another page uses it: pending actions may have been decided.
        case otherPen
        /// The event log lost actions of the pen, so the room cannot have decided the pending ones.
        case lostActions
    }

    private func resumption(of assigned: Welcome.You?, _ summary: EventSummary) -> Resumption {
        guard let assigned else { return joinTemplate.isWatching ? .asSpectator : .readOnly }
        // A page sends nothing with its own pen before the room has given the pen a number.
        let isSame =
            if let number = pen.number {
                assigned.number == you && assigned.pen == number && assigned.last != nil
            } else {
                assigned.last != nil || settlingCount == nil || isUnused(assigned)
            }
        guard isSame, !summary.isPenShared else { return .otherPen }
        let decided = (assigned.last ?? 0) - pen.lastDecided
        if decided < 0 { return .lostActions }
        let most = Int64(settlingCount ?? pending.count)
        // More than this page has saved for its copies: another page writes with the pen.
        if settlingCount == nil, decided > most { return .otherPen }
        return .samePen(assigned.pen, decided: Int(min(decided, most)))
    }

    private func resume(_ resumption: Resumption, at now: Int64) {
        switch resumption {
        case .asSpectator: break
        case .readOnly:
            giveUpPending(.closed)
            you = nil
        case .samePen(let number, let decided):
            pen.number = number
            adoptRoomPen()
            compareOutcome(amongFirst: decided)
            removeDecided(decided)
        case .otherPen:
            markUnsure(pending.indices)
            startFreshPen(at: now)
        case .lostActions:
            // A copy of this page may also resend saved actions.
            markSaved(from: 0)
            startFreshPen(at: now)
        }
    }

    /// Sets the real pen before events are applied, because an undo is compared by signature.
    private func adoptRoomPen() {
        guard let you, let number = pen.number else { return }
        predictedPen = PredictedPen(author: you, pen: number, last: pen.lastDecided)
    }

    /// Starts a fresh pen. Pending actions get new numbers there.
    func startFreshPen(at now: Int64) {
        renamePens(from: 0)
        origin = confirmed?.sequence ?? 0
        takeNextPen(at: now)
    }

    /// Continues with the pen of the next pending actions.
    func takeNextPen(at now: Int64) {
        pen = OwnPen(word: pending.first?.pen ?? ownWord)
        isSaveDue = true
        switch connection {
        case .away, .ended: break
        case .joining, .joined:
            // The first two fresh pens connect at once. Later ones use the growing delay, in case the server
            // never agrees.
            freshPenCount += 1
            if freshPenCount > 2 { return reconnect(at: now) }
            instructions.append(.close)
            scheduleConnection(at: now)
        }
        rebuild()
    }
}
