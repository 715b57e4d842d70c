import SharedRoom

/// Events that replicas have to confirm before they are published.
extension RedisBackend {
    /// Asks Redis for the number of replicas that have everything so far, one question at a time.
    func requestReplicaCount() {
        guard !isReplicating else { return }
        isReplicating = true
        // WAIT concerns what this connection has written.
        request(["PEXPIRE", keys.node(node), "\(options.limits.nodeTimeout)"], .renewal)
        request(
            ["WAIT", "\(options.replicas)", "\(options.limits.replicationTimeout)"], .replicaCount)
    }

    /// Publishes what enough replicas have: everything whose reply came before this one. Otherwise it is asked again.
    func receiveReplicaCount(_ reply: RedisReply) {
        isReplicating = false
        let count = reply.integer ?? 0
        if count < options.replicas {
            lacksReplicas = true
            noteFailure(named("\(count) of \(options.replicas) replicas have confirmed in time"))
            refuseOpenings()
        } else {
            if lacksReplicas { noteSuccess() }
            lacksReplicas = false
            confirm()
        }
        let isAppending = (0..<requests.count).contains { index in
            if case .ofRoom(_, .append) = requests[index] { true } else { false }
        }
        if isAppending || !awaitingReplicas.isEmpty { requestReplicaCount() }
    }

    /// A room is not opened while replicas are missing.
    private func refuseOpenings() {
        let openings = awaitingReplicas.filter { $0.opening != nil }
        awaitingReplicas.removeAll { $0.opening != nil }
        for waiting in openings {
            waiting.room.requestCount -= 1
            endWithoutReply(waiting)
            dropIfUnused(waiting.room)
        }
    }

    private func confirm() {
        let all = awaitingReplicas
        removeAllAwaitingReplicas()
        for waiting in all {
            let room = waiting.room
            request(
                RedisCall(
                    .confirm,
                    keys: [
                        keys.room(room.name), keys.events(room.name), keys.node(node), keys.store,
                    ],
                    [RedisWord(epoch: waiting.epoch), "\(session?.number ?? 0)", "\(waiting.last)"]),
                .ofRoom(room, .confirmation(waiting)))
            room.requestCount -= 1
        }
    }

    func receiveConfirmation(_ reply: RedisReply, of waiting: UnconfirmedEvents) {
        let room = waiting.room
        switch waiting.origin {
        case .append(let append, let found, let compacted) where reply == .number(1):
            finish(append, found, in: room, compacted: compacted)
        case .append where waiting.epoch == room.epoch:
            endWithoutReply(waiting)
            // The state shows whether the room was forgotten or replaced.
            read(room)
        case .append(let append, _, _): events.append(.appended(room.name, append.id, []))
        case .read(let earlier):
            read(room, after: earlier.after, opening: earlier.opening, isFinal: true)
        }
    }

    /// Redis will be asked whether replicas have these events of a room.
    func awaitReplicas(_ waiting: UnconfirmedEvents) {
        awaitingReplicas.append(waiting)
        if waiting.isOfAppend { commits.withLock { $0.unconfirmed += 1 } }
        waiting.room.requestCount += 1
    }

    private func removeAllAwaitingReplicas() {
        awaitingReplicas = []
        commits.withLock { $0.unconfirmed = 0 }
    }

    /// The connection is lost, so the outcome of appends without confirmation is unknown.
    func forgetReplication() {
        for waiting in awaitingReplicas { endWithoutReply(waiting) }
        removeAllAwaitingReplicas()
        isReplicating = false
        lacksReplicas = false
    }

    private func endWithoutReply(_ waiting: UnconfirmedEvents) {
        switch waiting.origin {
        case .append(let append, _, _): waiting.room.uncertain.append((append.id, append))
        case .read(let read): abandon(read, of: waiting.room)
        }
    }
}
