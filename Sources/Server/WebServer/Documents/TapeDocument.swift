import RoomStore
import SharedRoom

/// The lines of a tape, oldest first. The newest ones are in the room, the others in the store.
final class TapeDocument: DocumentStream {
    /// The maximum number of lines. A stored tape can be longer.
    static let linesMax = HistoryLimits.tapeLinesMax

    private let reader: any LogReader
    private let log: StoredLog
    private let writer: TapeWriter
    /// The lines that follow the stored ones.
    private let ownLines: [TapeEntry]
    /// The stored lines that are not written yet; nil if there are none.
    private var range: TapeRange?
    private var isBegun = false
    let steps = 0

    /// The last `count` lines before `sequence`.
    init(
        of stored: StoredRoomState, _ reader: any LogReader, _ writer: TapeWriter,
        before sequence: Int64 = .max, count: Int = linesMax
    ) throws(StoreError) {
        self.reader = reader
        self.writer = writer
        log = stored.log
        ownLines = stored.lines.filter { $0.sequence < sequence }.suffix(count)
        let end = min(stored.lines.first?.sequence ?? stored.room.sequence + 1, sequence)
        range =
            stored.hasClearedTape
            ? nil
            : try reader.tapeRange(before: end, count: count - ownLines.count, of: log)
    }

    func write(to body: inout [UInt8]) throws(StoreError) -> Bool {
        if !isBegun { body += writer.header }
        isBegun = true
        guard let range else {
            for line in ownLines { body += writer.line(line) }
            return false
        }
        let page = try reader.tape(range, of: log)
        for line in page { body += writer.line(line) }
        self.range = range.dropping(page)
        return true
    }
}
