import Glibc

/// The URLs of a server.
enum ServerURLs {
    /// The URL for a browser on this machine.
    static func local(_ configuration: ServerConfiguration, _ port: UInt16) -> String {
        url(configuration.scheme, configuration.host ?? "127.0.0.1", port)
    }

    /// The URLs for other devices on the network; none if the server listens on a single address.
    static func network(_ configuration: ServerConfiguration, _ port: UInt16) -> [String] {
        let host = configuration.host
        guard host == nil || host == "0.0.0.0" || host == "::" else { return [] }
        return interfaceAddresses.filter {
            isReachable($0) && (host != "0.0.0.0" || $0.family == AF_INET)
        }.map { url(configuration.scheme, $0.text, port) }
    }

    private static func url(_ scheme: String, _ host: String, _ port: UInt16) -> String {
        "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    /// False for loopback addresses, and for link-local IPv6 addresses, which browsers do not accept.
    private static func isReachable(_ address: SocketAddress) -> Bool {
        let text = address.text
        return !text.hasPrefix("127.") && text != "::1" && !text.hasPrefix("fe80:")
    }

    /// The addresses of the network interfaces, IPv4 first because it is easier to type.
    private static var interfaceAddresses: [SocketAddress] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0, let first = list else { return [] }
        defer { freeifaddrs(list) }
        let sizes = [
            AF_INET: MemoryLayout<sockaddr_in>.size, AF_INET6: MemoryLayout<sockaddr_in6>.size,
        ]
        var addresses: [SocketAddress] = []
        for entry in sequence(first: first, next: { $0.pointee.ifa_next })
        where entry.pointee.ifa_flags & UInt32(IFF_UP) != 0 {
            guard let address = entry.pointee.ifa_addr,
                let size = sizes[Int32(address.pointee.sa_family)]
            else { continue }
            addresses.append(SocketAddress(address, length: socklen_t(size)))
        }
        return addresses.filter { $0.family == AF_INET }
            + addresses.filter { $0.family == AF_INET6 }
    }
}
