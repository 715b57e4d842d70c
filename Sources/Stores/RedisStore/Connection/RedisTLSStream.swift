import COpenSSL

/// TLS for a connection to Redis. It does no I/O: the connection passes it the bytes of the socket.
final class RedisTLSStream {
    private let stream: OpaquePointer
    /// The encrypted bytes from and for Redis, which the stream frees.
    private let (input, output): (OpaquePointer, OpaquePointer)

    /// Begins a handshake, which checks that the certificate of the server is for the host.
    init(_ settings: RedisTLS, host: String) throws(RedisFailure) {
        guard let context = SSL_CTX_new(TLS_client_method()) else { throw .noMemory }
        defer { SSL_CTX_free(context) }
        calcroom_prepare_client(context)
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
        try settings.load(into: context)
        guard let stream = SSL_new(context), let input = BIO_new(BIO_s_mem()),
            let output = BIO_new(BIO_s_mem())
        else { throw .noMemory }
        (self.stream, self.input, self.output) = (stream, input, output)
        SSL_set_bio(stream, input, output)
        SSL_set_connect_state(stream)
        expect(host)
        _ = try decrypted([])
    }

    deinit { SSL_free(stream) }

    /// An IP address must be in the certificate as such.
    private func expect(_ host: String) {
        SSL_set_hostflags(stream, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
        guard X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(stream), host) != 1 else { return }
        SSL_set1_host(stream, host)
        calcroom_send_name(stream, host)
    }

    /// True after the handshake.
    var isEstablished: Bool { SSL_is_init_finished(stream) == 1 }

    /// Decrypts bytes from Redis. There may be output then.
    func decrypted(_ bytes: ArraySlice<UInt8>) throws(RedisFailure) -> [UInt8] {
        bytes.withUnsafeBytes { _ = BIO_write(input, $0.baseAddress, Int32($0.count)) }
        var text: [UInt8] = []
        // As large as a TLS record.
        var record = [UInt8](repeating: 0, count: 16_384)
        while true {
            ERR_clear_error()
            let count = SSL_read(stream, &record, Int32(record.count))
            if count > 0 {
                text += record[..<Int(count)]
            } else if !text.isEmpty || SSL_get_error(stream, count) == SSL_ERROR_WANT_READ {
                return text
            } else {
                throw RedisFailure(verdict: SSL_get_verify_result(stream))
            }
        }
    }

    /// Encrypts commands after the handshake.
    func encrypted(_ text: [UInt8]) throws(RedisFailure) -> [UInt8] {
        ERR_clear_error()
        guard SSL_write(stream, text, Int32(clamping: text.count)) == text.count else {
            throw RedisFailure(verdict: SSL_get_verify_result(stream))
        }
        return takeOutput()
    }

    /// The encrypted bytes for Redis.
    func takeOutput() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: BIO_ctrl_pending(output))
        BIO_read(output, &bytes, Int32(bytes.count))
        return bytes
    }
}

extension RedisTLS {
    fileprivate func load(into context: OpaquePointer) throws(RedisFailure) {
        if let authorities {
            guard SSL_CTX_load_verify_file(context, authorities) == 1 else {
                throw .unreadable(authorities, "--redis-ca takes certificates in PEM")
            }
        } else {
            SSL_CTX_set_default_verify_paths(context)
        }
        guard let client else { return }
        // Without the callback, OpenSSL would ask for a passphrase on the terminal.
        SSL_CTX_set_default_passwd_cb(context) { _, _, _, _ in -1 }
        guard SSL_CTX_use_certificate_chain_file(context, client.certificate) == 1 else {
            throw .unreadable(client.certificate, "--redis-cert takes a certificate in PEM")
        }
        let isRead = SSL_CTX_use_PrivateKey_file(context, client.key, SSL_FILETYPE_PEM) == 1
        guard isRead || ERR_GET_REASON(ERR_peek_last_error()) == X509_R_KEY_VALUES_MISMATCH else {
            throw .unreadable(client.key, "--redis-key takes a key in PEM without a passphrase")
        }
        guard SSL_CTX_check_private_key(context) == 1 else {
            throw RedisFailure(
                message: "the key in \(client.key) does not belong to the certificate in "
                    + client.certificate)
        }
    }
}
