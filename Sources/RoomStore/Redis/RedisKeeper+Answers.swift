import SharedRoom

/// What Redis answers.
extension RedisKeeper {
    func take(_ answer: RedisReply, to question: RedisQuestion) {
        if case .failure(let message) = answer { return takeFailure(message, of: question) }
        switch question {
        case .append(let room, let doubt, let drafts):
            takeAppended(answer, room, doubt, drafts)
        case .open(let room, let edge, let ticket): takeOpened(answer, room, edge, ticket)
        case .head(let room, let edge, let ticket):
            hold(
                .head(room.name, ticket: ticket, sequence: answer.integer ?? 0), for: edge, in: room
            )
        case .forget(let name, let edge, let ticket):
            noteSuccess()
            // Others were first; what they have made meanwhile stays.
            tellForgotten(name)
            if answer.integer == 0 {
                refuse(name, ticket, .notOpen, to: edge)
            } else {
                tell([edge], .done(name, ticket: ticket))
            }
        case .rest(let room): takeRest(answer, room)
        case .progress(let room): takeProgress(answer, room)
        case .life:
            if let text = answer.text, UInt64(text, radix: 16) != life { link = nil }
        case .nodes(let nodes): takeNodes(answer, nodes)
        case .alive:
            // It was taken for dead, and has to come back.
            if answer.integer != 1 { link = nil }
        case .nothing: break
        }
    }

    /// It is there, and does not do it.
    private func takeFailure(_ message: String, of question: RedisQuestion) {
        // Another connection may do it.
        if message.hasPrefix("FENCED") || message.hasPrefix("NOSCRIPT") { link = nil }
        switch question {
        case .append(let room, let doubt, _):
            commits.withLock { $0.failed += 1 }
            noteFailure(message)
            refuse(room.name, doubt.ticket, .unavailable, to: doubt.edge)
        case .forget(let name, let edge, let ticket):
            rooms[name]?.isChanging = false
            noteFailure(message)
            refuse(name, ticket, .unavailable, to: edge)
        case .open, .head, .rest, .progress, .life, .nodes, .alive, .nothing:
            leaveOpen(question)
        }
    }

    /// There is no answer.
    func leaveOpen(_ question: RedisQuestion) {
        switch question {
        case .append(let room, let doubt, _): room.doubts.append(doubt)
        case .open(let room, let edge, let ticket):
            room.isChanging = false
            refuse(room.name, ticket, .unavailable, to: edge)
            dropIfUnused(room)
        case .head(let room, let edge, let ticket):
            refuse(room.name, ticket, .unavailable, to: edge)
        case .forget(let name, let edge, let ticket):
            // It may have been done. Who has the room open learns that from Redis.
            rooms[name]?.isChanging = false
            refuse(name, ticket, .unavailable, to: edge)
        case .rest, .progress, .life, .nodes, .alive, .nothing: break
        }
    }

    private func takeAppended(
        _ answer: RedisReply, _ room: RedisRoom, _ doubt: RedisRoom.Doubt, _ drafts: [Draft]
    ) {
        guard let parts = answer.list, parts.count == 3, let first = parts[0].integer,
            let time = parts[1].integer
        else {
            // Another life of the room has begun, and will be heard of.
            room.checksLeft = RedisRoom.checks
            return refuse(room.name, doubt.ticket, .unavailable, to: doubt.edge)
        }
        noteSuccess()
        let events = drafts.enumerated().map { place, draft in
            Event(sequence: first + Int64(place), time: time, draft: draft)
        }
        learn(events, in: room)
        hold(.done(room.name, ticket: doubt.ticket), for: doubt.edge, in: room)
        let last = first + Int64(drafts.count) - 1
        if last - (parts[2].integer ?? 0) > Int64(options.limits.eventsKeptMax) {
            waitingForFold.insert(room.name)
        }
    }

    /// Answers come after the events of which whoever asks knows to be there.
    private func hold(_ report: LogReport, for edge: UInt32, in room: RedisRoom) {
        if room.told < room.known {
            room.held.append((edge, report))
        } else {
            tell([edge], report)
        }
    }
}
