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
        var groups = Dictionary(grouping: all, by: \.period)
        removeAllAwaitingReplicas()
        for first in all {
            guard let group = groups.removeValue(forKey: first.period) else { continue }
            let room = first.room
            request(
                RedisCall(
                    .confirm,
                    keys: [
                        keys.room(room.name), keys.events(room.name), keys.node(node), keys.store,
                    ],
                    [
                        RedisWord(epoch: first.epoch), "\(session?.number ?? 0)",
                        "\(group.map(\.last).max() ?? 0)",
                    ]),
                .ofRoom(room, .confirmation(group)))
            room.requestCount -= group.count
        }
    }

    func receiveConfirmation(
        _ reply: RedisReply, of group: [UnconfirmedEvents], in room: RedisRoom
    ) {
        let isPublished = reply == .number(1)
        for waiting in group {
            switch waiting.origin {
            case .append(let append, let found, let compacted) where isPublished:
                finish(append, found, in: room, compacted: compacted)
            case .append where waiting.epoch == room.epoch: endWithoutReply(waiting)
            case .append(let append, _, _): events.append(.appended(room.name, append.id, []))
            case .read(let earlier):
                read(room, after: earlier.after, opening: earlier.opening, isFinal: true)
            }
        }
        // The state shows whether the room was forgotten or replaced.
        if !isPublished, group.contains(where: { $0.isOfAppend && $0.epoch == room.epoch }) {
            read(room)
        }
    }

    /// Redis will be asked whether replicas have these events of a room.
    func awaitReplicas(_ waiting: UnconfirmedEvents) {
        awaitingReplicas.append(waiting)
        count([waiting])
        waiting.room.requestCount += 1
    }

    /// The events could not be published.
    func awaitReplicasAgain(_ group: [UnconfirmedEvents], of room: RedisRoom) {
        awaitingReplicas = group + awaitingReplicas
        count(group)
        room.requestCount += group.count
    }

    private func count(_ added: [UnconfirmedEvents]) {
        let appends = added.count(where: \.isOfAppend)
        commits.withLock { $0.unconfirmed += appends }
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
