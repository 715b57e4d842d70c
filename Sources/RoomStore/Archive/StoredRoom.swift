import SharedRoom

/// Everything that is stored of a room, up to its last event when it was read: states, the events between them, and the
/// lines that its tape has dropped. Events are read in pages later, so they can be deleted: `changed`.
struct StoredRoom {
    let log: StoredLog
    /// The last state, and the events after it.
    let opened: OpenedRoom
    /// The stored states in ascending order, at least one.
    let states: [LogStart]
    /// The lines that the tape dropped before the last state.
    let tape: [TapeEntry]

    /// The last event in the last state.
    var compacted: Int64 { states.last?.sequence ?? 0 }

    /// Reads a room, again if it is compacted during that. Nil if nothing is stored of it.
    static func read(
        _ name: RoomName, in reader: any LogReader
    ) throws(LogReadFailure) -> StoredRoom? {
        for _ in 1..<attemptsMax {
            do throws(LogReadFailure) { return try attempt(name, reader) } catch .changed {}
        }
        return try attempt(name, reader)
    }

    static let attemptsMax = 10

    private static func attempt(
        _ name: RoomName, _ reader: any LogReader
    ) throws(LogReadFailure) -> StoredRoom? {
        guard let opened = try reader.room(name) else { return nil }
        let log = StoredLog(name, opened)
        let last = try reader.start(for: .max, of: log)
        guard last.snapshot == opened.snapshot else { throw .changed }
        let room = StoredRoom(
            log: log, opened: opened, states: try states(before: last, of: log, reader),
            tape: try tape(of: log, reader))
        // Only a compaction changes states and tape.
        guard try reader.start(for: .max, of: log).sequence == last.sequence else {
            throw .changed
        }
        return room
    }

    private static func states(
        before last: LogStart, of log: StoredLog, _ reader: any LogReader
    ) throws(LogReadFailure) -> [LogStart] {
        var states = [last]
        while true {
            let earlier = try reader.start(for: states[0].sequence, of: log)
            guard earlier.sequence < states[0].sequence else { return states }
            states.insert(earlier, at: 0)
        }
    }

    private static func tape(
        of log: StoredLog, _ reader: any LogReader
    ) throws(LogReadFailure) -> [TapeEntry] {
        var lines: [TapeEntry] = []
        var rest = try reader.tapeRange(before: .max, count: .max, of: log)
        while let range = rest {
            let page = try reader.tape(range, of: log)
            lines += page
            rest = range.dropping(page)
        }
        return lines
    }

    /// The next events: at most a page and not beyond the next state, or all after the last state.
    func events(
        after sequence: Int64, in reader: any LogReader
    ) throws(LogReadFailure) -> [Event] {
        guard let next = states.first(where: { $0.sequence > sequence }) else {
            return Array(opened.events.drop { $0.sequence <= sequence })
        }
        let page = try reader.events(after: sequence, of: log)
        guard !page.isEmpty else { throw .outOfOrder }
        return Array(page.prefix { $0.sequence <= next.sequence })
    }
}
