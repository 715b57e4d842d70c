/// A document that is made from the data of a room in the store. The raw value is its file name.
enum StoredDocument: String {
    case state
    case log
    case tape
    case tapeCSV = "tape.csv"
    case tapeText = "tape.txt"
    case billCSV = "bill.csv"
    case lesson
    case lessonCSV = "lesson.csv"
    case lessonText = "lesson.txt"

    /// The data that the document needs.
    func readRequest(_ query: DocumentQuery) -> RoomReader.Request {
        switch self {
        case .state, .billCSV: .state
        case .log: .log(from: query.from, count: query.count)
        case .tape: .tape(before: query.before, count: query.count)
        case .tapeCSV, .tapeText: .tape()
        case .lesson, .lessonCSV, .lessonText:
            query.from == 1
                ? .lastEvents(DocumentQuery.countMax)
                : .log(from: query.from, count: DocumentQuery.countMax)
        }
    }

    /// The response with the document or with an error.
    func response(_ answer: RoomReader.Answer, _ query: DocumentQuery) -> Response {
        switch answer {
        case .noSuchRoom: return .sentence(.notFound, "There is no such room.")
        case .failed: return .sentence(.serviceUnavailable, "The room cannot be read now.")
        case .room(let stored):
            guard RoomDocuments.mayRead(stored, with: query.read) else {
                return .sentence(
                    .forbidden,
                    "The door is shut. Add ?read=TOKEN with the read token from the welcome.")
            }
            var response = response(stored, query)
            response.steps = stored.openingSteps + stored.log.steps
            return response
        }
    }

    private func response(_ stored: StoredRoomState, _ query: DocumentQuery) -> Response {
        switch self {
        case .state: .document("application/json", RoomDocuments.state(of: stored.room))
        case .log:
            .document(
                "application/x-ndjson",
                RoomDocuments.log(
                    of: stored, from: query.from, count: query.count,
                    withSnapshot: query.withSnapshot))
        case .tape: .document("application/x-ndjson", RoomDocuments.tapeNDJSON(of: stored.tape))
        case .tapeCSV:
            .document("text/csv; charset=utf-8", RoomDocuments.tapeCSV(of: stored.tape))
        case .tapeText:
            .document("text/plain; charset=utf-8", RoomDocuments.tapeText(of: stored.tape))
        case .billCSV:
            .document("text/csv; charset=utf-8", RoomDocuments.billCSV(of: stored.room))
        case .lesson:
            lesson(stored, query, "application/x-ndjson", RoomDocuments.lessonNDJSON)
        case .lessonCSV:
            lesson(stored, query, "text/csv; charset=utf-8", RoomDocuments.lessonCSV)
        case .lessonText:
            lesson(stored, query, "text/plain; charset=utf-8", RoomDocuments.lessonText)
        }
    }

    private func lesson(
        _ stored: StoredRoomState, _ query: DocumentQuery, _ type: String,
        _ write: (Lesson) -> [UInt8]
    ) -> Response {
        guard let lesson = Lesson(stored.log, from: query.from) else {
            return .sentence(.serviceUnavailable, "The room cannot be read now.")
        }
        return .document(type, write(lesson))
    }
}
