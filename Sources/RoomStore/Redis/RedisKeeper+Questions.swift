import SharedRoom

/// Asking Redis, and waiting for what it says.
extension RedisKeeper {
    func send(_ words: [RedisWord], _ question: RedisQuestion) {
        guard let link else { return leaveOpen(question) }
        link.commands.send(words.map(\.bytes))
        expect(question)
    }

    /// Reads a room from the event after this one; one that is not there gets an epoch, if one is given.
    func read(
        _ room: RedisRoom, after sequence: Int64, creating epoch: UInt64? = nil,
        _ question: RedisQuestion
    ) {
        guard let link else { return leaveOpen(question) }
        evaluateOpen(room, after: sequence, creating: epoch, link)
        expect(question)
    }

    func evaluateOpen(
        _ room: RedisRoom, after sequence: Int64, creating epoch: UInt64?, _ link: RedisLink
    ) {
        link.evaluate(
            .open,
            keys: [
                RedisWords.room(room.name), RedisWords.events(room.name),
                RedisWords.present(room.name), RedisWords.nodePrefix,
            ],
            [
                epoch.map(RedisWords.word(epoch:)) ?? [],
                RedisWords.word(Self.emptyRoomTime), RedisWords.word(roomTime),
                RedisWords.word(sequence - (sequence == 0 ? 1 : 0)),
                RedisWords.word(RedisLink.edgesMax),
            ])
    }

    func expect(_ question: RedisQuestion) {
        questions.append(question)
        question.room?.unanswered += 1
    }

    /// Waits for the answers if something about this room is among them.
    func settle(_ name: RoomName) {
        if let room = rooms[name], room.unanswered > 0 || room.isChanging { settle() }
    }

    /// Waits for all answers, and for the events that they speak of.
    func settle() {
        waitForAnswers()
        while let (room, edge, ticket) = waitingForRenewal.popLast() {
            renew(room, for: edge, ticket)
        }
        takeNews()
        for _ in 0..<Self.attempts where link != nil && !behind.isEmpty {
            let names = behind
            behind = []
            for room in names.compactMap({ rooms[$0] }) where room.told < room.known {
                // If nothing comes of it, it is tried again later.
                behind.insert(room.name)
                read(room, after: room.told, .rest(room))
            }
            waitForAnswers()
        }
    }

    private static let attempts = 3

    private func waitForAnswers() {
        guard let link, !questions.isEmpty else { return }
        let asked = questions
        questions = []
        let beginning = MonotonicClock.nanoseconds
        var events: Int64 = 0
        var next = 0
        do throws(RedisFailure) {
            while next < asked.count {
                let answer = try link.commands.answer()
                asked[next].room?.unanswered -= 1
                if case .append(_, _, let drafts) = asked[next], answer.list?.isEmpty == false {
                    events += Int64(drafts.count)
                }
                take(answer, to: asked[next])
                next += 1
            }
        } catch {
            questions = Array(asked[next...])
            lose(link, error.message)
        }
        guard events > 0 else { return }
        commits.withLock { commits in
            commits.events.note(events)
            commits.times.note(MonotonicClock.nanoseconds - beginning)
        }
    }
}

extension RedisQuestion {
    var room: RedisRoom? {
        switch self {
        case .append(let room, _, _), .open(let room, _, _), .head(let room, _, _),
            .rest(let room), .progress(let room):
            room
        case .forget, .life, .nodes, .alive, .nothing: nil
        }
    }
}

/// A word of a command, as text or bytes.
struct RedisWord: ExpressibleByStringLiteral {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
    init(stringLiteral text: String) { bytes = Array(text.utf8) }
}
