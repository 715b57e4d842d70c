import CLibWebSockets
import RoomServer

/// What is said about a server to who watches over it. Each loop reads its own counters, on its own
/// thread, so none of them needs a lock; the request waits for all of them.
extension EdgeLoop {
    func tellMetrics(to request: Request, on event: SocketEvent) -> SocketAnswer {
        if let refusal = refusal(ofMetrics: request, on: event) {
            return send(refusal, to: request.method, on: event)
        }
        guard let connection = connection(event) else { return .hangUp }
        let number = wait(for: request, on: connection)
        let eventLibrary = context?.library.name ?? ""
        let sum = FigureSum(of: server.inboxes.count) { [server, inbox] loops in
            let figures = ServerFigures(server, loops, eventLibrary: eventLibrary)
            inbox.respond(figures.response, to: number)
        }
        for inbox in server.inboxes { inbox.count(for: sum) }
        return .goOn
    }

    private func refusal(ofMetrics request: Request, on event: SocketEvent) -> Response? {
        switch server.configuration.metrics {
        case .off: .sentence(.notFound, "There is nothing at this address.")
        case .local where !isLocal(request, on: event):
            .sentence(
                .forbidden, "The metrics are for this machine; --metrics all gives them to others.")
        case .local, .all: nil
        }
    }

    /// A proxy on this machine asks for people who may be anywhere.
    private func isLocal(_ request: Request, on event: SocketEvent) -> Bool {
        let descriptor = lws_get_socket_fd(event.socket)
        let isFromHere =
            SocketAddress(ofPeer: descriptor).text == SocketAddress(ofOwn: descriptor).text
        return isFromHere && request.forwardedFor == nil && request[WSI_TOKEN_HTTP_VIA] == nil
    }
}
