import CalculatorEngine
import ExactNumbers
import SharedRoom

/// Beginning, and going on after a gap.
extension Replica {
    func take(_ welcome: Welcome, at now: Int64) {
        readToken = welcome.read
        wasWelcome = true
        isRoomGone = false
        awayReason = nil
        guard welcome.rules == Room.rules else { return takeOther(welcome, at: now) }
        toldView = nil
        takeLineForSure()
        guard let taken = takeContents(of: welcome) else {
            confirmed = nil
            return reconnect(at: now)
        }
        if epoch == welcome.epoch { noticeReplacement(welcome.you?.number) }
        epoch = welcome.epoch
        openSession(at: now)
        takeLine(welcome.you, taken, at: now)
        if welcome.you == nil { mayOnlyLook() }
        comeOneself()
        if session != nil { (failures, renewals) = (0, 0) }
        askAboutLate(taken.hasStepsOfOthers)
        changes = .all
        rebuild()
    }

    /// A participant who comes back to a full room as somebody new was replaced. In a room that is
    /// not full, a host removed the participant or started over.
    private func noticeReplacement(_ number: UInt32?) {
        guard let you, let number, number != you, confirmed?.isFull == true else { return }
        notice(.replaced)
    }

    /// The room is closed, and this person is nobody in it.
    private func mayOnlyLook() {
        guard !person.isWatching else { return }
        giveUpPending(.closed)
        you = nil
    }

    /// What is pending will never be done, and why.
    func giveUpPending(_ reason: VoidReason) {
        for index in pending.indices { notice(.void(action(at: index), reason)) }
        pending = []
        pen = PenLine(name: freshPenName)
        isSaveDue = true
        changes.insert([.pending, .question])
    }

    private func openSession(at now: Int64) {
        if session == nil { link = .joined(Session(at: now)) }
        session?.isDamaged = false
        if wasReloaded {
            wasReloaded = false
            isSaveDue = true
        }
    }

    /// Brings the confirmed room to where the welcome says; nil when that does not lead there.
    private func takeContents(of welcome: Welcome) -> Taken? {
        // Numbers of another epoch say nothing about this one's.
        let before = epoch == welcome.epoch ? confirmed?.sequence ?? 0 : 0
        var taken = Taken()
        switch welcome.contents {
        case .snapshot(let form):
            guard let room = try? Room(form: form) else { return nil }
            confirmed = room
            // Lines with the same numbers may be others.
            drawnTape = nil
            if epoch != welcome.epoch { seen = [] }
            taken.hasStepsOfOthers = othersActed(in: room, since: before, you: welcome.you?.number)
        case .events(let events):
            if !hasRoom { confirmed = Room() } else if epoch != welcome.epoch { return nil }
            taken = take(events)
        }
        guard let confirmed, confirmed.sequence == welcome.sequence,
            confirmed.hash == welcome.hash
        else { return nil }
        return taken
    }

    /// A snapshot does not say who did what. Whoever else acted while steps came may have done one.
    private func othersActed(in room: Room, since sequence: Int64, you: UInt32?) -> Bool {
        guard let step = room.history.last, step.sequence > sequence else { return false }
        for person in room.people.all where person.number != you {
            if person.lastActed > sequence { return true }
        }
        return false
    }

    /// Keys that were never sent, and typed when it was long unclear whether they would be, may mean
    /// something else after what others did.
    private func askAboutLate(_ othersActed: Bool) {
        for index in pending.indices where pending[index].isLate {
            if othersActed && index >= pen.sent { pending[index].isAsked = true }
            pending[index].isLate = false
            isSaveDue = true
        }
    }

    /// The server has other rules. A new page helps, and if not, displays without an engine.
    private func takeOther(_ welcome: Welcome, at now: Int64) {
        guard wasReloaded else {
            wasReloaded = true
            isSaveDue = true
            actions += [.close, .reload]
            link = .away(until: now)
            return
        }
        guard let view = welcome.view else {
            person.wantsViews = true
            confirmed = nil
            return reconnect(at: now)
        }
        toldView = view
        if session == nil { link = .joined(Session(at: now)) }
        failures = 0
        changes = .all
        rebuild()
    }
}

/// Whether the pen goes on where it was left.
extension Replica {
    private func takeLine(_ told: Welcome.You?, _ taken: Taken, at now: Int64) {
        guard let told else { return }
        let isFirst = pen.number == nil
        let isSame = isFirst || (told.number == you && told.pen == pen.number && told.last != nil)
        you = told.number
        // What was kept may have been sent by a copy of this page.
        guard isSame, !taken.isPenShared else {
            return takeFreshPen(askingAbout: pending.count, at: now)
        }
        // What the room does not count it cannot have taken. But a copy may think so too.
        let last = told.last ?? 0
        guard last >= pen.taken else {
            return takeFreshPen(askingAbout: pen.settling ?? 0, at: now)
        }
        let decided = Int(min(last - pen.taken, Int64(pending.count)))
        guard last - pen.taken <= Int64(pen.given) || pen.settling != nil else {
            return takeFreshPen(askingAbout: pending.count, at: now)
        }
        pen.number = told.pen
        takeLineForSure()
        drop(min(decided, pen.given))
    }

    /// What is settled must be called what the room calls it, not as it was predicted.
    private func takeLineForSure() {
        guard let you, let number = pen.number else { return }
        line = PredictedLine(author: you, pen: number, last: pen.taken)
    }

    /// Leaves the pen, and everything that was sent with it, behind: what is pending is written anew,
    /// once the person has said so of the first ones.
    func takeFreshPen(askingAbout count: Int, at now: Int64) {
        for index in pending.indices where index < count { pending[index].isAsked = true }
        pen = PenLine(name: freshPenName)
        isSaveDue = true
        changes.insert(.question)
        switch link {
        case .away, .ended: break
        case .joining, .joined:
            // The first time at once; a server that never agrees is left alone more and more.
            renewals += 1
            if renewals > 2 { return reconnect(at: now) }
            actions.append(.close)
            connect(at: now)
        }
        rebuild()
    }

    /// 64 bits in base 64.
    private var freshPenName: Secret {
        let letters: StaticString =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        let alphabet = letters.bytes
        var rest = chance()
        var name: [UInt8] = []
        for _ in 0..<Secret.bytesMin {
            name.append(alphabet[Int(rest & 63)])
            rest >>= 6
        }
        // Eleven letters of that alphabet always are a name.
        return Secret(name) ?? pen.name
    }
}
