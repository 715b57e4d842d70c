import CalculatorEngine
import RoomStore
import SharedRoom

/// The lines of a tape with the keys that led to them, and the questions.
final class LessonDocument: DocumentStream {
    private let reader: any LogReader
    private let log: StoredLog
    private let writer: TapeWriter
    private var lesson: Lesson
    /// The last event to read.
    private let last: Int64
    private var isBegun = false
    private(set) var steps = 0

    /// - Parameter first: The first event; nil for the last `count` events.
    init(
        of stored: StoredRoomState, _ reader: any LogReader, _ writer: TapeWriter,
        from first: Int64?,
        count: Int
    ) throws(StoreError) {
        self.reader = reader
        self.writer = writer
        log = stored.log
        let newest = stored.room.sequence
        let begin = first ?? max(1, newest - Int64(count) + 1)
        let room = try reader.room(before: begin, of: log)
        lesson = Lesson(after: room, from: begin, now: stored.room)
        last = min(newest, max(begin, room.sequence + 1) + Int64(count) - 1)
    }

    func write(to body: inout [UInt8]) throws(StoreError) -> Bool {
        if !isBegun { body += writer.header }
        isBegun = true
        if lesson.sequence < last {
            let page = try reader.events(after: lesson.sequence, of: log)
            guard !page.isEmpty else { throw .changed }
            for event in page where event.sequence <= last {
                guard event.sequence == lesson.sequence + 1 else { throw .damaged(log.name) }
                steps += lesson.apply(event)
            }
        }
        let isOver = lesson.sequence >= last
        for entry in lesson.takeEntries(isOver: isOver) { body += writer.entry(entry) }
        return !isOver
    }
}
