import CLibWebSockets
import RoomStore

/// The certificate that connections are shown from now on. Each handshake asks for it, so another one
/// takes its place between two of them, of whatever kind, and those who are connected notice nothing.
final class CertificateInForce: @unchecked Sendable {
    private let certificate: Guarded<Certificate>
    /// OpenSSL lets several threads use it.
    let context: OpaquePointer

    init(_ files: CertificateFiles) throws(CertificateError) {
        certificate = Guarded(try Certificate(files))
        context = SSL_CTX_new(TLS_server_method())
        prepare_stream(context)
        set_oldest_tls(context)
        SSL_CTX_set_cert_cb(
            context,
            { connection, user in
                guard let connection, let user else { return 0 }
                let inForce = Unmanaged<CertificateInForce>.fromOpaque(user).takeUnretainedValue()
                return inForce.current.use(for: connection) ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
        // A browser that could choose would take HTTP/2, which nobody here speaks.
        SSL_CTX_set_alpn_select_cb(
            context,
            { _, chosen, chosenCount, offered, offeredCount, _ in
                let own: [UInt8] = [8] + Array("http/1.1".utf8)
                guard let offered else { return SSL_TLSEXT_ERR_NOACK }
                let list = UnsafeBufferPointer(start: offered, count: Int(offeredCount))
                guard let range = Array(list).firstRange(of: own) else {
                    return SSL_TLSEXT_ERR_NOACK
                }
                chosen?.pointee = offered + range.lowerBound + 1
                chosenCount?.pointee = 8
                return SSL_TLSEXT_ERR_OK
            }, nil)
    }

    deinit { SSL_CTX_free(context) }

    /// Reads the files again. What was in force stays, unless what they have now is good.
    func readAgain() throws(CertificateError) {
        let next = try Certificate(current.files)
        certificate.withLock { $0 = next }
    }

    private var current: Certificate { certificate.withLock { $0 } }
}
