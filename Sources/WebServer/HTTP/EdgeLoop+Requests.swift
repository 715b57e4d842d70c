import CLibWebSockets

/// Requests that become no WebSocket, or not yet.
extension EdgeLoop {
    func answer(_ event: SocketEvent) -> SocketAnswer {
        let request = Request(event.socket)
        return send(response(to: request), to: request, on: event.socket)
    }

    /// Refuses what may not become a WebSocket, with a sentence, as long as it is a plain request.
    func confirmUpgrade(_ event: SocketEvent) -> SocketAnswer {
        let request = Request(event.socket)
        guard let refusal = refusal(ofUpgrade: request) else { return .goOn }
        _ = send(refusal, to: request, on: event.socket)
        return .hangUp
    }

    private func send(
        _ response: Response, to request: Request, on socket: OpaquePointer
    ) -> SocketAnswer {
        let bytes = response.bytes(for: request.method)
        let written = padded.withBytes(of: bytes) { lws_write(socket, $0, $1, LWS_WRITE_HTTP) }
        guard written >= 0, request.method != .other, lws_http_transaction_completed(socket) == 0
        else { return .hangUp }
        return .goOn
    }

    private func response(to request: Request) -> Response {
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
        guard let file = isPage ? server.files.index : server.files[request.path] else {
            return .sentence(.notFound, "There is nothing at this address.")
        }
        return file.response(
            acceptedEncodings: request[WSI_TOKEN_HTTP_ACCEPT_ENCODING],
            knownTags: request[WSI_TOKEN_HTTP_IF_NONE_MATCH])
    }

    private func refusal(ofUpgrade request: Request) -> Response? {
        guard request.room != nil else {
            return .sentence(
                .notFound,
                "WebSockets are at /rooms/NAME; a name has 1 to 64 letters, digits and hyphens.")
        }
        let offered = (request[WSI_TOKEN_PROTOCOL] ?? "").split(separator: ",").map {
            $0.filter { $0 != " " }
        }
        guard offered.contains("calcroom.v1") else {
            return .sentence(.badRequest, "The WebSocket's subprotocol must be calcroom.v1.")
        }
        return nil
    }
}
