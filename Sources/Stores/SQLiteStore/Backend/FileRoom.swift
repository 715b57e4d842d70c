import RoomStore
import SharedRoom

/// A room that is open, or has events that are not compacted yet. Other rooms take no memory.
final class FileRoom: TabledRoom {
    let name: RoomName
    var index = 0
    /// As edges receive it.
    var epoch: UInt64
    /// Its number in the file; nil if nothing is stored of it.
    var id: Int64?
    /// The last durable event, and its time.
    var head: Int64 = 0
    var time: Int64 = 0
    /// True if an edge has the room open.
    var isOpen = false
    /// The day of the last visit in the file, in days since 1970.
    var day: Int64 = 0
    /// The events of the next commit.
    var staged: [Event] = []
    /// True if rows of the room are damaged. It continues for those who have it open, and is not compacted.
    var isDamaged = false
    private let file: SharedFile

    init(_ name: RoomName, epoch: UInt64, in file: SharedFile) {
        self.name = name
        self.epoch = epoch
        self.file = file
    }

    /// Its rows in the journal. Only a stored room has some.
    var journal: JournalRows {
        get { id.map { file[journalOf: $0] } ?? JournalRows() }
        set { if let id { file[journalOf: id] = newValue } }
    }

    /// Turns the drafts into events after everything that is staged.
    func stage(_ drafts: [Draft], at reading: Int64) -> [Event] {
        let time = max(staged.last?.time ?? time, Event.time(reading))
        let events = drafts.events(from: head + Int64(staged.count) + 1, at: time)
        staged += events
        return events
    }

    /// Notes that the staged events are in a row of the journal.
    func commit(row: Int64, bytes: Int) {
        head += Int64(staged.count)
        time = staged.last?.time ?? time
        if let id {
            file.journal.withLock { [count = staged.count] in
                $0.append(row, events: count, bytes: bytes, to: id)
            }
        }
        staged = []
    }
}
