import CalculatorEngine
import SharedRoom

/// Connections come and go.
extension Replica {
    /// The socket is open.
    public func connected(at now: Int64) -> [ReplicaAction] {
        keepTime(now)
        guard case .away = link else {
            actions.append(.close)
            return finish(at: now)
        }
        link = .joining(since: now)
        changes.insert(.connection)
        bye = nil
        var join = person
        join.pen = pen.name
        join.read = person.isWatching ? readToken : nil
        join.make = making
        join.since = confirmed.map { (room: Room) in
            Join.Position(epoch: epoch, sequence: room.sequence, hash: room.hash)
        }
        send(.join(join))
        return finish(at: now)
    }

    /// The socket was closed, with this code, or could not be opened.
    public func disconnected(code: UInt16, at now: Int64) -> [ReplicaAction] {
        keepTime(now)
        switch link {
        case .ended: return finish(at: now)
        case .away, .joining, .joined: break
        }
        awayReason = bye?.why ?? CloseReason(code: code)
        if let reason = awayReason, !reason.mayRetry {
            end(reason, at: now)
        } else {
            waitForConnection(atLeast: bye?.retry ?? 0, at: now)
        }
        bye = nil
        return finish(at: now)
    }

    /// What is made if the room is not there: what the person asked for, and for a host the room as it
    /// was. Nobody else makes it again without being asked, who would be its host then.
    private var making: Join.MakeOptions? {
        guard !isDeleting else { return nil }
        guard wasWelcome, let you, let confirmed, confirmed.life == .open,
            let me = confirmed.people[you], me.isHost
        else { return person.make }
        return Join.MakeOptions(
            keypad: confirmed.calculator.keypad, isLocked: confirmed.isLocked)
    }

    /// What was there may be made again. To ask for it counts as a wrong code each time, and a class of
    /// 60 behind one address has 120 of them in a minute.
    private func end(_ reason: CloseReason, at now: Int64) {
        let isMissing = reason == .noSuchRoom
        if isMissing, wasWelcome, hasRoom || showsViews, !isDeleting {
            isRoomGone = true
            return connect(at: now + spread(ClientLimits.goneWait))
        }
        let isDeleted = reason == .deleted || isMissing && isDeleting
        if isDeleted { giveUpPending(.deleted) }
        link = .ended(isDeleted ? .deleted : reason)
        changes.insert(.connection)
    }

    /// Whether the person has said that the room is to go.
    private var isDeleting: Bool {
        for action in pending { if case .action(.plain(.delete)) = action.content { return true } }
        return false
    }

    /// Gives the connection up, to make a new one.
    func reconnect(at now: Int64) {
        actions.append(.close)
        waitForConnection(atLeast: 0, at: now)
    }

    /// The waits double, and are spread between half and whole, so that a class does not come back
    /// all at once.
    private func waitForConnection(atLeast least: Int64, at now: Int64) {
        let doublings = min(failures, ClientLimits.doublingsMax)
        let wait = min(ClientLimits.waitMin << doublings, ClientLimits.waitMax)
        connect(at: now + spread(wait, atLeast: min(least, ClientLimits.retryMax)))
    }

    private func spread(_ wait: Int64, atLeast least: Int64 = 0) -> Int64 {
        let part = Int64(truncatingIfNeeded: chance() % UInt64(wait))
        return max(wait / 2, least) + part / 2
    }

    func connect(at time: Int64) {
        failures += 1
        link = .away(until: time)
        wakeDue = nil
        present = []
        presentCount = nil
        watchingCount = 0
        changes.insert([.connection, .people, .question])
        actions.append(.connect(at: time))
    }
}

/// Signs of life, which a page has to ask for: it cannot see a socket's pings.
extension Replica {
    /// A timer has run out; or the page has become visible, or the network has come back.
    public func wake(at now: Int64) -> [ReplicaAction] {
        keepTime(now)
        // A timer that ran out too early is set again.
        wakeDue = nil
        switch link {
        case .away(let until) where until > now:
            link = .away(until: now)
            actions.append(.connect(at: now))
        case .away(let until) where until + ClientLimits.connectTime <= now:
            reconnect(at: now)
        case .joining(let since) where since + ClientLimits.welcomeTime <= now:
            reconnect(at: now)
        case .joined(let session): wake(session, at: now)
        case .away, .joining, .ended: break
        }
        return finish(at: now)
    }

    private func wake(_ session: Session, at now: Int64) {
        if let hold = session.hold, hold.until <= now {
            release(hold)
            guard session.wake < hold.until else { return }
        }
        // Without a question the time has come for one, or the page woke of itself and does not know
        // what became of the connection.
        guard session.question != nil else { return askForLife(at: now) }
        if session.asked + ClientLimits.answerTime <= now { return reconnect(at: now) }
        if session.asked + ClientLimits.doubtTime <= now, !session.isDoubtful {
            self.session?.isDoubtful = true
            changes.insert(.connection)
        }
    }

    func askForLife(at now: Int64) {
        guard var session, session.question == nil else { return }
        aliveNumber += 1
        session.question = aliveNumber
        session.asked = now
        self.session = session
        send(.alive(aliveNumber))
    }

    func tookLife(_ number: Int64) {
        guard let question = session?.question, question == number else { return }
        if session?.isDoubtful == true { changes.insert(.connection) }
        session?.question = nil
        session?.isDoubtful = false
    }

    /// After a refusal all of it comes again, in order.
    private func release(_ hold: Session.Hold) {
        guard var session else { return }
        session.hold = nil
        let first = max(0, hold.first - pen.taken - 1)
        session.cursor = Int(min(Int64(session.cursor), first))
        self.session = session
    }
}
