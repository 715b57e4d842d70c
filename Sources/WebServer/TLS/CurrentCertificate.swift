import CLibWebSockets
import RoomStore

/// The certificate for new connections. Each handshake uses the current one, so it can be replaced while the
/// server runs, even by one with another type of key. Existing connections are not affected.
final class CurrentCertificate: @unchecked Sendable {
    private let certificate: Guarded<Certificate>
    /// The TLS context, which several threads may use.
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
                let holder = Unmanaged<CurrentCertificate>.fromOpaque(user).takeUnretainedValue()
                return holder.current.use(for: connection) ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
        // Without this choice a browser would use HTTP/2, which the server does not support.
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

    /// Reads the files again. If they are not valid, the old certificate stays in use.
    func reload() throws(CertificateError) {
        let next = try Certificate(current.files)
        certificate.withLock { $0 = next }
    }

    /// Why browsers refuse the certificate today; nil if they do not.
    var problem: String? { current.problem }

    private var current: Certificate { certificate.withLock { $0 } }
}
