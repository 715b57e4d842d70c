import SharedRoom

/// Events that replicas have to confirm before they are published.
extension RedisBackend {
    /// Asks Redis for the number of replicas that have everything so far, one question at a time.
    func requestReplication() {
        guard !isReplicating else { return }
        isReplicating = true
        // WAIT concerns what this connection has written.
        request(["PEXPIRE", keys.node(node), "\(options.limits.nodeTimeout)"], .renewal)
        request(
            ["WAIT", "\(options.replicas)", "\(options.limits.replicationTimeout)"],
            .replication(unconfirmedReads))
        unconfirmedReads = []
    }

    /// Publishes what enough replicas have. Otherwise it is asked again.
    func receiveReplication(_ reply: RedisReply, _ reads: [UnconfirmedRead]) {
        isReplicating = false
        let count = reply.integer ?? 0
        if count < options.replicas {
            lacksReplicas = true
            noteFailure(named("\(count) of \(options.replicas) replicas have confirmed in time"))
            for read in reads { awaitReplicasUnlessOpening(read) }
        } else {
            if lacksReplicas { noteSuccess() }
            lacksReplicas = false
            confirm(reads)
        }
        let isAppending = (0..<requests.count).contains { index in
            if case .operation(.append, _, _) = requests[index] { true } else { false }
        }
        if isAppending || !unreplicated.isEmpty || !unconfirmedReads.isEmpty {
            requestReplication()
        }
    }

    private func confirm(_ reads: [UnconfirmedRead]) {
        let groups = Dictionary(grouping: unreplicated) {
            RoomPeriod(name: $0.room.name, epoch: $0.append.epoch)
        }
        unreplicated = []
        for (period, appends) in groups.sorted(by: { $0.value[0].id < $1.value[0].id }) {
            let (room, last) = (appends[0].room, appends[appends.count - 1].events.last)
            request(
                confirmation(of: last?.sequence ?? 0, in: room, period.epoch),
                .upkeep(.confirmation(appends), room))
            room.requestCount -= appends.count
        }
        for read in reads {
            request(
                confirmation(of: read.last, in: read.room, read.epoch),
                .upkeep(.recovery(read), read.room))
            read.room.requestCount -= 1
        }
    }

    private struct RoomPeriod: Hashable {
        let name: RoomName
        let epoch: UInt64
    }

    private func confirmation(
        of last: Int64, in room: RedisRoom, _ epoch: UInt64
    ) -> RedisCall {
        RedisCall(
            .confirm,
            keys: [keys.room(room.name), keys.events(room.name), keys.node(node), keys.store],
            [RedisWord(epoch: epoch), "\(session?.number ?? 0)", "\(last)"])
    }

    /// Redis has executed an append, and will be asked whether replicas have it.
    func awaitReplicas(_ appended: RedisAppended) {
        unreplicated.append(appended)
        appended.room.requestCount += 1
    }

    /// Appends to a room could not be confirmed.
    func awaitReplicasAgain(_ appends: [RedisAppended]) {
        unreplicated.insert(contentsOf: appends, at: 0)
        appends[0].room.requestCount += appends.count
    }

    func awaitReplicas(_ read: UnconfirmedRead) {
        unconfirmedReads.append(read)
        read.room.requestCount += 1
    }

    /// A room is not opened while replicas are missing.
    private func awaitReplicasUnlessOpening(_ read: UnconfirmedRead) {
        guard case .opening = read.purpose else { return unconfirmedReads.append(read) }
        read.room.requestCount -= 1
        abandon(read)
        dropIfUnused(read.room)
    }

    /// Confirms the events behind the head of a state, then repeats the read.
    func confirm(
        _ state: RedisRoomState, of room: RedisRoom, for purpose: UnconfirmedRead.Purpose
    ) {
        awaitReplicas(
            UnconfirmedRead(purpose: purpose, room: room, epoch: state.epoch, last: state.last))
        requestReplication()
    }

    func receiveConfirmation(
        _ reply: RedisReply, _ appends: [RedisAppended], in room: RedisRoom
    ) {
        if reply == .number(1) {
            for appended in appends { finish(appended) }
        } else if appends[0].append.epoch == room.epoch {
            // The state shows whether the room was forgotten or replaced.
            for appended in appends { endWithoutReply(of: appended) }
            readState(of: room, after: 0)
        } else {
            for appended in appends { events.append(.appended(room.name, appended.id, [])) }
        }
    }

    func repeatRead(_ read: UnconfirmedRead) {
        switch read.purpose {
        case .opening(let id): load(read.room, id, isFinal: true)
        case .catchingUp(let sequence): readState(of: read.room, after: sequence, isFinal: true)
        }
    }

    private func abandon(_ read: UnconfirmedRead) {
        switch read.purpose {
        case .opening(let id): fail(read.room.name, id)
        case .catchingUp: events.append(.caughtUp(read.room.name))
        }
    }

    private func endWithoutReply(of appended: RedisAppended) {
        appended.room.uncertain.append((.append(appended.append), appended.id))
    }

    /// The connection is lost, so the outcome of appends without confirmation is unknown.
    func forgetReplication() {
        for appended in unreplicated { endWithoutReply(of: appended) }
        unreplicated = []
        for read in unconfirmedReads { abandon(read) }
        unconfirmedReads = []
        isReplicating = false
        lacksReplicas = false
    }
}
