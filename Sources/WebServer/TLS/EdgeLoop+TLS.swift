import CLibWebSockets

extension EdgeLoop {
    /// Whoever speaks plain HTTP where TLS is spoken would wait for an answer in vain.
    func refusal(ofPlain request: Request, on event: SocketEvent) -> Refusal? {
        guard server.certificate != nil, lws_is_ssl(event.socket) == 0 else { return nil }
        return Refusal(.badRequest, "This server is reached by https:// alone.", kind: nil)
    }
}
