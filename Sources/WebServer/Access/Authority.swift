/// A host with a port, as it stands in a header or an address: `calc.school.example:8080`.
struct Authority: Equatable, Sendable {
    let host: String
    let port: String

    /// `defaultPort` is left out, as browsers do.
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
        guard rest.isEmpty || rest.first == ":", rest.dropFirst().allSatisfy(\.isNumber) else {
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

    /// Of `https://calc.school.example/`.
    init?(ofAddress address: String) {
        guard let (port, rest) = Self.parts(of: address) else { return nil }
        self.init(String(rest.prefix { $0 != "/" }), defaultPort: port)
    }

    /// Of a page's origin, which ends with the port.
    init?(ofOrigin origin: String) {
        guard let (port, rest) = Self.parts(of: origin) else { return nil }
        self.init(String(rest), defaultPort: port)
    }

    /// Whether a page of this origin comes from the server that a request with this `Host` reached. Without a
    /// port, the host has the port of the origin's scheme: a proxy may speak HTTPS for the server.
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

    /// Whether it leads to the machine of whoever uses it.
    var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    /// Whether the host is an address and no name: nobody can have a name lead there.
    var isAddress: Bool { SocketAddress(text: host) != nil }
}
