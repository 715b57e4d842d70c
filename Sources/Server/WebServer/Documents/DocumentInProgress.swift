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
    private let request: DocumentReader.Request
    private let receive: DocumentReader.Receiver
    /// Nil until the room is opened.
    private var write: DocumentWriter?
    /// True if all of it is written, though the client may not have received it.
    private var isComplete = false
    /// The bytes that are not sent yet.
    private var rest: [UInt8] = []
    private var hasSentHead = false
    /// The steps that are not reported yet.
    private var steps = 0

    init(_ request: DocumentReader.Request, _ receive: @escaping DocumentReader.Receiver) {
        self.request = request
        self.receive = receive
    }

    /// Opens the room, if it is not open, and reads at most one page. Returns true if a part was sent, so that the
    /// client must receive it first.
    mutating func writeNextPage(_ reader: any LogReader) -> Bool {
        do throws(StoreError) {
            if write == nil, let refusal = try open(reader) {
                send(.head(refusal), isLast: true)
                return true
            }
            if let write, !isComplete { isComplete = try !write(&rest, &steps) }
        } catch {
            send(hasSentHead ? .failure : .head(.unreadable), isLast: true)
            return true
        }
        return sendIfFull()
    }

    /// Ends a document whose client reads too slowly, although all of it may have been sent.
    func abandon() { receive(ResponsePart(content: .failure, isLast: true)) }

    /// Opens the room. Returns the response to a client that may not read the document.
    private mutating func open(_ reader: any LogReader) throws(StoreError) -> Response? {
        guard let opened = try reader.room(request.room) else {
            return request.lockout ?? .noSuchRoom
        }
        guard let stored = StoredRoomState(request.room, opened) else {
            throw .damaged(request.room)
        }
        steps = stored.steps
        let token = request.query.read
        if let lockout = request.lockout, !stored.mayBeRead(with: token, needsToken: true) {
            return lockout
        }
        if [.unmade, .deleted].contains(stored.room.status) { return .noSuchRoom }
        guard stored.mayBeRead(with: token) else { return .doorIsShut }
        write = try request.document.writer(of: stored, reader, request.query)
        return nil
    }

    private mutating func sendIfFull() -> Bool {
        guard isComplete || rest.count >= DocumentReader.partBytesMin else { return false }
        let part = Array(rest.prefix(DocumentReader.partBytesMax))
        rest.removeFirst(part.count)
        let content: ResponsePart.Content =
            hasSentHead ? .body(part) : .head(.document(request.document.contentType, part))
        send(content, isLast: isComplete && rest.isEmpty)
        return true
    }

    private mutating func send(_ content: ResponsePart.Content, isLast: Bool) {
        hasSentHead = true
        receive(ResponsePart(content: content, isLast: isLast, steps: steps))
        steps = 0
    }
}

extension Response {
    fileprivate static let noSuchRoom = Response.sentence(.notFound, "There is no such room.")
    fileprivate static let unreadable = Response.sentence(
        .serviceUnavailable, "The room cannot be read now.")
    fileprivate static let doorIsShut = Response.sentence(
        .forbidden, "The door is shut. Add ?read=TOKEN with the read token from the welcome.")
}
