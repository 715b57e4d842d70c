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
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var addresses: [SocketAddress] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard entry.ifa_flags & UInt32(IFF_UP) != 0, let address = entry.ifa_addr
            else {
                continue
            }
            switch Int32(address.pointee.sa_family) {
            case AF_INET:
                addresses.append(
                    SocketAddress(address, length: socklen_t(MemoryLayout<sockaddr_in>.size)))
            case AF_INET6:
                addresses.append(
                    SocketAddress(address, length: socklen_t(MemoryLayout<sockaddr_in6>.size)))
            default: break
            }
        }
        return addresses.filter { $0.family == AF_INET }
            + addresses.filter { $0.family == AF_INET6 }
    }
}
