import RoomStore
import SharedRoom

/// A part of a response, from another thread.
struct ResponsePart: Sendable {
    enum Content: Sendable {
        /// The response with the beginning of its body.
        case head(Response)
        case body([UInt8])
        /// The rest of the body cannot be read.
        case failure
    }

    let content: Content
    let isLast: Bool
    /// The computation steps since the part before it.
    var steps = 0
}

/// A document of which some parts may have been sent.
struct DocumentInProgress {
    private enum Stage {
        case waiting
        case writing(any DocumentStream)
        /// All of it is written, but the client may not have received it.
        case complete
    }

    private let request: DocumentReader.Request
    private let receive: DocumentReader.Receiver
    private var stage = Stage.waiting
    /// The bytes that are not sent yet.
    private var rest: [UInt8] = []
    private var hasSentHead = false
    private var steps = 0
    private var stepsSent = 0

    init(_ request: DocumentReader.Request, _ receive: @escaping DocumentReader.Receiver) {
        self.request = request
        self.receive = receive
    }

    /// Opens the room, if it is not open, and reads at most one page. Returns true if a part was sent, so that the
    /// client must receive it first.
    mutating func writeNextPage(_ reader: any LogReader) -> Bool {
        do throws(StoreError) {
            if case .waiting = stage {
                guard let stream = try begin(reader) else { return true }
                stage = .writing(stream)
            }
            if case .writing(let stream) = stage {
                let openingSteps = steps - stream.steps
                let hasMore = try stream.write(to: &rest)
                steps = openingSteps + stream.steps
                if !hasMore { stage = .complete }
            }
        } catch {
            send(hasSentHead ? .failure : .head(.unreadable), isLast: true)
            return true
        }
        return sendIfFull()
    }

    /// Ends a document whose client reads too slowly, although all of it may have been sent.
    func abandon() { receive(ResponsePart(content: .failure, isLast: true)) }

    /// Opens the room. Nil if the response is an error, which is sent.
    private mutating func begin(
        _ reader: any LogReader
    ) throws(StoreError) -> (any DocumentStream)? {
        guard let opened = try reader.room(request.room) else {
            return refuse(request.lockout ?? .noSuchRoom)
        }
        guard let stored = StoredRoomState(request.room, opened) else {
            throw .damaged(request.room)
        }
        steps = stored.steps
        if let lockout = request.lockout,
            !RoomDocuments.mayRead(stored, with: request.query.read, needsToken: true)
        {
            return refuse(lockout)
        }
        if [.unmade, .deleted].contains(stored.room.status) { return refuse(.noSuchRoom) }
        guard RoomDocuments.mayRead(stored, with: request.query.read) else {
            return refuse(.doorIsShut)
        }
        return try request.document.stream(of: stored, reader, request.query)
    }

    private mutating func refuse(_ response: Response) -> (any DocumentStream)? {
        send(.head(response), isLast: true)
        return nil
    }

    private mutating func sendIfFull() -> Bool {
        let isComplete = if case .complete = stage { true } else { false }
        guard isComplete || rest.count >= DocumentReader.partBytesMin else { return false }
        let part = Array(rest.prefix(DocumentReader.partBytesMax))
        rest.removeFirst(part.count)
        let content: ResponsePart.Content =
            hasSentHead ? .body(part) : .head(.document(request.document.type, part))
        send(content, isLast: isComplete && rest.isEmpty)
        return true
    }

    private mutating func send(_ content: ResponsePart.Content, isLast: Bool) {
        hasSentHead = true
        receive(ResponsePart(content: content, isLast: isLast, steps: steps - stepsSent))
        stepsSent = steps
    }
}

extension Response {
    fileprivate static let noSuchRoom = Response.sentence(.notFound, "There is no such room.")
    fileprivate static let unreadable = Response.sentence(
        .serviceUnavailable, "The room cannot be read now.")
    fileprivate static let doorIsShut = Response.sentence(
        .forbidden, "The door is shut. Add ?read=TOKEN with the read token from the welcome.")
}
