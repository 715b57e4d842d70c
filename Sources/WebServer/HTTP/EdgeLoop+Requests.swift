import CLibWebSockets

/// Requests that become no WebSocket, or not yet.
extension EdgeLoop {
    func answer(_ event: SocketEvent) -> SocketAnswer {
        let request = Request(event.socket)
        if let refusal = refusal(of: request, on: event) {
            return send(refusal, to: request.method, on: event)
        }
        if request.method != .other, let route = DocumentRoute(request.path) {
            return respond(to: route, request, on: event)
        }
        if request.method != .other, request.path == "/metrics" {
            return tellMetrics(to: request, on: event)
        }
        return send(response(to: request, on: event), to: request.method, on: event)
    }

    /// Refuses what may not become a WebSocket, with a sentence, as long as it is a plain request.
    func confirmUpgrade(_ event: SocketEvent) -> SocketAnswer {
        let request = Request(event.socket)
        guard request[WSI_TOKEN_UPGRADE]?.lowercased() == "websocket" else {
            // What offers another protocol beside HTTP/1.1 is answered in that.
            _ = answer(event)
            return .hangUp
        }
        guard
            let refusal = refusal(of: request, on: event) ?? refusal(ofUpgrade: request, on: event)
        else { return .goOn }
        _ = send(refusal, to: request.method, on: event)
        return .hangUp
    }

    func send(
        _ response: Response, to method: Request.Method, on event: SocketEvent
    ) -> SocketAnswer {
        let bytes = response.bytes(for: method)
        let written = padded.withBytes(of: bytes) {
            lws_write(event.socket, $0, $1, LWS_WRITE_HTTP)
        }
        guard written >= 0, method != .other, !isStopping else { return .hangUp }
        if lws_partial_buffered(event.socket) != 0, let connection = connection(event) {
            notePatience(connection, at: now)
        }
        return lws_http_transaction_completed(event.socket) == 0 ? .goOn : .hangUp
    }

    private func refusal(of request: Request, on event: SocketEvent) -> Response? {
        let refusal =
            refusal(ofPlain: request, on: event)
            ?? server.access.refusal(ofHost: request[WSI_TOKEN_HOST])
        return answer(refusal, on: event)
    }

    func answer(_ refusal: Refusal?, on event: SocketEvent) -> Response? {
        guard let refusal else { return nil }
        if let kind = refusal.kind { log(kind, refusal.detail, from: connection(event)?.origin) }
        return refusal.response
    }

    /// A name of 64 letters takes 770, percent-encoded.
    private static let pathBytesMax = 2_048

    private func response(to request: Request, on event: SocketEvent) -> Response {
        guard request.path.utf8.count <= Self.pathBytesMax else {
            return .sentence(.addressTooLong, "No address here is that long.")
        }
        if request.method == .other {
            var response = Response.sentence(.wrongMethod, "Only GET and HEAD are answered here.")
            response.headers += [("Allow", "GET, HEAD"), ("Connection", "close")]
            return response
        }
        switch request.path {
        case "/healthz": return .sentence(.ok, "The server answers.")
        case "/readyz": return .sentence(.ok, "The server takes connections.")
        default: break
        }
        let isPage = request.path == "/" || request.room != nil
        let encodings = request[WSI_TOKEN_HTTP_ACCEPT_ENCODING]
        if let file = isPage ? server.files.index : server.files[request.path] {
            return file.response(
                acceptedEncodings: encodings, knownTags: request[WSI_TOKEN_HTTP_IF_NONE_MATCH])
        }
        if request.asksForRoom, let file = server.files["/no-room.html"] {
            var response = file.response(acceptedEncodings: encodings, knownTags: nil)
            response.status = .notFound
            return response
        }
        return .sentence(.notFound, "There is nothing at this address.")
    }

    private func refusal(ofUpgrade request: Request, on event: SocketEvent) -> Response? {
        guard request.room != nil else {
            return .sentence(
                .notFound,
                "WebSockets are at /rooms/NAME; a name has 1 to 64 letters, digits and hyphens.")
        }
        guard request.list(WSI_TOKEN_PROTOCOL).contains("calcroom.v1") else {
            return .sentence(.badRequest, "The WebSocket's subprotocol must be calcroom.v1.")
        }
        let origin = server.access.refusal(
            ofOrigin: request[WSI_TOKEN_ORIGIN], host: request[WSI_TOKEN_HOST])
        return answer(origin, on: event) ?? answer(refusal(ofJoin: request, on: event), on: event)
    }

    func refusal(ofJoin request: Request, on event: SocketEvent) -> Refusal? {
        guard let connection = connection(event) else { return nil }
        if server.configuration.trustsProxy, let header = request.forwardedFor {
            guard move(connection, to: ClientAddress(forwarded: header)) else {
                return Refusal(
                    .tooMany, "Too many connections from this address.", kind: .tooManyConnections)
            }
        }
        let isAdmitted = server.addresses.withLock {
            $0.admitJoin(from: connection.origin, at: now)
        }
        guard !isAdmitted else { return nil }
        return Refusal(
            .tooMany, "Too many joins, or wrong codes, from this address; wait a minute.",
            kind: .tooManyJoins)
    }

    /// Counts a connection where the proxy says that it comes from; false if that has too many.
    private func move(_ connection: Connection, to origin: ClientAddress?) -> Bool {
        guard let origin, origin != connection.origin else { return true }
        let isAdmitted = server.addresses.withLock { addresses in
            guard addresses.admitConnection(from: origin) else { return false }
            addresses.releaseConnection(from: connection.origin, at: now)
            return true
        }
        if isAdmitted { connection.origin = origin }
        return isAdmitted
    }
}
