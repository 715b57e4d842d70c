import CLibWebSockets
import Glibc

/// A socket that accepts connections. The server opens it itself, because libwebsockets cannot stop accepting, and
/// reads from a connection before the server can refuse it.
struct ListeningSocket {
    let descriptor: Int32
    let port: UInt16

    /// Opens several sockets on one port, among which the kernel distributes the connections.
    ///
    /// - Parameters:
    ///   - host: Nil for all addresses of the machine, IPv4 and IPv6.
    ///   - port: 0 for any free port.
    static func open(
        count: Int, host: String?, port: UInt16
    ) throws(ServerError) -> [ListeningSocket] {
        var sockets = [try ListeningSocket(host: host, port: port)]
        guard count > 1 else { return sockets }
        // Only after binding the first socket, so that a port of another program is not shared.
        set(SO_REUSEPORT, 1, SOL_SOCKET, sockets[0].descriptor)
        let address = SocketAddress(localOf: sockets[0].descriptor)
        do throws(SystemError) {
            while sockets.count < count {
                sockets.append(try ListeningSocket(on: address, isShared: true))
            }
        } catch {
            for socket in sockets { close(socket.descriptor) }
            throw .cannotListen(host: host, port: port, error: error.number)
        }
        return sockets
    }

    init(host: String?, port: UInt16) throws(ServerError) {
        var failure: Int32 = 0
        for address in try SocketAddress.resolve(host, port: port) {
            do throws(SystemError) {
                try self.init(on: address, isShared: false)
                return
            } catch { failure = error.number }
        }
        throw .cannotListen(host: host, port: port, error: failure)
    }

    /// Accepts a connection; nil if none is waiting.
    func accept() -> (descriptor: Int32, address: SocketAddress)? {
        while true {
            var address = SocketAddress()
            let connection = address.withMutablePointer { pointer, length in
                accept4(
                    descriptor, pointer, &length,
                    Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
            }
            if connection >= 0 { return (connection, address) }
            // If a connection was aborted before it was accepted, others may still wait.
            guard errno == EINTR || errno == ECONNABORTED else { return nil }
        }
    }

    private struct SystemError: Error { let number: Int32 }

    private init(on address: SocketAddress, isShared: Bool) throws(SystemError) {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, type, 0)
        guard descriptor >= 0 else { throw SystemError(number: errno) }
        Self.set(SO_REUSEADDR, 1, SOL_SOCKET, descriptor)
        if isShared { Self.set(SO_REUSEPORT, 1, SOL_SOCKET, descriptor) }
        // The kernel reports a connection when data has arrived, or after a second.
        Self.set(TCP_DEFER_ACCEPT, 1, Int32(IPPROTO_TCP), descriptor)
        // Without IPV6_V6ONLY, one socket accepts IPv4 and IPv6.
        if address.family == AF_INET6 { Self.set(IPV6_V6ONLY, 0, Int32(IPPROTO_IPV6), descriptor) }
        let isBound = address.withPointer { bind(descriptor, $0, $1) } == 0
        guard isBound, listen(descriptor, Self.backlog) == 0 else {
            defer { close(descriptor) }
            throw SystemError(number: errno)
        }
        self.descriptor = descriptor
        port = SocketAddress(localOf: descriptor).port
    }

    /// Sets an option of a socket.
    static func set(_ option: Int32, _ value: Int32, _ level: Int32, _ descriptor: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// When a lesson begins, the classes of a school connect at the same moment.
    private static let backlog: Int32 = 1_024
}
