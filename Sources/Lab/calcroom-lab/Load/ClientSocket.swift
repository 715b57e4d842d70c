import Glibc

/// Functions for non-blocking client sockets without Nagle's algorithm.
enum ClientSocket {
    /// Number of local addresses of clients that obey limits. An address has only 28,000 ports for
    /// connections to one server.
    static let addressCount = 250

    /// Starts to connect to a port of this machine. Returns -1 and sets `errno` on failure.
    static func connect(to port: UInt16, from localAddress: Int) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = Glibc.socket(AF_INET, kind, 0)
        guard socket >= 0 else { return -1 }
        set(Int32(IPPROTO_TCP), TCP_NODELAY, of: socket)
        // Without this option `bind` would reserve a port for all destinations.
        set(Int32(IPPROTO_IP), IP_BIND_ADDRESS_NO_PORT, of: socket)
        _ = withAddress(0x7F00_0002 + UInt32(localAddress), port: 0) { bind(socket, $0, $1) }
        let result = withAddress(0x7F00_0001, port: port) { Glibc.connect(socket, $0, $1) }
        guard result == 0 || errno == EINPROGRESS else {
            reset(socket)
            return -1
        }
        return socket
    }

    /// Resets the connection, so that its port is free immediately.
    static func reset(_ socket: Int32) {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        close(socket)
    }

    /// The error of a connection attempt, or 0.
    static func failure(of socket: Int32) -> Int32 {
        var failure: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(socket, SOL_SOCKET, SO_ERROR, &failure, &size)
        return failure
    }

    private static func set(_ level: Int32, _ option: Int32, of socket: Int32) {
        var isOn: Int32 = 1
        setsockopt(socket, level, option, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func withAddress(
        _ host: UInt32, port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
