import RoomStore
import SharedRoom

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

    /// The content type.
    var type: String {
        switch self {
        case .state: "application/json"
        case .log, .tape, .lesson: "application/x-ndjson"
        case .tapeCSV, .billCSV, .lessonCSV: "text/csv; charset=utf-8"
        case .tapeText, .lessonText: "text/plain; charset=utf-8"
        }
    }

    /// The document of a room, to be read through `reader`.
    func stream(
        of stored: StoredRoomState, _ reader: any LogReader, _ query: DocumentQuery
    ) throws(StoreError) -> any DocumentStream {
        switch self {
        case .state: StateDocument(RoomDocuments.state(of: stored.room))
        case .billCSV: StateDocument(RoomDocuments.billCSV(of: stored.room))
        case .log:
            try LogDocument(
                of: stored, reader, from: query.from, count: query.count,
                withSnapshot: query.withSnapshot)
        case .tape:
            try TapeDocument(
                of: stored, reader, TapeWriter(.ndjson, for: stored), before: query.before,
                count: query.count)
        case .tapeCSV: try TapeDocument(of: stored, reader, TapeWriter(.csv, for: stored))
        case .tapeText: try TapeDocument(of: stored, reader, TapeWriter(.text, for: stored))
        case .lesson: try lesson(of: stored, reader, .ndjson, query)
        case .lessonCSV: try lesson(of: stored, reader, .csv, query)
        case .lessonText: try lesson(of: stored, reader, .text, query)
        }
    }

    private func lesson(
        of stored: StoredRoomState, _ reader: any LogReader, _ format: TapeWriter.Format,
        _ query: DocumentQuery
    ) throws(StoreError) -> any DocumentStream {
        try LessonDocument(
            of: stored, reader, TapeWriter(format, hasKeys: true, for: stored),
            from: query.from == 1 ? nil : query.from, count: DocumentQuery.countMax)
    }

    /// The cost of reading, in computation steps, before the steps of the events are known.
    func stepsMax(_ query: DocumentQuery) -> Int64 {
        let lineCount =
            switch self {
            case .state, .billCSV: 0
            case .log, .tape: query.count
            case .tapeCSV, .tapeText: TapeDocument.linesMax
            case .lesson, .lessonCSV, .lessonText: DocumentQuery.countMax
            }
        return Self.stepsPerLine * Int64(Self.openingLines + lineCount)
    }

    /// Reading an event or a line takes as long as this number of steps.
    private static let stepsPerLine: Int64 = 1_000
    /// An opening reads a snapshot and some hundred events.
    private static let openingLines = 500
}
