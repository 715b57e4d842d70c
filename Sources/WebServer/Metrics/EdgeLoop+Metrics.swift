import CLibWebSockets
import RoomServer

/// What is said about a server to who watches over it. Each loop reads its own counters, on its own
/// thread, so none of them needs a lock; the request waits for all of them.
extension EdgeLoop {
    func tellMetrics(to head: RequestHead, on connection: HTTPConnection) {
        if let refusal = refusal(ofMetrics: head, on: connection) {
            return send(refusal, to: head.method, on: connection)
        }
        let number = wait(for: head, on: connection)
        let eventLibrary = context?.library.name ?? ""
        let sum = FigureSum(of: server.inboxes.count) { [server, inbox] loops in
            let figures = ServerFigures(server, loops, eventLibrary: eventLibrary)
            inbox.respond(figures.response, to: number)
        }
        for inbox in server.inboxes { inbox.count(for: sum) }
    }

    private func refusal(
        ofMetrics head: RequestHead, on connection: HTTPConnection
    ) -> Response? {
        switch server.configuration.metrics {
        case .off: .sentence(.notFound, "There is nothing at this address.")
        case .local where !isLocal(head, on: connection):
            .sentence(
                .forbidden, "The metrics are for this machine; --metrics all gives them to others.")
        case .local, .all: nil
        }
    }

    /// A proxy on this machine asks for people who may be anywhere.
    private func isLocal(_ head: RequestHead, on connection: HTTPConnection) -> Bool {
        let descriptor = connection.stream.descriptor
        let isFromHere =
            SocketAddress(ofPeer: descriptor).text == SocketAddress(ofOwn: descriptor).text
        return isFromHere && head.forwardedFor == nil && head["via"] == nil
    }
}
