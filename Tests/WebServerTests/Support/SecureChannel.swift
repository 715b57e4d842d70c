import CLibWebSockets

/// TLS over a socket that is connected, as OpenSSL's own client does it.
final class SecureChannel {
    private let context: OpaquePointer
    private let connection: OpaquePointer

    /// - Parameters:
    ///   - authority: The file of who has to vouch for the server.
    ///   - version: The only one that is offered; nil is all that OpenSSL has.
    init(_ descriptor: Int32, authority: String, version: Int32? = nil) throws {
        context = SSL_CTX_new(TLS_client_method())
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
        SSL_CTX_load_verify_locations(context, authority, nil)
        // Also what this system takes for too old, to see what a server says to it.
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

    /// Whether something was received and not read yet.
    var hasBytes: Bool { SSL_pending(connection) > 0 }

    /// What of HTTP was agreed on.
    var agreed: String {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(connection, &name, &count)
        return String(
            decoding: UnsafeBufferPointer(start: name, count: Int(count)), as: UTF8.self)
    }

    /// For whom the server's certificate is: `/CN=one`
    var subject: String {
        let certificate = SSL_get1_peer_certificate(connection)
        defer { X509_free(certificate) }
        var text = [CChar](repeating: 0, count: 256)
        X509_NAME_oneline(X509_get_subject_name(certificate), &text, Int32(text.count))
        return String(
            decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        Int(SSL_write(connection, bytes.baseAddress, Int32(bytes.count)))
    }

    func read(into bytes: inout [UInt8]) -> Int {
        Int(SSL_read(connection, &bytes, Int32(bytes.count)))
    }

    /// A browser offers HTTP/2 first.
    private static let protocols: [UInt8] = [2] + Array("h2".utf8) + [8] + Array("http/1.1".utf8)
}
