import CLibWebSockets
import SharedRoom

/// Documents of rooms, and others that are not at hand. They are made elsewhere, as it takes time, and
/// come through the inbox; the request waits until then.
extension EdgeLoop {
    /// A request that waits, and what is to be said to it.
    struct Waiting {
        let connection: Connection
        let method: Request.Method
    }

    func respond(to route: DocumentRoute, _ request: Request, on event: SocketEvent) -> SocketAnswer
    {
        guard let connection = connection(event) else { return .hangUp }
        if let refusal = answer(refusal(ofJoin: request, on: event), on: event) {
            return send(refusal, to: request.method, on: event)
        }
        guard case .kept(let document) = route.document else {
            return send(qrCode(route.room, request), to: request.method, on: event)
        }
        guard let query = DocumentQuery(request.query) else {
            let sentence = "from, before and count are numbers, and read is what the welcome says."
            return send(.sentence(.badRequest, sentence), to: request.method, on: event)
        }
        let number = wait(for: request, on: connection)
        server.reader.read(route.room, document.wish(query)) { [inbox] answer in
            inbox.respond(document.response(answer, query), to: number)
        }
        return .goOn
    }

    /// The number under which the answer is to come.
    func wait(for request: Request, on connection: Connection) -> Int {
        lastRequest += 1
        waiting[lastRequest] = Waiting(connection: connection, method: request.method)
        connection.request = lastRequest
        return lastRequest
    }

    /// The answer is there, and is sent when the socket takes it.
    func respond(_ response: Response, to number: Int) {
        guard let connection = waiting[number]?.connection else { return }
        // Whoever asks for rooms that do not exist tries codes.
        if response.status == .notFound { noteWrongCode(of: connection) }
        connection.response = response
        lws_callback_on_writable(connection.socket)
    }

    func noteWrongCode(of connection: Connection) {
        server.addresses.withLock { $0.noteWrongCode(from: connection.origin, at: now) }
    }

    func writeResponse(_ event: SocketEvent) -> SocketAnswer {
        guard let connection = connection(event), let response = connection.response,
            let number = connection.request, let method = waiting[number]?.method
        else { return .goOn }
        connection.response = nil
        forgetRequest(of: connection)
        return send(response, to: method, on: event)
    }

    func forgetRequest(of connection: Connection) {
        if let number = connection.request { waiting[number] = nil }
        connection.request = nil
    }

    /// Phones cannot use the address that this machine has for itself.
    private func qrCode(_ room: RoomName, _ request: Request) -> Response {
        let host = request[WSI_TOKEN_HOST] ?? ""
        let configuration = server.configuration
        let authority = Authority(host, defaultPort: configuration.defaultPort)
        let isLocal = authority?.isLoopback ?? false
        let network = NetworkAddresses.others(configuration, listener.port).first
        let base =
            configuration.publicURL ?? (isLocal ? network : nil)
            ?? "\(configuration.scheme)://\(host)"
        // What a log of requests would keep is no place for a secret, so a header says it.
        let secret = request.custom("x-host-link:").flatMap { Secret(Array($0.utf8)) }
        let hash = secret.map { "#host=\(String(decoding: $0.bytes, as: UTF8.self))" } ?? ""
        let address = base.trimmingSuffix("/") + RoomAddress.path(of: room) + hash
        guard let code = RoomDocuments.qrCode(of: address) else {
            return .sentence(.notFound, "The address is too long for a QR code.")
        }
        return .document("image/svg+xml", code)
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
