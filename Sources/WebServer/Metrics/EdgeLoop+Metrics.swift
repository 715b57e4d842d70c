import CLibWebSockets
import RoomServer

/// What is said about a server to who watches over it. The loop reads its own counters here, on its
/// own thread, so none of them needs a lock.
extension EdgeLoop {
    func metrics(for request: Request, on event: SocketEvent) -> Response {
        switch server.configuration.metrics {
        case .off: .sentence(.notFound, "There is nothing at this address.")
        case .local where !isLocal(request, on: event):
            .sentence(
                .forbidden, "The metrics are for this machine; --metrics all gives them to others.")
        case .local, .all: .document("text/plain; version=0.0.4; charset=utf-8", metricsText)
        }
    }

    /// A proxy on this machine asks for people who may be anywhere.
    private func isLocal(_ request: Request, on event: SocketEvent) -> Bool {
        let descriptor = lws_get_socket_fd(event.socket)
        let isFromHere =
            SocketAddress(ofPeer: descriptor).text == SocketAddress(ofOwn: descriptor).text
        return isFromHere && request.forwardedFor == nil && request[WSI_TOKEN_HTTP_VIA] == nil
    }

    private var metricsText: [UInt8] {
        let process = ProcessFigures()
        var text = MetricsText()
        for metric in Metric.all {
            text.write(metric, metric.value(self, process))
        }
        return text.bytes
    }
}
