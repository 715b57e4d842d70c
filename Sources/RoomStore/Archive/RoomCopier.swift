import SharedRoom

/// Copies rooms from an archive, each in the state of one moment.
package struct RoomCopier {
    let source: any RoomArchive
    let target: any RoomTarget

    package init(from source: any RoomArchive, to target: any RoomTarget) {
        self.source = source
        self.target = target
    }

    package func copyAll() throws(StoreError) -> RoomCopy {
        var copy = RoomCopy()
        for name in try source.names {
            if let why = try problem(copying: name, &copy.roomCount) {
                copy.problems.append(RoomCopy.Problem(name: name, why: why))
            }
        }
        return copy
    }

    /// Copies a room. It is read again if it changes, so that all parts belong together. Returns the reason if it cannot
    /// be copied.
    private func problem(
        copying name: RoomName, _ count: inout Int64
    ) throws(StoreError) -> String? {
        for _ in 0..<StoredRoom.attemptsMax {
            do throws(StoreError) {
                if try attempt(name) { count += 1 }
                return nil
            } catch {
                target.cancel()
                switch error {
                case .changed: continue
                case .damaged(source.place, let what): return "it is damaged (\(what))"
                case .otherRules(_, let rules, let known):
                    return "its rules version \(rules) is newer than \(known)"
                default: throw error
                }
            }
        }
        return "it changed each time it was read"
    }

    /// Returns false if the room was forgotten.
    private func attempt(_ name: RoomName) throws(StoreError) -> Bool {
        guard let facts = try source.facts(of: name) else { return false }
        guard !facts.isOnTrial else {
            throw damaged("it is set aside; run calcroom replay to put it back")
        }
        guard facts.rules <= Room.rules else {
            throw .otherRules(path: source.place, rules: facts.rules, known: Room.rules)
        }
        let stored = try source.reading { () throws(LogReadFailure) in
            try StoredRoom.read(name, in: source.reader)
        }
        guard let stored else { return false }
        guard let hash = stored.opened.stateHash else { throw damaged("its last state is invalid") }
        // A conversion may have changed them before the room was read.
        guard try source.facts(of: name)?.rules == facts.rules else { throw .changed }
        try copy(stored, facts, hash: hash)
        return true
    }

    private func damaged(_ what: String) -> StoreError {
        .damaged(path: source.place, what: what)
    }

    private func copy(
        _ stored: StoredRoom, _ facts: RoomFacts, hash: UInt64
    ) throws(StoreError) {
        let states = stored.states[try firstState(of: stored)...]
        guard let start = states.first, let end = states.last else { return }
        var (sequence, time) = (start.sequence, facts.time)
        try target.begin(stored.log.name, rules: facts.rules, after: start)
        while case let events = try events(after: sequence, of: stored), let last = events.last {
            try target.add(events, isHistory: sequence < end.sequence)
            if let state = states.dropLast().first(where: { $0.sequence == last.sequence }) {
                try target.add(state)
            }
            sequence = last.sequence
            time = max(time, last.time)
        }
        try target.add(stored.tape)
        guard try target.end(after: end, time: time)?.stateHash == hash else {
            let name = stored.log.name.text
            throw .damaged(path: target.place, what: "the copy of \(name) differs")
        }
    }

    private func events(
        after sequence: Int64, of stored: StoredRoom
    ) throws(StoreError) -> [Event] {
        try source.reading { () throws(LogReadFailure) in
            try stored.events(after: sequence, in: source.reader)
        }
    }

    /// The first state of the longest history that the target keeps.
    private func firstState(of stored: StoredRoom) throws(StoreError) -> Int {
        let (states, limits) = (stored.states, target.history)
        var (first, bytes) = (states.count - 1, Int64(0))
        while first > 0 {
            let state = states[first - 1]
            guard stored.compacted - state.sequence <= limits.eventsMax else { break }
            bytes += Int64(state.snapshot?.count ?? 0)
            if limits.bytesMax < .max {
                bytes += try size(of: stored, after: state.sequence, to: states[first].sequence)
            }
            guard bytes <= limits.bytesMax else { break }
            first -= 1
        }
        return first
    }

    /// The size of the events up to `end`, the next state.
    private func size(
        of stored: StoredRoom, after start: Int64, to end: Int64
    ) throws(StoreError) -> Int64 {
        var (sequence, bytes) = (start, Int64(0))
        while sequence < end {
            let events = try events(after: sequence, of: stored)
            bytes += Int64(events.frame.count)
            sequence = events.last?.sequence ?? end
        }
        return bytes
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
