import CLibWebSockets

/// The certificate that connections are shown from now on. Each handshake asks for it, so another one
/// takes its place between two of them, of whatever kind, and those who are connected notice nothing.
///
/// Only the loop's thread touches it.
final class CertificateInForce {
    private var certificate: Certificate

    init(_ certificate: Certificate) {
        self.certificate = certificate
    }

    /// Reads the files again. What was in force stays, unless what they have now is good.
    func readAgain() throws(CertificateError) {
        certificate = try Certificate(certificate.files)
    }

    /// Has all connections of this context ask here, which must outlive it.
    func serve(_ context: OpaquePointer) {
        set_oldest_tls(context)
        SSL_CTX_set_cert_cb(
            context,
            { connection, user in
                guard let connection, let user else { return 0 }
                let inForce = Unmanaged<CertificateInForce>.fromOpaque(user).takeUnretainedValue()
                return inForce.certificate.use(for: connection) ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
