public import SharedRoom

/// Everything that is stored of a room at one moment. Rooms move between stores only in this form, and `replay` and
/// `backup` check it.
///
///     for name in try archive.names {
///         if let room = try archive.read(name) { try target.write(room) }
///     }
public struct ArchivedRoom: Sendable {
    public let name: RoomName
    package let rules: UInt32
    /// The time of the last event.
    package let time: Int64
    /// The stored states in ascending order, at least one, and the events that follow each.
    package private(set) var parts: [Part]
    /// The lines that the tape dropped before the last state.
    package let tape: [TapeEntry]

    package struct Part: Sendable {
        package let start: StoredState
        /// The events up to the next state, or to the end.
        package let events: [Event]
    }

    /// The last stored state.
    package var newest: StoredState { parts[parts.count - 1].start }

    /// The room with as much of its history as the limits allow.
    package func limited(to limits: HistoryLimits) -> ArchivedRoom {
        var (first, bytes) = (parts.count - 1, Int64(0))
        while first > 0 {
            let part = parts[first - 1]
            bytes += Int64(part.events.frame.count + (part.start.snapshot?.count ?? 0))
            guard newest.sequence - part.start.sequence <= limits.eventsMax,
                bytes <= limits.bytesMax
            else { break }
            first -= 1
        }
        var room = self
        room.parts.removeFirst(first)
        return room
    }

    /// True if the events lead from the last stored state to the end.
    var isSound: Bool {
        guard var room = Room(snapshot: newest.snapshot) else { return false }
        return parts[parts.count - 1].events.allSatisfy { event in
            _ = room.apply(event)
            return room.sequence == event.sequence
        }
    }
}

extension RoomArchive {
    /// Reads a room, again if it changes at the same time. Nil if nothing is stored of it. Throws `damaged` if a checksum
    /// is wrong, or if something is missing.
    public func read(_ name: RoomName) throws(StoreError) -> ArchivedRoom? {
        for _ in 1..<10 {
            do throws(StoreError) { return try attempt(name) } catch .changed {}
        }
        return try attempt(name)
    }

    private func attempt(_ name: RoomName) throws(StoreError) -> ArchivedRoom? {
        guard let opened = try reader.room(name) else { return nil }
        let log = StoredLog(name, opened)
        let newest = try reader.state(before: .max, of: log)
        guard newest.snapshot == opened.snapshot, let facts = try facts(of: name) else {
            throw .changed
        }
        let room = ArchivedRoom(
            name: name, rules: facts.rules, time: max(facts.time, opened.events.last?.time ?? 0),
            parts: try history(before: newest, of: log)
                + [ArchivedRoom.Part(start: newest, events: opened.events)],
            tape: try tape(of: log))
        // A compaction changes the newest state.
        guard try reader.state(before: .max, of: log) == newest else { throw .changed }
        return room
    }

    private func history(
        before newest: StoredState, of log: StoredLog
    ) throws(StoreError) -> [ArchivedRoom.Part] {
        var (parts, next) = ([ArchivedRoom.Part](), newest)
        while true {
            let start = try reader.state(before: next.sequence, of: log)
            guard start.sequence < next.sequence else { return parts.reversed() }
            parts.append(
                ArchivedRoom.Part(start: start, events: try events(from: start, to: next, of: log)))
            next = start
        }
    }

    private func events(
        from start: StoredState, to end: StoredState, of log: StoredLog
    ) throws(StoreError) -> [Event] {
        var (events, sequence) = ([Event](), start.sequence)
        while sequence < end.sequence {
            let page = try reader.events(after: sequence, of: log)
            guard page.first?.sequence == sequence + 1 else { throw damaged("events are missing") }
            events += page.prefix { $0.sequence <= end.sequence }
            sequence = events.last?.sequence ?? end.sequence
        }
        return events
    }

    private func tape(of log: StoredLog) throws(StoreError) -> [TapeEntry] {
        var lines: [TapeEntry] = []
        var rest = try reader.tapeRange(before: .max, count: .max, of: log)
        while let range = rest {
            let page = try reader.tape(range, of: log)
            lines += page
            rest = range.dropping(page)
        }
        return lines
    }

    func damaged(_ what: String) -> StoreError { .damaged(path: place, what: what) }
}

extension Array {
    /// The elements in groups of at most `count`.
    package func groups(of count: Int) -> [[Element]] {
        stride(from: 0, to: self.count, by: count).map { start in
            Array(self[start..<Swift.min(start + count, self.count)])
        }
    }
}
