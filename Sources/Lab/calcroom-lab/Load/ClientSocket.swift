import Glibc

/// Functions for non-blocking client sockets without Nagle's algorithm.
enum ClientSocket {
    /// Starts to connect to a port of this machine, which has 28,000 ports for connections to it. Returns -1 and
    /// sets `errno` on failure.
    static func connect(to port: UInt16) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = Glibc.socket(AF_INET, kind, 0)
        guard socket >= 0 else { return -1 }
        var isOn: Int32 = 1
        setsockopt(
            socket, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
        guard connect(socket, to: port) == 0 || errno == EINPROGRESS else {
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

    private static func connect(_ socket: Int32, to port: UInt16) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
