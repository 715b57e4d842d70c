import SharedRoom

/// Responds with documents of rooms.
///
/// The document reader makes the response in parts, which arrive in the inbox. The loop asks for the next part when the
/// socket has accepted the last one. Between two parts the connection waits.
extension EdgeLoop {
    func respond(to route: DocumentRoute, _ head: RequestHead, on connection: HTTPConnection) {
        guard case .stored(let document) = route.document else {
            return sendUnlessLimited(qrCode(route.room, head), head, on: connection)
        }
        guard !connection.isForeign else {
            return sendUnlessLimited(.foreignDocument, head, on: connection)
        }
        guard let query = DocumentQuery(head.query) else {
            let sentence = "The parameters from, before and count are numbers, and read is a token."
            return send(.sentence(.badRequest, sentence), to: head.method, on: connection)
        }
        let (reached, lockout) = server.addresses.withLock {
            $0.admitDocument(
                document.stepsMax(query), of: route.room, from: connection.client,
                hasToken: query.read != nil, at: now)
        }
        if let reached {
            let refusal = record(RequestRefusal(because: reached), on: connection)
            return send(refusal, to: head.method, on: connection)
        }
        let number = awaitResponse(to: head, on: connection)
        let request = DocumentReader.Request(
            room: route.room, document: document, query: query,
            lockout: lockout.map { RequestRefusal(because: $0).response })
        connection.document = server.documents.begin(request, from: connection.client) {
            [inbox] part in inbox.respond(part, to: number)
        }
    }

    private func sendUnlessLimited(
        _ response: @autoclosure () -> Response, _ head: RequestHead, on connection: HTTPConnection
    ) {
        let refusal = answerRefusal(head, on: connection).map { record($0, on: connection) }
        send(refusal ?? response(), to: head.method, on: connection)
    }

    /// Charges the address for the steps that became known while the document was made.
    func chargeDocument(of room: RoomName, _ part: ResponsePart, from origin: ClientAddress) {
        // Requests for rooms that do not exist may be attempts to guess a code.
        if case .head(let response) = part.content, response.status == .notFound {
            return noteWrongCode(room, from: origin)
        }
        server.addresses.withLock {
            $0.chargeDocument(Int64(part.steps), of: room, from: origin, at: now)
        }
    }

    /// A client with too many wrong codes has sent a wrong read token.
    func noteLockout(of connection: HTTPConnection) {
        connection.closesAfterResponse = true
        log(.wrongCodesPerMinute, of: connection.client)
    }

    func noteWrongCode(_ room: RoomName, from origin: ClientAddress) {
        server.addresses.withLock { $0.noteWrongCode(room, from: origin, at: now) }
    }

    /// A QR code with the address of the room. A phone cannot use `localhost`, so the code then has the
    /// machine's address in its network.
    private func qrCode(_ room: RoomName, _ head: RequestHead) -> Response {
        let host = head.host ?? ""
        let configuration = server.configuration
        let authority = Authority(host, defaultPort: configuration.defaultPort)
        let isLocal = authority?.isLoopback ?? false
        let network = ServerURLs.network(configuration, listener.port).first
        let base =
            configuration.publicURL ?? (isLocal ? network : nil)
            ?? "\(configuration.scheme)://\(host)"
        // The secret is in a header, because proxies write addresses to their logs.
        let secret = head["x-host-link"].flatMap { Secret(Array($0.utf8)) }
        let hash = secret.map { "#host=\(String(decoding: $0.bytes, as: UTF8.self))" } ?? ""
        let address = base.trimmingSuffix("/") + RoomAddress.path(of: room) + hash
        guard let code = RoomDocuments.qrCode(of: address) else {
            return .sentence(.notFound, "The address is too long for a QR code.")
        }
        return .document("image/svg+xml", code)
    }
}

extension Response {
    fileprivate static let foreignDocument = Response.sentence(
        .forbidden, "Pages of other servers may not read documents of this server.")
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
