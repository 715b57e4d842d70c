import SharedRoom

/// Losing Redis and finding it again.
extension RedisKeeper {
    /// The next connection answers nothing that was asked over this one.
    func lose(_ lost: RedisLink, _ message: String) {
        if link === lost { link = nil }
        retryTime = MonotonicClock.milliseconds
        noteFailure(message)
        let unanswered = questions
        questions = []
        for question in unanswered {
            question.room?.unanswered -= 1
            leaveOpen(question)
        }
    }

    /// What is done by the clock: tries again, or looks after what nobody tells.
    func tick() {
        if link == nil {
            if MonotonicClock.milliseconds >= retryTime { reconnect() }
            return
        }
        ticks += 1
        keepAlive()
        askForProgress()
        if ticks.isMultiple(of: Self.ticksPerRenewal) { renewEmptyRooms() }
        if ticks.isMultiple(of: Self.ticksPerVisit) { noteVisits() }
        settle()
        for (name, edge) in abandoned { keepPresence(of: edge, in: name, []) }
        abandoned = []
        settle()
    }

    /// Milliseconds until `tick` has something to do.
    var pause: Int64 {
        link == nil ? max(0, retryTime - MonotonicClock.milliseconds) : Self.tickTime
    }

    static let tickTime: Int64 = 1_000
    private static let ticksPerRenewal = 30
    private static let ticksPerVisit = 3_600

    private func keepAlive() {
        let key = RedisWord(RedisWords.nodePrefix + RedisWords.word(node))
        let time = RedisWord(RedisWords.word(options.limits.nodePatience))
        send(["PEXPIRE", key, time], .alive)
        send(["HGET", .init(RedisWords.life), "number"], .life)
        link?.askForSign()
    }

    private func askForProgress() {
        var nodes: Set<UInt32> = []
        for room in rooms.values {
            for edge in room.elsewhere.keys { nodes.insert(edge / RedisLink.edgesMax) }
            guard room.checksLeft > 0 else { continue }
            room.checksLeft -= 1
            send(["HMGET", .init(RedisWords.room(room.name)), "epoch", "head"], .progress(room))
        }
        guard !nodes.isEmpty else { return }
        let others = nodes.sorted()
        let keys = others.map { RedisWord(RedisWords.nodePrefix + RedisWords.word($0)) }
        send(["MGET"] + keys, .nodes(others))
    }

    /// As long as somebody has it open, a room that is not made has one epoch.
    private func renewEmptyRooms() {
        for room in rooms.values where room.told == 0 && !room.audience.isEmpty {
            read(room, after: 0, creating: room.epoch, .rest(room))
        }
    }

    /// Rooms that are open are visited.
    private func noteVisits() {
        let time = RedisWord(RedisWords.word(roomTime))
        for room in rooms.values where room.told > 0 {
            for key in [
                RedisWords.room(room.name), RedisWords.events(room.name),
                RedisWords.tape(room.name),
            ] {
                send(["PEXPIRE", .init(key), time], .nothing)
            }
        }
    }

    private func reconnect() {
        do throws(RedisFailure) {
            let link = try RedisLink(options, node: node)
            if hasLost { try link.beginLife(options.random()) }
            hasLost = false
            self.link = link
        } catch {
            noteFailure(error.message)
            retryTime = MonotonicClock.milliseconds + retryPause
            retryPause = min(retryPause * 2, options.limits.retry.upperBound)
            return
        }
        retryPause = options.limits.retry.lowerBound
        catchUp()
    }

    /// Brings everybody here to where Redis is.
    private func catchUp() {
        guard let link else { return }
        life = link.life
        link.listen(to: Array(rooms.keys))
        takeNews()
        for room in rooms.values {
            let isSame = room.life == life
            let known = room.doubts.map(\.told).min() ?? room.told
            read(room, after: isSame ? min(known, room.told) : 0, .rest(room))
        }
        settle()
        announceAnew()
        let requests = putOff
        putOff = []
        for (request, edge) in requests { take(request, from: edge) }
        settle()
    }

    /// Who is here was said by a connection that counts no more.
    private func announceAnew() {
        guard link != nil else { return }
        for (name, epoch, edge, gone) in leftWhileAway {
            let stays = rooms[name]?.audience.people(at: edge) ?? []
            if stays.isEmpty { keepPresence(of: edge, in: name, []) }
            publishPresence(
                of: edge, in: name, epoch, came: stays, gone: gone.filter { !stays.contains($0) })
        }
        leftWhileAway = []
        for room in rooms.values {
            for edge in room.audience.edges {
                let people = room.audience.people(at: edge)
                guard !people.isEmpty else { continue }
                keepPresence(of: edge, in: room.name, people)
                publishPresence(of: edge, in: room.name, room.epoch, came: people, gone: [])
            }
        }
    }

    /// Leaves nothing behind that would have to expire.
    func end() {
        for edge in edges { detach(edge) }
        send(["DEL", .init(RedisWords.nodePrefix + RedisWords.word(node))], .nothing)
        settle()
    }
}
