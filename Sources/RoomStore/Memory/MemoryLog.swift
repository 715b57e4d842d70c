import SharedRoom

/// The log of one room: a snapshot, and the events since. Folding half of what is kept, and not one
/// event at a time, makes a snapshot's cost a small part of each event's.
package struct MemoryLog: Sendable {
    var epoch: UInt64
    package private(set) var snapshot: [UInt8]?
    package private(set) var events: [Event] = []
    /// What the room's own tape has no longer.
    private var tape: [TapeEntry] = []
    /// The number of the last event.
    private(set) var head: Int64 = 0
    private var lastTime: Int64 = 0

    init(epoch: UInt64) {
        self.epoch = epoch
    }

    var isEmpty: Bool { head == 0 }

    /// The events that the drafts have become.
    mutating func append(_ drafts: [Draft], at time: Int64) -> [Event] {
        lastTime = max(lastTime, min(time, RoomLimits.numberMax))
        var added: [Event] = []
        added.reserveCapacity(drafts.count)
        for draft in drafts {
            head += 1
            let event = Event(sequence: head, time: lastTime, draft: draft)
            added.append(event)
            events.append(event)
        }
        return added
    }

    /// Everything before is behind the only snapshot.
    func read(from sequence: Int64, count: Int) -> LogPart {
        guard count > 0, sequence <= head else { return LogPart() }
        let last = max(sequence, 1).addingReportingOverflow(Int64(count) - 1)
        let after = last.overflow || last.partialValue > head ? 0 : head - last.partialValue
        return LogPart(snapshot: snapshot, events: events.dropLast(Int(after)))
    }

    func tape(before sequence: Int64, count: Int) -> [TapeEntry] {
        Array(tape.prefix { $0.sequence < sequence }.suffix(max(0, count)))
    }

    /// Puts the older half behind the snapshot once there are more than so many.
    mutating func foldBeyond(_ eventsKeptMax: Int, with fold: SnapshotFold) {
        guard events.count > eventsKeptMax else { return }
        let older = events.count - eventsKeptMax / 2
        guard let folded = fold(snapshot, Array(events[..<older])) else { return }
        snapshot = folded.snapshot
        if folded.clearsTape { tape = [] }
        tape += folded.tape
        events.removeFirst(older)
    }
}
