import Glibc

/// Sockets of clients: they never wait, and send at once what they are given.
enum ClientSocket {
    /// Calls the server; -1 if that is not possible, with `errno`. One address has ports for 28,000
    /// connections, so each client calls from the one that it is told, as far as there are several.
    static func call(_ server: ServerAddress, from place: Int) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = Glibc.socket(AF_INET, kind, 0)
        guard socket >= 0 else { return -1 }
        set(Int32(IPPROTO_TCP), TCP_NODELAY, of: socket)
        if server.isLoopback {
            // Otherwise the port would be taken here already, from all connections to anywhere.
            set(Int32(IPPROTO_IP), IP_BIND_ADDRESS_NO_PORT, of: socket)
            let own = 0x7F00_0002 + UInt32(truncatingIfNeeded: place)
            _ = withAddress(own, port: 0) { bind(socket, $0, $1) }
        }
        let result = withAddress(server.host, port: server.port) { connect(socket, $0, $1) }
        guard result == 0 || errno == EINPROGRESS else {
            hangUp(socket)
            return -1
        }
        return socket
    }

    /// So many addresses of its own a loopback is called from. The next one is kept for a flood.
    static let placesMax = 250

    /// Closes without a word, so that no port has to wait for what may still be under way.
    static func hangUp(_ socket: Int32) {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        close(socket)
    }

    /// Why a call failed, 0 if it did not.
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
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
