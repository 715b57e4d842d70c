import CLibWebSockets
import Glibc

/// A stream of bytes over a socket, plain or with TLS.
///
/// It never blocks. Only one thread may use it at a time. OpenSSL does the TLS handshake during the first reads.
/// If the handshake fails, the stream ends.
final class SocketStream: @unchecked Sendable {
    let descriptor: Int32
    private var connection: OpaquePointer?
    private var isOpen = true
    /// True if the first byte has shown whether the client uses TLS.
    private var isProtocolKnown = false
    /// The received messages of TLS handshakes.
    private var handshakeMessageCount = 0

    enum Outcome: Equatable {
        case moved(Int)
        /// The socket must become readable, or writable, first.
        case awaits(SocketWatcher.Interest)
        case ended
    }

    /// - Parameter certificate: Nil for a plain stream.
    init(_ descriptor: Int32, _ certificate: Certificate?) {
        self.descriptor = descriptor
        guard let certificate else { return }
        // The connection retains the context.
        connection = withExtendedLifetime(certificate) { SSL_new(certificate.context) }
        SSL_set_fd(connection, descriptor)
        SSL_set_accept_state(connection)
        countHandshakeMessages()
    }

    /// Clients may send such messages at any time, to change keys or to ask for another handshake, and each
    /// makes the server compute.
    private func countHandshakeMessages() {
        SSL_set_msg_callback(connection) { isWritten, _, type, _, _, _, stream in
            guard isWritten == 0, type == SSL3_RT_HANDSHAKE, let stream else { return }
            Unmanaged<SocketStream>.fromOpaque(stream).takeUnretainedValue()
                .handshakeMessageCount += 1
        }
        set_message_argument(connection, Unmanaged.passUnretained(self).toOpaque())
    }

    /// A handshake has three or four. Browsers send no more.
    static let handshakeMessagesMax = 16

    deinit { close() }

    var isSecure: Bool { connection != nil }

    /// Detects by the first byte a client that uses plain HTTP although TLS is expected. Its stream becomes
    /// plain, so that the server can answer it.
    ///
    /// - Returns: False if the first byte has not arrived.
    func detectProtocol() -> Bool {
        guard isSecure, !isProtocolKnown else { return true }
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK))
        guard count >= 0 || errno != EAGAIN else { return false }
        isProtocolKnown = true
        if count == 1, byte != Self.handshakeType { endTLS() }
        return true
    }

    /// The first byte of a TLS handshake.
    private static let handshakeType: UInt8 = 22

    private func endTLS() {
        SSL_free(connection)
        connection = nil
    }

    /// Reads once. A whole TLS record, so that OpenSSL keeps nothing that a watcher does not know of.
    func read(_ receive: (Slice<UnsafeMutableRawBufferPointer>) -> Void) -> Outcome {
        withUnsafeTemporaryAllocation(byteCount: Self.recordBytesMax, alignment: 1) { bytes in
            let outcome = read(into: bytes)
            if case .moved(let count) = outcome { receive(bytes.prefix(count)) }
            return outcome
        }
    }

    /// The maximum size of the data in a TLS record.
    private static let recordBytesMax = 16_384

    private func read(into bytes: UnsafeMutableRawBufferPointer) -> Outcome {
        guard let connection else {
            return outcome(recv(descriptor, bytes.baseAddress, bytes.count, 0), .reading)
        }
        ERR_clear_error()
        let count = SSL_read(connection, bytes.baseAddress, Int32(bytes.count))
        guard handshakeMessageCount <= Self.handshakeMessagesMax else { return .ended }
        return outcome(count, of: connection)
    }

    /// - Parameter isMoreComing: True if another write follows immediately.
    func write(_ bytes: UnsafeRawBufferPointer, isMoreComing: Bool = false) -> Outcome {
        guard let connection else {
            let flags = Int32(isMoreComing ? MSG_NOSIGNAL | MSG_MORE : MSG_NOSIGNAL)
            return outcome(send(descriptor, bytes.baseAddress, bytes.count, flags), .writing)
        }
        ERR_clear_error()
        let count = min(bytes.count, Int(Int32.max))
        return outcome(SSL_write(connection, bytes.baseAddress, Int32(count)), of: connection)
    }

    /// Reads and discards the data that has arrived. False if the stream has ended or the client sends too much.
    func discard() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        for _ in 0..<16 {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            guard count > 0 else { return count < 0 && errno == EAGAIN }
        }
        return false
    }

    /// Tells the peer that no more data follows.
    func endWriting() {
        if let connection {
            ERR_clear_error()
            SSL_shutdown(connection)
        }
        shutdown(descriptor, Int32(SHUT_WR))
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        endTLS()
        Glibc.close(descriptor)
    }

    /// Gives up ownership of the descriptor and returns it. Closing the stream then has no effect.
    func release() -> Int32 {
        isOpen = false
        return descriptor
    }

    private func outcome(_ count: Int, _ interest: SocketWatcher.Interest) -> Outcome {
        if count > 0 { return .moved(count) }
        guard count < 0 else { return .ended }
        return [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .awaits(interest) : .ended
    }

    private func outcome(_ count: Int32, of connection: OpaquePointer) -> Outcome {
        guard count <= 0 else { return .moved(Int(count)) }
        return switch SSL_get_error(connection, count) {
        case SSL_ERROR_WANT_READ: .awaits(.reading)
        case SSL_ERROR_WANT_WRITE: .awaits(.writing)
        default: .ended
        }
    }
}
