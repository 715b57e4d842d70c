import CLibWebSockets
import Glibc

/// An IPv4 or IPv6 address with a port.
package struct SocketAddress {
    private var storage = sockaddr_storage()
    private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    init() {}

    init(_ pointer: UnsafePointer<sockaddr>, length: socklen_t) {
        self.length = length
        withUnsafeMutableBytes(of: &storage) { bytes in
            bytes.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: Int(length)))
        }
    }

    /// Parses an address such as `192.168.1.7` or `fe80::1`; nil for a host name.
    init?(text: String) {
        guard let address = Self.addresses(of: text, port: 0, AI_NUMERICHOST).first else {
            return nil
        }
        self = address
    }

    /// The local address of a socket.
    init(localOf descriptor: Int32) {
        self.init()
        withMutablePointer { _ = getsockname(descriptor, $0, &$1) }
    }

    /// The address of the peer of a socket.
    init(peerOf descriptor: Int32) {
        self.init()
        withMutablePointer { _ = getpeername(descriptor, $0, &$1) }
    }

    var family: Int32 { Int32(storage.ss_family) }

    /// The port, in big-endian order at the same offset for IPv4 and IPv6.
    var port: UInt16 {
        withUnsafeBytes(of: storage) { UInt16($0[2]) << 8 | UInt16($0[3]) }
    }

    /// The address as text, such as `192.168.1.7` or `fe80::1`. IPv4-mapped IPv6 addresses are written as IPv4.
    var text: String {
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let isNamed = withPointer { pointer, length in
            getnameinfo(pointer, length, &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST)
        }
        guard isNamed == 0 else { return "unknown" }
        let text = String(
            decoding: host.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.hasPrefix("::ffff:") ? String(text.dropFirst(7)) : text
    }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    mutating func withMutablePointer<Result>(
        _ body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Result
    ) -> Result {
        withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
        }
    }

    /// The addresses of a host. Without a host, the wildcard addresses, IPv6 first because an IPv6 socket
    /// also accepts IPv4.
    package static func resolve(_ host: String?, port: UInt16) throws(ServerError)
        -> [SocketAddress]
    {
        let addresses = addresses(of: host, port: port, AI_PASSIVE)
        if addresses.isEmpty { throw .unknownHost(host ?? "") }
        guard host == nil else { return addresses }
        return addresses.filter { $0.family == AF_INET6 }
            + addresses.filter { $0.family != AF_INET6 }
    }

    private static func addresses(of host: String?, port: UInt16, _ flags: Int32) -> [SocketAddress]
    {
        var hints = addrinfo()
        hints.ai_flags = flags | AI_NUMERICSERV
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0, let first = list else {
            return []
        }
        defer { freeaddrinfo(list) }
        return sequence(first: first, next: { $0.pointee.ai_next }).compactMap { entry in
            entry.pointee.ai_addr.map { SocketAddress($0, length: entry.pointee.ai_addrlen) }
        }
    }
}
