import CLibWebSockets
import RoomStore

/// The certificate that connections are shown from now on. Each handshake asks for it, so another one
/// takes its place between two of them, of whatever kind, and those who are connected notice nothing.
final class CertificateInForce: Sendable {
    private let certificate: Guarded<Certificate>

    init(_ files: CertificateFiles) throws(CertificateError) {
        certificate = Guarded(try Certificate(files))
    }

    /// Reads the files again. What was in force stays, unless what they have now is good.
    func readAgain() throws(CertificateError) {
        let next = try Certificate(current.files)
        certificate.withLock { $0 = next }
    }

    private var current: Certificate { certificate.withLock { $0 } }

    /// Has all connections of this context ask here, which must outlive it.
    func serve(_ context: OpaquePointer) {
        set_oldest_tls(context)
        SSL_CTX_set_cert_cb(
            context,
            { connection, user in
                guard let connection, let user else { return 0 }
                let inForce = Unmanaged<CertificateInForce>.fromOpaque(user).takeUnretainedValue()
                return inForce.current.use(for: connection) ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
