import COpenSSL
import Glibc

/// TLS on the socket of a connection to Redis. The socket does not block, so that each wait has an end.
final class RedisTLSStream {
    private let context: OpaquePointer
    private let stream: OpaquePointer
    private let descriptor: Int32
    /// Milliseconds, for the handshake and for each write or read that waits.
    private let timeout: Int
    private var output: [UInt8] = []
    /// As large as a TLS record.
    private var input = [CChar](repeating: 0, count: 16_384)

    /// Begins TLS on a connected socket, and checks that the certificate of the server is for the host.
    init(
        _ tls: RedisTLS, host: String, descriptor: Int32, timeout: Int
    ) throws(RedisFailure) {
        let context = try tls.makeContext()
        guard let stream = SSL_new(context) else {
            SSL_CTX_free(context)
            throw RedisFailure(message: "no memory for TLS")
        }
        self.context = context
        self.stream = stream
        self.descriptor = descriptor
        self.timeout = timeout
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        SSL_set_fd(stream, descriptor)
        expect(host)
        _ = try perform { SSL_connect(stream) }
    }

    deinit {
        SSL_free(stream)
        SSL_CTX_free(context)
    }

    /// An IP address must be in the certificate as such.
    private func expect(_ host: String) {
        SSL_set_hostflags(stream, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
        guard X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(stream), host) != 1 else { return }
        SSL_set1_host(stream, host)
        calcroom_send_name(stream, host)
    }

    func append(_ bytes: UnsafeRawBufferPointer) { output += bytes }

    /// Writes everything that was appended.
    func flush() throws(RedisFailure) {
        var start = 0
        while start < output.count {
            do throws(RedisFailure) {
                let written = try perform {
                    output[start...].withUnsafeBytes {
                        SSL_write(stream, $0.baseAddress, Int32(clamping: $0.count))
                    }
                }
                start += written ?? 0
            } catch {
                // Redis may have sent the reason before it closed the connection.
                try read(waits: false) { _, _ in }
                throw error
            }
        }
        output.removeAll(keepingCapacity: output.count <= Self.outputKeptMax)
    }

    private static let outputKeptMax = 1 << 16

    /// Reads until OpenSSL holds no decrypted bytes, which a poll of the socket would not show.
    func read(
        waits: Bool, _ receive: (UnsafePointer<CChar>, Int) -> Void
    ) throws(RedisFailure) {
        repeat {
            let read = try perform(waits: waits) {
                SSL_read(stream, &input, Int32(input.count))
            }
            guard let read else { return }
            receive(input, read)
        } while SSL_pending(stream) > 0
    }

    /// Repeats an operation of OpenSSL when the socket is ready, until it has processed some bytes.
    ///
    /// - Returns: The number of bytes; nil if none have arrived, and the operation does not wait for them.
    private func perform(
        waits: Bool = true, _ operation: () -> Int32
    ) throws(RedisFailure) -> Int? {
        let end = MonotonicClock.milliseconds + Int64(timeout)
        while true {
            ERR_clear_error()
            errno = 0
            let result = operation()
            if result > 0 { return Int(result) }
            switch SSL_get_error(stream, result) {
            case SSL_ERROR_WANT_READ:
                guard waits else { return nil }
                try wait(for: POLLIN, until: end)
            case SSL_ERROR_WANT_WRITE: try wait(for: POLLOUT, until: end)
            default: throw RedisFailure(verdict: SSL_get_verify_result(stream), errno: errno)
            }
        }
    }

    private func wait(for events: Int32, until end: Int64) throws(RedisFailure) {
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while poll(&entry, 1, Int32(clamping: max(0, end - MonotonicClock.milliseconds))) <= 0 {
            guard MonotonicClock.milliseconds >= end else { continue }
            throw RedisFailure(
                message: SSL_is_init_finished(stream) == 1
                    ? "it does not answer"
                    : "it does not answer the TLS handshake; if this port is one without TLS, "
                        + "use the tls-port, or redis://")
        }
    }
}

extension RedisTLS {
    /// A context of OpenSSL with these files, which the caller frees.
    fileprivate func makeContext() throws(RedisFailure) -> OpaquePointer {
        guard let context = SSL_CTX_new(TLS_client_method()) else {
            throw RedisFailure(message: "no memory for TLS")
        }
        do throws(RedisFailure) {
            calcroom_prepare_client(context)
            SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
            try load(into: context)
            return context
        } catch {
            SSL_CTX_free(context)
            throw error
        }
    }

    private func load(into context: OpaquePointer) throws(RedisFailure) {
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
