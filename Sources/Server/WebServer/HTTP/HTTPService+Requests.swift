import Foundation
import RoomServer
import RoomStore

/// Answers requests.
extension HTTPService {
    func answer(_ head: RequestHead, on connection: HTTPConnection) {
        let document = DocumentRoute(head.path)
        if let refusal = refusal(of: head, on: connection) {
            let response = document == nil ? shared(refusal, with: head) : refusal
            return send(response, to: head.method, on: connection)
        }
        if head.asksForWebSocket { return upgrade(head, on: connection) }
        if head.method != .other, let document {
            return respond(to: document, head, on: connection)
        }
        let refusal = answerRefusal(head, on: connection).map { record($0, on: connection) }
        if refusal == nil, head.method != .other, head.path == "/metrics" {
            return respondWithMetrics(to: head, on: connection)
        }
        send(shared(refusal ?? response(to: head), with: head), to: head.method, on: connection)
    }

    /// Lets a script of another page read the answer to a request for a room's page, which has the status that the
    /// server has for a WebSocket of that script. Browsers do not show that one.
    private func shared(_ response: Response, with head: RequestHead) -> Response {
        guard let origin = head["origin"], head.path.hasPrefix("/rooms/") else { return response }
        var shared = server.access.refusal(ofOrigin: origin, host: head.host)?.response ?? response
        shared.headers += [
            ("Access-Control-Allow-Origin", "*"), ("Access-Control-Expose-Headers", "Retry-After"),
        ]
        return shared
    }

    private func refusal(of head: RequestHead, on connection: HTTPConnection) -> Response? {
        // Plain HTTP on an HTTPS port gets an answer, because the client would wait otherwise.
        if server.certificate != nil, !connection.stream.isSecure {
            return .sentence(.badRequest, "Use https:// for this server.")
        }
        connection.isForeign = server.access.isForeign(head)
        let refusal = identify(head, on: connection) ?? server.access.refusal(ofHost: head.host)
        return refusal.map { record($0, on: connection) }
    }

    /// Finds the client of a request, which a trusted proxy reports. Returns a refusal if its header is invalid.
    private func identify(_ head: RequestHead, on connection: HTTPConnection) -> RequestRefusal? {
        guard server.configuration.trustsProxy, let header = head.forwardedFor else { return nil }
        guard let client = ClientAddress(forwarded: header) else {
            return RequestRefusal(
                .badRequest, "X-Forwarded-For does not end with an IP address.", kind: nil)
        }
        connection.client = client
        return nil
    }

    /// The refusal of a client that has received too much. A proxy that does not name the client must limit
    /// requests itself.
    func answerRefusal(_ head: RequestHead, on connection: HTTPConnection) -> RequestRefusal? {
        guard !server.configuration.trustsProxy || head.forwardedFor != nil,
            let reached = server.addresses.withLock({
                $0.answerLimit(
                    of: connection.client, isForeign: connection.isForeign, at: now)
            })
        else { return nil }
        return RequestRefusal(because: reached)
    }

    /// Logs a refusal and returns its response. A client that has reached a limit is closed, too, so that its
    /// further requests cost nothing.
    func record(_ refusal: RequestRefusal, on connection: HTTPConnection) -> Response {
        if refusal.response.status == .tooManyRequests { connection.closesAfterResponse = true }
        if let kind = refusal.kind {
            server.log(kind, refusal.detail, from: connection.client)
        }
        return refusal.response
    }

    private func response(to head: RequestHead) -> Response {
        if head.method == .other {
            var response = Response.sentence(.methodNotAllowed, "Only GET and HEAD are allowed.")
            response.headers.append(("Allow", "GET, HEAD"))
            return response
        }
        switch head.path {
        case "/healthz": return .sentence(.ok, "The server is alive.")
        case "/readyz":
            return .sentence(.ok, "The server accepts connections.\nstore: \(storeCondition)")
        default: break
        }
        let isPage = head.path == "/" || head.room != nil
        let encodings = head["accept-encoding"]
        if let file = isPage ? server.files.index : server.files[head.path] {
            var response = file.response(
                acceptedEncodings: encodings, knownTags: head["if-none-match"])
            if head.asksForEmbed {
                response.embeddingOrigins = server.configuration.embeddingOrigins
            }
            return response
        }
        if server.files[head.path + "/"] != nil { return .redirection(to: head.path + "/") }
        if head.path.hasPrefix("/rooms/") {
            // The page explains why this is not a room's name, and offers to join or make a room.
            var response = server.files.index.response(
                acceptedEncodings: encodings, knownTags: nil)
            response.status = .notFound
            return response
        }
        return .sentence(.notFound, "There is nothing at this address.")
    }

