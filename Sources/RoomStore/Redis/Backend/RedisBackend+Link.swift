import SharedRoom

/// The connection to Redis.
extension RedisBackend {
    /// The time of the next attempt to connect; nil while Redis is connected.
    var nextAttempt: Int64? {
        if case .away(let time, _) = link { time } else { nil }
    }

    /// Redis is connected.
    func connect(_ session: RedisSession, at now: Int64) {
        link = .connected(session)
        node = session.node
        lostLife = nil
        for room in rooms.all { subscribe(room) }
    }

    /// An attempt to connect has failed.
    func noteFailedAttempt(_ message: String, at now: Int64) {
        guard case .away(_, let pause) = link else { return }
        noteFailure(message)
        link = .away(
            nextAttempt: now + pause, pause: min(pause * 2, options.limits.retry.upperBound))
    }

    /// The connection is lost. Nothing that was sent over it will be answered.
    func lose(_ message: String, at now: Int64) {
        guard session != nil else { return }
        link = .away(nextAttempt: now, pause: options.limits.retry.lowerBound)
        noteFailure(message)
        let unanswered = questions
        questions = Queue()
        outbox = []
        subscriptions = []
        unconfirmed = [:]
        waitingSince = nil
        isCompacting = false
        for index in 0..<unanswered.count {
            unanswered[index].room?.questionCount = 0
            giveUp(unanswered[index])
        }
        for room in rooms.all {
            room.stage = .away
            room.announced = 0
            for edge in room.announcements.keys { room.announcements[edge]?.stage = .waiting }
            let commands = room.waiting
            room.waiting = []
            for command in commands { giveUp(command) }
            dropIfUnused(room)
        }
    }

    private func giveUp(_ question: RedisQuestion) {
        switch question {
        case .append(let room, let id, let number, let drafts, let after, _):
            failedCommits += 1
            room.doubts.append(.append(id, number: number, drafts, after: after))
        case .forget(let room, let id): room.doubts.append(.forget(id))
        case .load(let room, let id, _), .head(let room, let id),
            .conversionState(let room, let id), .conversion(let room, let id):
            fail(room.name, id)
        case .catchUp(let room, _): events.append(.caughtUp(room.name))
        case .announcement, .progress, .compactionState, .compaction, .life, .nodes, .renewal,
            .nothing:
            break
        }
    }

    func giveUp(_ command: BackendCommand, _ failure: LogFailure = .unavailable) {
        switch command {
        case .load(let name, let id), .append(let name, let id, _), .head(let name, let id),
            .forget(let name, let id):
            fail(name, id, failure)
        case .catchUp(let name, _): events.append(.caughtUp(name))
        case .announce, .release: break
        }
    }

    func subscribe(_ room: RedisRoom) {
        room.stage = .subscribing
        subscriptions.append((room.name, isOn: true))
        unconfirmed[room.name, default: 0] += 1
    }

    /// Redis has confirmed a subscription. An earlier one to the same room may have ended since.
    func noteSubscription(to name: RoomName, at now: Int64) {
        let left = (unconfirmed[name] ?? 1) - 1
        unconfirmed[name] = left > 0 ? left : nil
        guard left <= 0, let room = rooms[name], case .subscribing = room.stage else { return }
        guard room.isOpen || !room.doubts.isEmpty else { return makeCurrent(room, now) }
        room.stage = .reading
        let isSameLife = room.life == session?.life
        let start = isSameLife ? min(room.doubtStart ?? room.head, room.head) : 0
        // The room may never have been stored, or is lost with an earlier life.
        let mayBeNew = room.isOpen && (room.head == 0 || !isSameLife)
        readState(of: room, after: start, creating: mayBeNew ? room.epoch : nil, now)
    }
}

/// Work at regular times.
extension RedisBackend {
    static let tickTime: Int64 = 1_000
    private static let ticksPerRenewal = 30
    private static let ticksPerVisit = 3_600

    func loseIfSilent(at now: Int64) {
        if let deadline, now >= deadline { lose("it does not answer", at: now) }
    }

    /// Called each `tickTime` while Redis is connected.
    func tick(at now: Int64) {
        guard session != nil else { return }
        tickCount += 1
        let key = RedisWord(RedisWords.nodePrefix + RedisWords.word(node))
        let time = RedisWord(RedisWords.word(options.limits.nodePatience))
        ask(["PEXPIRE", key, time], .renewal, now)
        ask(["HGET", .init(RedisWords.life), "number"], .life, now)
        askForProgress(now)
        askForNodes(now)
        for room in rooms.all { sendAnnouncements(of: room, now) }
        if tickCount.isMultiple(of: Self.ticksPerRenewal) { renewEmptyRooms(now) }
        if tickCount.isMultiple(of: Self.ticksPerVisit) { noteVisits(now) }
        compactNext(now)
    }

    private func askForProgress(_ now: Int64) {
        for room in rooms.all where room.isOpen && room.checksLeft > 0 {
            guard case .current = room.stage else { continue }
            room.checksLeft -= 1
            let key = RedisWord(RedisWords.room(room.name))
            ask(
                ["HMGET", key, "epoch", "head", "announced"], .progress(room, head: room.head),
                now)
        }
    }

    private func askForNodes(_ now: Int64) {
        let nodes = Set(
            rooms.all.flatMap(\.edgesElsewhere.keys).map { $0 / RedisConnector.edgesMax })
        guard !nodes.isEmpty else { return }
        let others = nodes.sorted()
        let keys = others.map { RedisWord(RedisWords.nodePrefix + RedisWords.word($0)) }
        ask(["MGET"] + keys, .nodes(others), now)
    }

    /// Keeps the epoch of empty rooms while they are open.
    private func renewEmptyRooms(_ now: Int64) {
        for room in rooms.all where room.isOpen && room.head == 0 {
            guard case .current = room.stage else { continue }
            readState(of: room, after: 0, creating: room.epoch, now)
        }
    }

    /// Open rooms count as visited.
    private func noteVisits(_ now: Int64) {
        let time = RedisWord(RedisWords.word(roomTime))
        for room in rooms.all where room.isOpen && room.head > 0 {
            for key in RedisWords.storedKeys(room.name) + [RedisWords.present(room.name)] {
                ask(["PEXPIRE", .init(key), time], .nothing, now)
            }
        }
    }

    /// Deletes the node's key and participants, so they do not have to expire.
    func end(at now: Int64) {
        guard session != nil else { return }
        ask(["DEL", .init(RedisWords.nodePrefix + RedisWords.word(node))], .nothing, now)
    }
}
