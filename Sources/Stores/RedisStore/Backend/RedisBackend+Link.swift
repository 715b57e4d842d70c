import RoomStore
import SharedRoom

/// The connection to Redis.
extension RedisBackend {
    /// The time of the next attempt to connect; nil while Redis is connected.
    var nextAttempt: Int64? {
        if case .away(let time, _) = link { time } else { nil }
    }

    /// Redis is connected, and has written the number of the connection.
    func connect(_ session: RedisSession) {
        noteSuccess()
        link = .connected(session)
        if let lastEpoch, lastEpoch != session.storeEpoch {
            report(.newEpochs("now with Redis at \(session.host.text)"))
        }
        lastEpoch = session.storeEpoch
        node = session.node
        lostEpoch = nil
        for room in rooms.all { subscribe(room) }
    }

    /// An attempt to connect has failed.
    func noteFailedAttempt(_ message: String) {
        guard case .away(_, let pause) = link else { return }
        noteFailure(message)
        link = .away(
            nextAttempt: now + pause, pause: min(pause * 2, options.limits.retry.upperBound))
    }

    /// The connection is lost. Nothing that was sent over it will be answered.
    func lose(_ message: String) {
        guard session != nil else { return }
        noteFailure(named(message))
        link = .away(nextAttempt: now, pause: options.limits.retry.lowerBound)
        outbox = []
        subscriptions = []
        unconfirmed = [:]
        waitingSince = nil
        while let request = requests.removeFirst() { endWithoutReply(request, refusal: nil) }
        forgetReplication()
        for room in rooms.all {
            room.requestCount = 0
            room.stage = .away
            room.announced = 0
            for edge in room.announcements.keys { room.announcements[edge]?.isSent = false }
            let commands = room.waiting
            room.waiting = []
            for command in commands { fail(command) }
            dropIfUnused(room)
        }
    }

    /// A failure of a part of a cluster names the primary.
    func named(_ message: String) -> String {
        guard options.slot != nil, let session else { return message }
        return "\(session.host.text): \(message)"
    }

    /// - Parameter refusal: The message of Redis; nil if the connection is lost, so that the outcome is unknown.
    func endWithoutReply(_ request: RedisRequest, refusal: String?) {
        switch request {
        case .ofRoom(let room, .append(let append)):
            commits.withLock { $0.failed += 1 }
            endWithoutReply(append.id, append, in: room, refusal)
        case .ofRoom(let room, .forget(let id)): endWithoutReply(id, nil, in: room, refusal)
        case .ofRoom(let room, .head(let id)): fail(room.name, id)
        case .ofRoom(let room, .read(let read)): abandon(read, of: room)
        case .ofRoom(let room, .compactionState), .ofRoom(let room, .compaction):
            room.isCompacting = false
        case .ofRoom(_, .confirmation(let waiting)):
            noteFailure(refusal: refusal)
            awaitReplicas(waiting)
        case .ofRoom(let room, .announcement(let edge, let number)):
            noteAnnouncement(number, at: edge, in: room, isExecuted: false)
        case .replicaCount:
            noteFailure(refusal: refusal)
            isReplicating = false
        case .ofRoom(_, .progress), .storeEpoch, .nodes, .renewal, .nothing: break
        }
    }

    private func endWithoutReply(
        _ id: OperationID, _ append: RedisAppend?, in room: RedisRoom, _ refusal: String?
    ) {
        guard refusal != nil else { return room.uncertain.append((id, append)) }
        noteFailure(refusal: refusal)
        fail(room.name, id)
    }

    private func noteFailure(refusal: String?) {
        if let refusal { noteFailure(named(RedisFailure(reply: refusal).message)) }
    }

    func subscribe(_ room: RedisRoom) {
        room.stage = .subscribing
        subscriptions.append((room.name, isOn: true))
        unconfirmed[room.name, default: 0] += 1
    }

    /// Redis has confirmed a subscription. An earlier one to the same room may have ended since.
    func noteSubscription(to name: RoomName) {
        let left = (unconfirmed[name] ?? 1) - 1
        unconfirmed[name] = left > 0 ? left : nil
        guard left <= 0, let room = rooms[name], room.stage == .subscribing else { return }
        guard room.isOpen || !room.uncertain.isEmpty else { return makeCurrent(room) }
        room.stage = .reading
        let isSameEpoch = room.storeEpoch == session?.storeEpoch
        let start = isSameEpoch ? min(room.uncertainStart ?? room.head, room.head) : 0
        read(room, after: start)
    }
}

/// Work at regular times.
extension RedisBackend {
    static let tickTime: Int64 = 1_000
    private static let ticksPerRenewal = 30
    private static let ticksPerVisit = 3_600

    func loseIfSilent() {
        if let deadline, now >= deadline { lose(RedisFailure.silent.message) }
    }

    /// Called each `tickTime` while Redis is connected.
    func tick() {
        guard session != nil else { return }
        tickCount += 1
        request(["PEXPIRE", keys.node(node), "\(options.limits.nodeTimeout)"], .renewal)
        request(["HGET", keys.store, "epoch"], .storeEpoch)
        requestProgress()
        requestNodes()
        for room in rooms.all { sendAnnouncements(of: room) }
        if lacksReplicas || !awaitingReplicas.isEmpty { requestReplicaCount() }
        if tickCount.isMultiple(of: Self.ticksPerRenewal) { renewEmptyRooms() }
        if tickCount.isMultiple(of: Self.ticksPerVisit) { noteVisits() }
    }

    private func requestProgress() {
        for room in rooms.all
        where room.isOpen && room.checksLeft > 0 && room.stage == .current {
            room.checksLeft -= 1
            request(
                ["HMGET", keys.room(room.name), "epoch", "head", "announced"],
                .ofRoom(room, .progress(known: room.known)))
        }
    }

    private func requestNodes() {
        let nodes = Set(
            rooms.all.flatMap(\.edgesElsewhere.keys).map { $0 / RedisConnector.edgesMax })
        guard !nodes.isEmpty else { return }
        let others = nodes.sorted()
        request(["MGET"] + others.map(keys.node), .nodes(others))
    }

    /// Keeps the epoch of empty rooms while they are open.
    private func renewEmptyRooms() {
        for room in rooms.all where room.isOpen && room.head == 0 { readMissed(of: room) }
    }

    /// Open rooms count as visited.
    private func noteVisits() {
        for room in rooms.all where room.isOpen && room.head > 0 {
            for key in keys.stored(room.name) + [keys.present(room.name)] {
                request(["PEXPIRE", key, "\(roomTime)"], .nothing)
            }
        }
    }

    /// Deletes the node's key and participants, so they do not have to expire.
    func end() {
        if session != nil { request(["DEL", keys.node(node)], .nothing) }
    }
}
