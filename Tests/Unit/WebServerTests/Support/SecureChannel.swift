import CLibWebSockets

/// A TLS client on a connected socket, with OpenSSL.
final class SecureChannel {
    private let context: OpaquePointer
    private let connection: OpaquePointer

    /// - Parameters:
    ///   - authority: The file of the certificate authority.
    ///   - version: The only TLS version to offer; nil for all that OpenSSL has.
    init(_ descriptor: Int32, authority: String, version: Int32? = nil) throws {
        context = SSL_CTX_new(TLS_client_method())
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
        SSL_CTX_load_verify_locations(context, authority, nil)
        // Allows old versions that this system disables, to test how the server answers them.
        SSL_CTX_set_cipher_list(context, "ALL:@SECLEVEL=0")
        offer_tls(context, version ?? 0)
        connection = SSL_new(context)
        SSL_set_fd(connection, descriptor)
        SSL_set_alpn_protos(connection, Self.protocols, UInt32(Self.protocols.count))
        guard SSL_connect(connection) == 1 else { throw TestFailure.noConnection }
    }

    deinit {
        SSL_free(connection)
        SSL_CTX_free(context)
    }

    /// True if received bytes have not been read.
    var hasBytes: Bool { SSL_pending(connection) > 0 }

    /// The HTTP version that was negotiated (ALPN).
    var negotiatedProtocol: String {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(connection, &name, &count)
        return String(
            decoding: UnsafeBufferPointer(start: name, count: Int(count)), as: UTF8.self)
    }

    /// The subject of the server's certificate: `/CN=one`
    var subject: String {
        let certificate = SSL_get1_peer_certificate(connection)
        defer { X509_free(certificate) }
        var text = [CChar](repeating: 0, count: 256)
        X509_NAME_oneline(X509_get_subject_name(certificate), &text, Int32(text.count))
        return String(
            decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Sends messages that change the key, each in a record of its own.
    func changeKeys(_ count: Int) throws {
        for _ in 0..<count {
            SSL_key_update(connection, SSL_KEY_UPDATE_NOT_REQUESTED)
            guard SSL_do_handshake(connection) == 1 else { throw TestFailure.closed }
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        Int(SSL_write(connection, bytes.baseAddress, Int32(bytes.count)))
    }

    func read(into bytes: inout [UInt8]) -> Int {
        Int(SSL_read(connection, &bytes, Int32(bytes.count)))
    }

    /// HTTP/2 and HTTP/1.1, in the order that browsers use.
    private static let protocols: [UInt8] = [2] + Array("h2".utf8) + [8] + Array("http/1.1".utf8)
}
