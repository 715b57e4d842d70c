import CalculatorEngine
import SharedRoom

/// Opening, losing and retrying connections.
extension Replica {
    /// Called when the socket is open.
    public func connected(at now: Int64) -> [ReplicaInstruction] {
        let now = advanceClock(to: now)
        guard case .away = connection else {
            instructions.append(.close)
            return finish(at: now)
        }
        connection = .joining(since: now)
        changes.insert(.connection)
        bye = nil
        var join = joinTemplate
        join.pen = pen.name
        join.read = joinTemplate.isWatching ? readToken : nil
        join.make = roomToMake
        join.since = confirmed.map { (room: Room) in
            Join.Position(epoch: epoch, sequence: room.sequence, hash: room.hash)
        }
        send(.join(join))
        return finish(at: now)
    }

    /// Called when the socket was closed with this code, or could not be opened.
    public func disconnected(code: UInt16, at now: Int64) -> [ReplicaInstruction] {
        let now = advanceClock(to: now)
        switch connection {
        case .ended: return finish(at: now)
        case .away, .joining, .joined: break
        }
        awayReason = bye?.why ?? CloseReason(code: code)
        if let reason = awayReason, !reason.mayRetry {
            endConnection(reason, at: now)
        } else {
            waitForConnection(atLeast: bye?.retry ?? 0, at: now)
        }
        bye = nil
        return finish(at: now)
    }

    /// The settings for creating a missing room: those that the person chose, or those of the confirmed room
    /// if the person is its host. Nobody else recreates a room without being asked, because that would make
    /// them its host.
    private var roomToMake: Join.MakeOptions? {
        guard !isDeleting else { return nil }
        guard wasWelcome, let you, let confirmed, confirmed.status == .open,
            let me = confirmed.people[you], me.isHost
        else { return joinTemplate.make }
        return Join.MakeOptions(
            keypad: confirmed.calculator.keypad, isLocked: confirmed.isLocked)
    }

    /// Ends the connection for good, unless the room disappeared: somebody may create it again, so the
    /// client asks once in a while. The interval is long because servers count each attempt like a wrong
    /// code, and 60 clients behind one address share a budget of 120 per minute.
    private func endConnection(_ reason: CloseReason, at now: Int64) {
        let isMissing = reason == .noSuchRoom
        if isMissing, wasWelcome, hasRoom || showsViews, !isDeleting {
            isRoomMissing = true
            return scheduleConnection(at: now + randomDelay(ClientLimits.missingRoomWait))
        }
        let isDeleted = reason == .deleted || isMissing && isDeleting
        if isDeleted { giveUpPending(.deleted) }
        connection = .ended(isDeleted ? .deleted : reason)
        changes.insert(.connection)
    }

    /// True if the person requested deletion of the room.
    private var isDeleting: Bool {
        for pending in pending { if case .plain(.delete) = pending.action { return true } }
        return false
    }

    /// Closes the connection and schedules another.
    func reconnect(at now: Int64) {
        instructions.append(.close)
        waitForConnection(atLeast: 0, at: now)
    }

    /// Uses exponential delays with random jitter between half and all of the delay, so that the clients of
    /// a class do not reconnect simultaneously.
    private func waitForConnection(atLeast least: Int64, at now: Int64) {
        let doublings = min(failures, ClientLimits.doublingsMax)
        let wait = min(ClientLimits.waitMin << doublings, ClientLimits.waitMax)
        scheduleConnection(at: now + randomDelay(wait, atLeast: min(least, ClientLimits.retryMax)))
    }

    private func randomDelay(_ wait: Int64, atLeast least: Int64 = 0) -> Int64 {
        let part = Int64(truncatingIfNeeded: randomWord() % UInt64(wait))
        return max(wait / 2, least) + part / 2
    }

    func scheduleConnection(at time: Int64) {
        failures += 1
        connection = .away(until: time)
        wakeDue = nil
        present = []
        presentCount = nil
        watchingCount = 0
        changes.insert([.connection, .people])
        instructions.append(.connect(at: reading(at: time)))
    }
}

/// Heartbeats. The page must send them, because a browser does not show it a socket's pings.
extension Replica {
    /// Called when a timer fires, the page becomes visible, or the network returns.
    public func wake(at now: Int64) -> [ReplicaInstruction] {
        let now = advanceClock(to: now)
        // A timer that fires too early is set again.
        wakeDue = nil
        switch connection {
        case .away(let until) where until > now:
            connection = .away(until: now)
            instructions.append(.connect(at: reading(at: now)))
        case .away(let until) where until + ClientLimits.connectTime <= now:
            reconnect(at: now)
        case .joining(let since) where since + ClientLimits.welcomeTime <= now:
            reconnect(at: now)
        case .joined(let session): checkSession(session, at: now)
        case .away, .joining, .ended: break
        }
        return finish(at: now)
    }

    private func checkSession(_ session: ClientSession, at now: Int64) {
        if let hold = session.hold, hold.until <= now {
            endHold(hold)
            // Return if only the hold was due.
            guard session.nextDeadline < hold.until else { return }
        }
        // Either the next heartbeat is due, or the page woke up by other means and must test the connection.
        guard session.awaitedAlive != nil else { return sendAlive(at: now) }
        if session.lastAliveSent + ClientLimits.answerTime <= now { return reconnect(at: now) }
        if session.lastAliveSent + ClientLimits.doubtTime <= now, !session.isDoubtful {
            self.session?.isDoubtful = true
            changes.insert(.connection)
        }
    }

    func sendAlive(at now: Int64) {
        guard var session, session.awaitedAlive == nil else { return }
        aliveNumber += 1
        session.awaitedAlive = aliveNumber
        session.lastAliveSent = now
        self.session = session
        send(.alive(aliveNumber))
    }

    func receiveAlive(_ number: Int64) {
        guard let awaited = session?.awaitedAlive, awaited == number else { return }
        if session?.isDoubtful == true { changes.insert(.connection) }
        session?.awaitedAlive = nil
        session?.isDoubtful = false
    }

    /// Notices when the server is there and decides nothing, for example because its store does not answer.
    func noteStall(at now: Int64) {
        guard var session else { return }
        if session.sentCount == 0 || session.hold != nil {
            session.wait = nil
        } else if session.wait?.lastDecided != pen.lastDecided {
            session.wait = ClientSession.Wait(lastDecided: pen.lastDecided, start: now)
        }
        let isStalled = session.wait.map { $0.start + ClientLimits.answerTime <= now } ?? false
        if isStalled != session.isStalled { changes.insert(.connection) }
        session.isStalled = isStalled
        self.session = session
    }

    /// Resends all actions from the refused one on, in order.
    private func endHold(_ hold: ClientSession.Hold) {
        guard var session else { return }
        session.hold = nil
        let first = max(0, hold.first - pen.lastDecided - 1)
        session.sentCount = Int(min(Int64(session.sentCount), first))
        self.session = session
    }
}