    /// `ready`. The log has the reason of a failure, which may name files.
    private var storeCondition: String {
        guard let time = server.store.commits.failingSince else { return "ready" }
        let date = Date(timeIntervalSince1970: Double(time) / 1_000)
        return "cannot write since \(date.formatted(.iso8601))"
    }

    // MARK: - WebSockets

    private func upgrade(_ head: RequestHead, on connection: HTTPConnection) {
        if let refusal = webSocketRefusal(head, on: connection) {
            return refuse(refusal, head, connection)
        }
        guard let room = head.room, let key = head["sec-websocket-key"] else { return }
        let decision = server.addresses.withLock {
            $0.admitWebSocket(to: room, from: connection.client, at: now)
        }
        switch decision {
        case .refused(let reached):
            refuse(record(RequestRefusal(because: reached), on: connection), head, connection)
        case .admitted(let lockout):
            connections.remove(connection)
            release(connection)
            let pending = PendingWebSocket(
                stream: connection.stream, origin: connection.client, room: room, key: key,
                lockout: lockout)
            let loop = server.configuration.keepsRoomsTogether ? server.loop(of: room) : number
            server.inboxes[loop].post(.webSocket(pending))
        }
    }

    private func refuse(_ response: Response, _ head: RequestHead, _ connection: HTTPConnection) {
        connection.closesAfterResponse = true
        send(response, to: head.method, on: connection)
    }

    private func webSocketRefusal(_ head: RequestHead, on connection: HTTPConnection) -> Response? {
        if !connection.input.isEmpty {
            return .sentence(
                .badRequest, "A client must not send frames before the answer to its handshake.")
        }
        if let refusal = head.handshakeRefusal { return refusal }
        if head.room == nil {
            return .sentence(
                .notFound,
                "WebSockets are at /rooms/NAME. A name has 1 to 64 letters, digits and hyphens.")
        }
        return server.access.refusal(ofOrigin: head["origin"], host: head.host)
            .map { record($0, on: connection) }
    }

    // MARK: - Metrics

    func respondWithMetrics(to head: RequestHead, on connection: HTTPConnection) {
        if let refusal = refusal(ofMetrics: head, on: connection) {
            return send(refusal, to: head.method, on: connection)
        }
        let request = awaitResponse(to: head, on: connection)
        // Each event loop adds its counters on its own thread, so they need no lock.
        let sum = LoopFiguresSum(of: server.inboxes.count) {
            [server, inbox = server.inboxes[number]] loops in
            let figures = ServerFigures(
                server: server, loops: loops, commits: server.store.commits)
            let part = ResponsePart(content: .head(figures.response), isLast: true)
            inbox.post(.response(part, to: request))
        }
        for inbox in server.inboxes { inbox.post(.figures(sum)) }
    }

    private func refusal(
        ofMetrics head: RequestHead, on connection: HTTPConnection
    ) -> Response? {
        switch server.configuration.metrics {
        case .off: .sentence(.notFound, "There is nothing at this address.")
        case .local where !isLocal(head, on: connection):
            .sentence(
                .forbidden,
                "Only this machine may read the metrics; --metrics all allows other machines.")
        case .local, .all: nil
        }
    }

    /// True if the client is a program on this machine. Requests through a local proxy may come from
    /// anywhere, so they do not count.
    private func isLocal(_ head: RequestHead, on connection: HTTPConnection) -> Bool {
        let descriptor = connection.stream.descriptor
        let isFromHere =
            SocketAddress(peerOf: descriptor).text == SocketAddress(localOf: descriptor).text
        return isFromHere && head.forwardedFor == nil && head["via"] == nil
    }
}
