import SharedRoom

/// A room that is open at an edge, or has events that are not folded yet. Others take no memory.
final class StoredRoom {
    let name: RoomName
    /// As edges are told.
    let epoch: UInt64
    /// Its number in the file; nil as long as nothing is kept of it.
    var id: Int64?
    /// The last event that is durable, and its time.
    var head: Int64 = 0
    var time: Int64 = 0
    var audience = Audience()
    var journal = JournalRows()
    /// When somebody was there last, in days since 1970, as the file has it.
    var day: Int64 = 0
    /// What the next commit makes durable.
    var staged: [Event] = []
    /// Whether it stands in the line of those to be folded.
    var waitsForFold = false
    /// Whether the file has lost something of it. It goes on for those who have it, and is not folded.
    var isDamaged = false

    init(_ name: RoomName, epoch: UInt64) {
        self.name = name
        self.epoch = epoch
    }

    /// What the drafts become, after everything that is staged.
    func stage(_ drafts: [Draft], at reading: Int64) -> [Event] {
        let time = max(staged.last?.time ?? time, min(max(reading, 0), RoomLimits.numberMax))
        let last = head + Int64(staged.count)
        let events = drafts.enumerated().map { index, draft in
            Event(sequence: last + Int64(index) + 1, time: time, draft: draft)
        }
        staged += events
        return events
    }

    /// The staged events are durable, in a row of the journal.
    func commit(row: Int64, bytes: Int) {
        head += Int64(staged.count)
        time = staged.last?.time ?? time
        journal.append(row, events: staged.count, bytes: bytes)
        staged = []
    }
}

/// What a room has in the journal.
struct JournalRows {
    private(set) var rows: [Int64] = []
    private(set) var events = 0
    private(set) var bytes = 0
    /// True if an earlier server wrote the rows, and they were not applied since.
    var isUnproven = false

    var isEmpty: Bool { rows.isEmpty }

    mutating func append(_ row: Int64, events: Int, bytes: Int) {
        rows.append(row)
        self.events += events
        self.bytes += bytes
    }
}
