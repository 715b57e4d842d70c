import CLibWebSockets

extension EdgeLoop {
    /// An operator says that the certificate is another one now.
    func readCertificateAgain() {
        guard let certificate else { return }
        do throws(CertificateError) {
            try certificate.readAgain()
            log(.certificateRead)
        } catch {
            log(.certificateRefused, error.message)
        }
    }

    /// Whoever speaks plain HTTP where TLS is spoken would wait for an answer in vain.
    func refusal(ofPlain request: Request, on event: SocketEvent) -> Refusal? {
        guard certificate != nil, lws_is_ssl(event.socket) == 0 else { return nil }
        return Refusal(.badRequest, "This server is reached by https:// alone.", kind: nil)
    }
}
