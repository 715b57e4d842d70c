import SharedRoom

/// The event log of one room: a snapshot, and the later events. Half of the events are compacted at once, because a
/// snapshot is expensive.
package struct MemoryLog: Sendable {
    var epoch: UInt64
    package private(set) var snapshot: [UInt8]?
    package private(set) var events: [Event] = []
    /// The last lines that the room's tape has dropped.
    private var tape: [TapeEntry] = []
    /// The sequence number of the last event.
    private(set) var head: Int64 = 0
    private var lastTime: Int64 = 0

    init(epoch: UInt64) {
        self.epoch = epoch
    }

    var isEmpty: Bool { head == 0 }

    /// Appends drafts as events.
    mutating func append(_ drafts: [Draft], at reading: Int64) -> [Event] {
        lastTime = max(lastTime, Event.time(reading))
        let added = drafts.events(from: head + 1, at: lastTime)
        events += added
        head += Int64(added.count)
        return added
    }

    /// The only stored state.
    var state: StoredState {
        StoredState(snapshot: snapshot, sequence: (events.first?.sequence ?? head + 1) - 1)
    }

    /// The next events, at most a page; nil if they are deleted.
    func events(after sequence: Int64) -> [Event]? {
        guard sequence >= state.sequence else { return nil }
        let skipped = min(sequence - state.sequence, Int64(events.count))
        return Array(events.dropFirst(Int(skipped)).prefix(LogPage.rowsMax))
    }

    func tapeRange(before sequence: Int64, count: Int) -> TapeRange? {
        let lines = tape.prefix { $0.sequence < sequence }.suffix(max(0, count))
        return lines.first.map {
            TapeRange(first: $0.sequence, end: sequence, count: lines.count)
        }
    }

    /// The first lines of the range, at most a page; nil if they are deleted.
    func tape(_ range: TapeRange) -> [TapeEntry]? {
        let lines = tape.filter { $0.sequence >= range.first && $0.sequence < range.end }
        return lines.count == range.count ? Array(lines.prefix(LogPage.rowsMax)) : nil
    }

    /// Replaces the older half of the events with a snapshot if there are more than `eventsKeptMax`.
    mutating func compact(beyond eventsKeptMax: Int, with compactor: Compactor) {
        guard events.count > eventsKeptMax else { return }
        let older = events.count - eventsKeptMax / 2
        guard let compacted = compactor(snapshot, Array(events[..<older])) else { return }
        snapshot = compacted.snapshot
        if compacted.clearsTape { tape = [] }
        tape = (tape + compacted.tape).suffix(HistoryLimits.tapeLinesMax)
        events.removeFirst(older)
    }
}
