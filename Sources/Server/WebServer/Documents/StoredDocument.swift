public import RoomStore
public import SharedRoom

/// A document that is made from the data of a room in the store. The raw value is its file name.
public enum StoredDocument: String, CaseIterable, Sendable {
    case state
    case log
    case tape
    case tapeCSV = "tape.csv"
    case tapeText = "tape.txt"
    case billCSV = "bill.csv"
    case lesson
    case lessonCSV = "lesson.csv"
    case lessonText = "lesson.txt"

    private var format: TapeWriter.Format {
        rawValue.hasSuffix(".csv") ? .csv : rawValue.hasSuffix(".txt") ? .text : .ndjson
    }

    var contentType: String {
        if self == .state { return "application/json" }
        return switch format {
        case .ndjson: "application/x-ndjson"
        case .csv: "text/csv; charset=utf-8"
        case .text: "text/plain; charset=utf-8"
        }
    }

    /// The document of a room, to be read through `reader`.
    func writer(
        of stored: StoredRoomState, _ reader: any LogReader, _ query: DocumentQuery
    ) throws(StoreError) -> DocumentWriter {
        func lines(hasKeys: Bool = false) -> TapeWriter {
            TapeWriter(format, hasKeys: hasKeys, for: stored)
        }
        switch self {
        case .state, .billCSV:
            let room = stored.room
            let bytes =
                self == .state ? RoomDocuments.state(of: room) : RoomDocuments.billCSV(of: room)
            return { body, _ in
                body += bytes
                return false
            }
        case .log: return try logWriter(of: stored, reader, query)
        case .tape:
            return try tapeWriter(
                of: stored, reader, lines(), before: query.before, count: query.count)
        case .tapeCSV, .tapeText: return try tapeWriter(of: stored, reader, lines())
        case .lesson, .lessonCSV, .lessonText:
            return try lessonWriter(
                of: stored, reader, lines(hasKeys: true), from: query.from)
        }
    }

    /// The cost of reading, in computation steps, before the steps of the events are known.
    func stepsMax(_ query: DocumentQuery) -> Int64 {
        let lineCount =
            switch self {
            case .state, .billCSV: 0
            case .log, .tape: query.count
            case .tapeCSV, .tapeText: HistoryLimits.tapeLinesMax
            case .lesson, .lessonCSV, .lessonText: DocumentQuery.countMax
            }
        return Self.stepsPerLine * Int64(Self.openingLines + lineCount)
    }

    /// Reading an event or a line takes as long as this number of steps.
    private static let stepsPerLine: Int64 = 1_000
    /// An opening reads a snapshot and some hundred events.
    private static let openingLines = 500
}

/// Appends the next part of a document, for which it reads at most one page of the store, and adds the computation
/// steps of the events that it applies. Returns false after the last part. So a document is never in memory as a whole.
typealias DocumentWriter =
    (_ body: inout [UInt8], _ steps: inout Int) throws(StoreError) -> Bool

/// Writes a document of a stored room without a server.
public struct RoomExport {
    private let write: DocumentWriter
    private var isOver = false

    public init(
        _ document: StoredDocument, of name: RoomName, in reader: any LogReader
    ) throws(StoreError) {
        guard let opened = try reader.room(name), let stored = StoredRoomState(name, opened) else {
            throw .damaged(name)
        }
        write = try document.writer(of: stored, reader, .unlimited)
    }

    /// The next part, which may be empty; nil at the end.
    public mutating func next() throws(StoreError) -> [UInt8]? {
        guard !isOver else { return nil }
        var (part, steps) = ([UInt8](), 0)
        isOver = try !write(&part, &steps)
        return part
    }
}
