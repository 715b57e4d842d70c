import CLibWebSockets
import Glibc

/// A connection to a server on this machine, as the system has it: nothing here is of the server's
/// library.
final class Socket {
    private var descriptor: Int32
    /// What came and was not read.
    private var waiting: [UInt8] = []

    /// What it speaks through, if somebody has to vouch for the server.
    private(set) var secure: SecureChannel?

    /// - Parameters:
    ///   - authority: The file of who vouches for the server; nil is plain.
    ///   - version: The only version of TLS that is offered.
    init(
        port: UInt16, address host: UInt32 = 0x7F00_0001, receiveBuffer: Int32? = nil,
        authority: String? = nil, version: Int32? = nil
    ) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer {
            setsockopt(
                descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw TestFailure.noConnection }
        secure = try authority.map {
            try SecureChannel(descriptor, authority: $0, version: version)
        }
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

    /// Exactly so many bytes.
    func read(_ count: Int, seconds: Double = 60) throws -> [UInt8] {
        while waiting.count < count { try fill(seconds) }
        defer { waiting.removeFirst(count) }
        return Array(waiting.prefix(count))
    }

    /// Everything up to and with this.
    func read(through end: String, seconds: Double = 60) throws -> String {
        let end = Array(end.utf8)
        while true {
            if let range = waiting.firstRange(of: end) {
                return String(decoding: try read(range.upperBound), as: UTF8.self)
            }
            try fill(seconds)
        }
    }

    /// Waits until the other side has closed, and gives what came until then.
    func readToEnd(seconds: Double = 60) throws -> [UInt8] {
        do {
            while true { try fill(seconds) }
        } catch TestFailure.closed {
            return waiting
        }
    }

    /// Whether anything is there to be read now.
    var hasBytes: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return !waiting.isEmpty || poll(&entry, 1, 0) > 0
    }

    private func fill(_ seconds: Double) throws {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard secure?.hasBytes == true || poll(&entry, 1, Int32(seconds * 1_000)) > 0 else {
            throw TestFailure.tookTooLong
        }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count =
            secure?.read(into: &bytes) ?? recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { throw TestFailure.closed }
        waiting += bytes.prefix(count)
    }
}
