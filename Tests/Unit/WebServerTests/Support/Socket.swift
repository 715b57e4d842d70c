import CLibWebSockets
import Glibc

/// A TCP connection to a server on this machine. It does not use libwebsockets, which the server uses.
final class Socket {
    private var descriptor: Int32
    /// Received bytes that were not read yet.
    private var waiting: [UInt8] = []

    /// True if the server has ended the connection without completing a response.
    private(set) var wasReset = false

    /// The TLS channel, if the connection uses TLS.
    private(set) var secure: SecureChannel?

    /// - Parameters:
    ///   - origin: The client's address, if it matters; all of 127.0.0.0/8 belong to this machine.
    ///   - authority: The file of the certificate authority; nil for a connection without TLS.
    ///   - version: The only TLS version to offer.
    init(
        port: UInt16, address host: UInt32 = 0x7F00_0001, from origin: UInt32? = nil,
        receiveBuffer: Int32? = nil, authority: String? = nil, version: Int32? = nil
    ) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer {
            setsockopt(
                descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        // The server then receives every piece at once.
        var one: Int32 = 1
        setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        if let origin { try call(bind, origin, 0) }
        try call(connect, host, port)
        secure = try authority.map {
            try SecureChannel(descriptor, authority: $0, version: version)
        }
    }

    private func call(
        _ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32, _ host: UInt32,
        _ port: UInt16
    ) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw TestFailure.noConnection }
    }

    deinit { hangUp() }

    func hangUp() {
        guard descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
    }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                secure?.write($0)
                    ?? Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw TestFailure.closed }
            rest = rest.dropFirst(count)
        }
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Sends until the server reads no more.
    func sendWhilePossible(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
    }

    /// Reads exactly `count` bytes.
    func read(_ count: Int, seconds: Double = 60) throws -> [UInt8] {
        while waiting.count < count { try fill(seconds) }
        defer { waiting.removeFirst(count) }
        return Array(waiting.prefix(count))
    }

    /// Reads up to and including `end`.
    func read(through end: String) throws -> String {
        let end = Array(end.utf8)
        while true {
            if let range = waiting.firstRange(of: end) {
                return String(decoding: try read(range.upperBound), as: UTF8.self)
            }
            try fill()
        }
    }

    /// Reads until the server closes the connection.
    func readToEnd() throws -> [UInt8] {
        do {
            while true { try fill() }
        } catch TestFailure.closed {
            return waiting
        }
    }

    /// True if bytes can be read now.
    var hasBytes: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return !waiting.isEmpty || poll(&entry, 1, 0) > 0
    }

    /// True if the server has ended the connection.
    var isEnded: Bool {
        // `POLLRDHUP`, which Glibc declares only for extensions of POSIX
        var entry = pollfd(fd: descriptor, events: 0x2000, revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    private func fill(_ seconds: Double = 60) throws {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard secure?.hasBytes == true || poll(&entry, 1, Int32(seconds * 1_000)) > 0 else {
            throw TestFailure.tookTooLong
        }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count =
            secure?.read(into: &bytes) ?? recv(descriptor, &bytes, bytes.count, 0)
        if count < 0, errno == ECONNRESET { wasReset = true }
        guard count > 0 else { throw TestFailure.closed }
        waiting += bytes.prefix(count)
    }
}
