import Glibc
import SharedRoom

/// Responds with documents of rooms.
///
/// The document reader makes the response in parts, which arrive in the inbox. The loop asks for the next part when the
/// socket has accepted the last one. Between two parts the connection waits.
extension HTTPService {
    func respond(to route: DocumentRoute, _ head: RequestHead, on connection: HTTPConnection) {
        guard let document = route.document, !connection.isForeign else {
            let refusal = answerRefusal(head, on: connection).map { record($0, on: connection) }
            let response =
                route.document == nil
                ? qrCode(route.room, head)
                : .sentence(
                    .forbidden, "Pages of other servers may not read documents of this server.")
            return send(refusal ?? response, to: head.method, on: connection)
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
        let pending = awaitResponse(to: head, on: connection)
        let request = DocumentReader.Request(
            room: route.room, document: document, query: query,
            lockout: lockout.map { RequestRefusal(because: $0).response })
        connection.document = server.documents.begin(request, from: connection.client) {
            [inbox = server.inboxes[number]] part in inbox.post(.response(part, to: pending))
        }
    }

    /// Starts to wait for a response from another thread. Returns the number of the request, which the
    /// response must carry.
    func awaitResponse(to head: RequestHead, on connection: HTTPConnection) -> Int {
        lastRequest += 1
        pendingRequests[lastRequest] = (connection, head)
        connection.request = lastRequest
        connection.awaitsPart = true
        connections.move(connection, to: .answering, at: now)
        connection.watch(for: [])
        return lastRequest
    }

    /// Sends a part of a response from another thread to the connection that waits for it.
    func continueRequest(_ number: Int, with part: ResponsePart) {
        guard let pending = pendingRequests[number] else { return }
        let (connection, head) = (pending.connection, pending.head)
        if let route = DocumentRoute(head.path) {
            chargeDocument(of: route.room, part, from: connection.client)
        }
        connection.awaitsPart = !part.isLast && head.method != .head
        switch part.content {
        case .head(let response) where part.isLast:
            if response.status == .tooManyRequests { noteLockout(of: connection) }
            send(response, to: head.method, on: connection)
        case .head(let response): beginParts(of: response, head, on: connection)
        case .body(let bytes):
            send(chunk(bytes, isLast: part.isLast, on: connection), on: connection)
        case .failure:
            // The document has lost its place while the client reads.
            if connection.stage == .writing { server.log(.slow, from: connection.origin) }
            abort(connection)
        }
        wakeTime = connections.next?.time ?? .max
    }

    /// Sends the first part of a response whose length is not known.
    private func beginParts(
        of response: Response, _ head: RequestHead, on connection: HTTPConnection
    ) {
        // A client of HTTP/1.0 finds the end of the response by the end of the connection.
        connection.isChunked = head.isCurrentVersion
        let text = response.head(
            connection.isChunked ? ("Transfer-Encoding", "chunked") : nil,
            closesConnection: connection.closesAfterResponse)
        let body =
            head.method == .head ? [] : chunk(response.body, isLast: false, on: connection)
        send([text] + body, on: connection)
    }

    private func chunk(
        _ bytes: [UInt8], isLast: Bool, on connection: HTTPConnection
    ) -> [[UInt8]] {
        guard connection.isChunked else { return [bytes] }
        let start = bytes.isEmpty ? "" : "\(String(bytes.count, radix: 16))\r\n"
        let end = (bytes.isEmpty ? "" : "\r\n") + (isLast ? "0\r\n\r\n" : "")
        return [Array(start.utf8), bytes, Array(end.utf8)]
    }

    func awaitNextPart(on connection: HTTPConnection) {
        connections.move(connection, to: .continuing, at: now)
        connection.watch(for: [])
        if let document = connection.document { server.documents.resume(document) }
    }

    /// Closes the connection so that the client notices that the response is incomplete.
    private func abort(_ connection: HTTPConnection) {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            connection.stream.descriptor, SOL_SOCKET, SO_LINGER, &option,
            socklen_t(MemoryLayout<linger>.size))
        close(connection)
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
    private func noteLockout(of connection: HTTPConnection) {
        connection.closesAfterResponse = true
        server.log(.wrongCodesPerMinute, of: connection.client)
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
        let address =
            base.dropLast(base.hasSuffix("/") ? 1 : 0) + RoomAddress.path(of: room) + hash
        guard let code = RoomDocuments.qrCode(of: String(address)) else {
            return .sentence(.notFound, "The address is too long for a QR code.")
        }
        return .document("image/svg+xml", code)
    }
}
