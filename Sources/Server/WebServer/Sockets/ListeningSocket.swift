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
        let first = try ListeningSocket(host: host, port: port)
        guard count > 1 else { return [first] }
        // Only after binding the first socket, so that a port of another program is not shared.
        set(SO_REUSEPORT, 1, SOL_SOCKET, first.descriptor)
        var sockets = [first]
        while sockets.count < count {
            switch listen(on: SocketAddress(localOf: first.descriptor), isShared: true) {
            case .success(let descriptor): sockets.append(ListeningSocket(descriptor))
            case .failure(let error):
                for socket in sockets { close(socket.descriptor) }
                throw .cannotListen(host: host, port: port, error: error.number)
            }
        }
        return sockets
    }

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        port = SocketAddress(localOf: descriptor).port
    }

    init(host: String?, port: UInt16) throws(ServerError) {
        let candidates = try SocketAddress.resolve(host, port: port)
        var failure: Int32 = 0
        for address in candidates {
            switch Self.listen(on: address, isShared: false) {
            case .success(let descriptor):
                self.init(descriptor)
                return
            case .failure(let error): failure = error.number
            }
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

    private static func listen(
        on address: SocketAddress, isShared: Bool
    ) -> Result<Int32, SystemError> {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, type, 0)
        guard descriptor >= 0 else { return .failure(SystemError(number: errno)) }
        set(SO_REUSEADDR, 1, SOL_SOCKET, descriptor)
        if isShared { set(SO_REUSEPORT, 1, SOL_SOCKET, descriptor) }
        // The kernel reports a connection when data has arrived, or after a second.
        set(TCP_DEFER_ACCEPT, 1, Int32(IPPROTO_TCP), descriptor)
        // Without IPV6_V6ONLY, one socket accepts IPv4 and IPv6.
        if address.family == AF_INET6 { set(IPV6_V6ONLY, 0, Int32(IPPROTO_IPV6), descriptor) }
        let isBound = address.withPointer { bind(descriptor, $0, $1) } == 0
        guard isBound, Glibc.listen(descriptor, backlog) == 0 else {
            defer { close(descriptor) }
            return .failure(SystemError(number: errno))
        }
        return .success(descriptor)
    }

    /// Sets an option of a socket.
    static func set(_ option: Int32, _ value: Int32, _ level: Int32, _ descriptor: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// When a lesson begins, the classes of a school connect at the same moment.
    private static let backlog: Int32 = 1_024
}
