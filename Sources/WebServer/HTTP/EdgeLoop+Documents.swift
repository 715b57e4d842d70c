import SharedRoom

/// Documents of rooms, and others that are not at hand. They are made elsewhere, as it takes time, and
/// come through the inbox; the request waits until then.
extension EdgeLoop {
    func respond(to route: DocumentRoute, _ head: RequestHead, on connection: HTTPConnection) {
        if let refusal = answer(refusal(ofJoin: head, on: connection), on: connection) {
            return send(refusal, to: head.method, on: connection)
        }
        guard case .kept(let document) = route.document else {
            return send(qrCode(route.room, head), to: head.method, on: connection)
        }
        guard let query = DocumentQuery(head.query) else {
            let sentence = "from, before and count are numbers, and read is what the welcome says."
            return send(.sentence(.badRequest, sentence), to: head.method, on: connection)
        }
        let number = wait(for: head, on: connection)
        server.reader.read(route.room, document.wish(query)) { [inbox] answer in
            inbox.respond(document.response(answer, query), to: number)
        }
    }

    func noteWrongCode(of origin: ClientAddress) {
        server.addresses.withLock { $0.noteWrongCode(from: origin, at: now) }
    }

    /// Phones cannot use the address that this machine has for itself.
    private func qrCode(_ room: RoomName, _ head: RequestHead) -> Response {
        let host = head.host ?? ""
        let configuration = server.configuration
        let authority = Authority(host, defaultPort: configuration.defaultPort)
        let isLocal = authority?.isLoopback ?? false
        let network = NetworkAddresses.others(configuration, listener.port).first
        let base =
            configuration.publicURL ?? (isLocal ? network : nil)
            ?? "\(configuration.scheme)://\(host)"
        // What a log of requests would keep is no place for a secret, so a header says it.
        let secret = head["x-host-link"].flatMap { Secret(Array($0.utf8)) }
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
