/// A host and a port, as in a header or a URL: `calc.school.example:8080`.
struct Authority: Equatable, Sendable {
    let host: String
    let port: String

    /// Parses a host with an optional port. Browsers omit `defaultPort`.
    init?(_ text: String, defaultPort: String) {
        let text = text.lowercased()
        let isBracketed = text.hasPrefix("[")
        guard
            let end = isBracketed
                ? text.firstIndex(of: "]").map(text.index(after:))
                : text.firstIndex(of: ":") ?? text.endIndex
        else { return nil }
        var host = text[..<end]
        let rest = text[end...]
        guard rest.isEmpty || rest.first == ":",
            rest.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber })
        else {
            return nil
        }
        if host.hasSuffix(".") { host = host.dropLast() }
        guard !host.isEmpty, host.unicodeScalars.allSatisfy(Self.isInHost) else { return nil }
        self.host = isBracketed ? String(host.dropFirst().dropLast()) : String(host)
        let port = rest.dropFirst()
        self.port = port.isEmpty ? defaultPort : String(port)
    }

    private static func isInHost(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            || "-._:[]%".unicodeScalars.contains(scalar)
    }

    /// Parses the authority of a URL such as `https://calc.school.example/`.
    init?(ofAddress address: String) {
        guard let (port, rest) = Self.parts(of: address) else { return nil }
        self.init(String(rest.prefix { $0 != "/" }), defaultPort: port)
    }

    /// Parses the authority of a page's origin, which has no path.
    init?(ofOrigin origin: String) {
        guard let (port, rest) = Self.parts(of: origin) else { return nil }
        self.init(String(rest), defaultPort: port)
    }

    /// True if the origin and the `Host` of a request are the same server. A host without a port has the
    /// default port of the origin's scheme, because a proxy may terminate TLS for the server.
    static func isSame(origin: String, host: String) -> Bool {
        guard let own = Authority(ofOrigin: origin), let (port, _) = parts(of: origin) else {
            return false
        }
        return own == Authority(host, defaultPort: port)
    }

    /// The default port of the scheme, and the text after the scheme.
    private static func parts(of address: String) -> (port: String, rest: Substring)? {
        guard let range = address.firstRange(of: "://"),
            let port = ["http": "80", "https": "443"][address[..<range.lowerBound].lowercased()]
        else { return nil }
        return (port, address[range.upperBound...])
    }

    /// True if the address refers to the machine that uses it.
    var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    /// True if the host is an IP address, so DNS rebinding is impossible.
    var isAddress: Bool { SocketAddress(text: host) != nil }
}
