import CLibWebSockets
import RoomServer

/// Answers requests for metrics. Each event loop reads its counters on its own thread, so they need no
/// lock. The request waits until all loops have added theirs.
extension EdgeLoop {
    func respondWithMetrics(to head: RequestHead, on connection: HTTPConnection) {
        if let refusal = refusal(ofMetrics: head, on: connection) {
            return send(refusal, to: head.method, on: connection)
        }
        let number = awaitResponse(to: head, on: connection)
        let eventLibrary = context?.library.name ?? ""
        let sum = LoopFiguresSum(of: server.inboxes.count) { [server, inbox] loops in
            let figures = ServerFigures(server, loops, eventLibrary: eventLibrary)
            inbox.respond(ResponsePart(content: .head(figures.response), isLast: true), to: number)
        }
        for inbox in server.inboxes { inbox.requestFigures(for: sum) }
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
