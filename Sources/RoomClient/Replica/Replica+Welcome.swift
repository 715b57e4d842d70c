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
        if epoch == welcome.epoch { notifyIfReplaced(welcome.you?.number) }
        if epoch != welcome.epoch { origin = 0 }
        epoch = welcome.epoch
        openSession(at: now)
        resumePen(you: welcome.you, summary, at: now)
        if welcome.you == nil { becomeReadOnly() }
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

    /// The room is closed and the person is not a participant.
    private func becomeReadOnly() {
        guard !joinTemplate.isWatching else { return }
        giveUpPending(.closed)
        you = nil
    }

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
    private func resumePen(you assigned: Welcome.You?, _ summary: EventSummary, at now: Int64) {
        guard let assigned else { return }
        // This page sends nothing with its own pen before that is welcomed.
        let isSame =
            if let number = pen.number {
                assigned.number == you && assigned.pen == number && assigned.last != nil
            } else {
                assigned.last != nil || settlingCount == nil || isUnused(assigned)
            }
        you = assigned.number
        // The room forgot the pen, or another page uses it: pending actions may have been decided.
        guard isSame, !summary.isPenShared else {
            markUnsure(pending.indices)
            return startFreshPen(at: now)
        }
        // Lower than known: the event log has lost actions of this pen, so the room cannot have decided the
        // pending ones. Only actions that a copy of this page may also resend are unsure.
        let last = assigned.last ?? 0
        guard last >= pen.lastDecided else {
            markSaved(from: 0)
            return startFreshPen(at: now)
        }
        let decided = Int(min(last - pen.lastDecided, Int64(pending.count)))
        // Higher than this page has saved for its copies: another page writes with the pen.
        guard settlingCount != nil || last - pen.lastDecided <= Int64(pending.count) else {
            markUnsure(pending.indices)
            return startFreshPen(at: now)
        }
        pen.number = assigned.pen
        adoptRoomPen()
        let count = min(decided, settlingCount ?? decided)
        compareOutcome(amongFirst: count)
        removeDecided(count)
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
