import SharedRoom

/// Copies rooms from an archive, each in the state of one moment.
struct RoomCopier {
    let source: any RoomArchive
    let target: any RoomTarget

    enum Outcome: Equatable {
        case copied
        case forgotten
        case problem(String)
    }

    private enum Failure: Error {
        case source(RoomFileError)
        case target(RoomFileError)
    }

    /// Copies a room. It is read again if it changes, so that all parts belong together.
    func copy(_ name: RoomName) throws(RoomFileError) -> Outcome {
        for _ in 0..<StoredRoom.attemptsMax {
            do throws(Failure) {
                return try attempt(name) ? .copied : .forgotten
            } catch {
                target.cancel()
                switch error {
                case .source(.changed): continue
                case .source(.damaged(_, let what)): return .problem("it is damaged (\(what))")
                case .source(.otherRules(_, let rules, let known)):
                    return .problem("its rules version \(rules) is newer than \(known)")
                case .source(let failure), .target(let failure): throw failure
                }
            }
        }
        return .problem("it changed each time it was read")
    }

    /// Returns false if the room was forgotten.
    private func attempt(_ name: RoomName) throws(Failure) -> Bool {
        guard let facts = try facts(of: name) else { return false }
        guard !facts.isSetAside else {
            throw damaged("it is set aside; run calcroom replay to put it back")
        }
        guard facts.rules <= Room.rules else {
            throw .source(
                .otherRules(path: source.place, rules: facts.rules, known: Room.rules))
        }
        let stored = try reading { () throws(LogReadFailure) in
            try StoredRoom.read(name, in: source.reader)
        }
        guard let stored else { return false }
        guard let hash = stored.opened.stateHash else { throw damaged("its last state is invalid") }
        // A conversion may have changed them before the room was read.
        guard try self.facts(of: name)?.rules == facts.rules else { throw .source(.changed) }
        try copy(stored, facts, hash: hash)
        return true
    }

    private func copy(
        _ stored: StoredRoom, _ facts: RoomFacts, hash: UInt64
    ) throws(Failure) {
        let states = stored.states[try firstState(of: stored)...]
        var next = states.startIndex
        var (sequence, time) = (states[next].sequence, facts.time)
        try writing { () throws(RoomFileError) in
            try target.begin(stored.log.name, rules: facts.rules, after: states[next])
        }
        next += 1
        while true {
            let page = try reading { () throws(LogReadFailure) in
                try stored.events(after: sequence, in: source.reader)
            }
            let events = Array(page.prefix(LogPage.rowsMax))
            guard let last = events.last else { break }
            let isHistory = sequence < stored.compacted
            try writing { () throws(RoomFileError) in
                try target.add(events, isHistory: isHistory)
                guard next < states.endIndex - 1, states[next].sequence == last.sequence else {
                    return
                }
                try target.add(states[next])
                next += 1
            }
            sequence = last.sequence
            time = max(time, last.time)
        }
        try writing { () throws(RoomFileError) in
            try target.add(stored.tape)
            let written = try target.end(after: stored.states[stored.states.count - 1], time: time)
            guard written?.stateHash == hash else {
                let name = stored.log.name.text
                throw .damaged(path: target.place, what: "the copy of \(name) differs")
            }
        }
    }

    /// The first state of the longest history that the target keeps.
    private func firstState(of stored: StoredRoom) throws(Failure) -> Int {
        let (states, limits) = (stored.states, target.history)
        var (first, bytes) = (states.count - 1, Int64(0))
        while first > 0 {
            let state = states[first - 1]
            guard stored.compacted - state.sequence <= limits.eventsMax else { break }
            bytes += Int64(state.snapshot?.count ?? 0)
            if limits.bytesMax < .max { bytes += try size(of: stored, from: state) }
            guard bytes <= limits.bytesMax else { break }
            first -= 1
        }
        return first
    }

    /// The size of the events between a state and the next one.
    private func size(of stored: StoredRoom, from state: LogStart) throws(Failure) -> Int64 {
        let end = stored.states.first { $0.sequence > state.sequence }?.sequence ?? state.sequence
        var (sequence, bytes) = (state.sequence, Int64(0))
        while sequence < end {
            let events = try reading { () throws(LogReadFailure) in
                try stored.events(after: sequence, in: source.reader)
            }
            bytes += Int64(EventBlock(events).text.count)
            sequence = events.last?.sequence ?? end
        }
        return bytes
    }
}

extension RoomCopier {
    private func facts(of name: RoomName) throws(Failure) -> RoomFacts? {
        do throws(RoomFileError) {
            return try source.facts(of: name)
        } catch {
            throw .source(error)
        }
    }

    private func reading<Result>(
        _ body: () throws(LogReadFailure) -> Result
    ) throws(Failure) -> Result {
        do throws(RoomFileError) { return try source.reading(body) } catch { throw .source(error) }
    }

    private func writing<Result>(
        _ body: () throws(RoomFileError) -> Result
    ) throws(Failure) -> Result {
        do throws(RoomFileError) { return try body() } catch { throw .target(error) }
    }

    private func damaged(_ what: String) -> Failure {
        .source(.damaged(path: source.place, what: what))
    }
}

extension OpenedRoom {
    /// The hash of the state after the last event; nil if the data are invalid.
    var stateHash: UInt64? {
        guard var room = Room(snapshot: snapshot) else { return nil }
        for event in events {
            _ = room.apply(event)
            guard room.sequence == event.sequence else { return nil }
        }
        return room.hash
    }
}
