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
        guard !host.isEmpty else { return nil }
        self.host = isBracketed ? String(host.dropFirst().dropLast()) : String(host)
        let port = rest.dropFirst()
        self.port = port.isEmpty ? defaultPort : String(port)
    }

    /// Of `https://calc.school.example/`, or of what a browser says as its origin.
    init?(ofAddress address: String) {
        let ports = ["http": "80", "https": "443"]
        guard let range = address.firstRange(of: "://"),
            let port = ports[address[..<range.lowerBound].lowercased()]
        else { return nil }
        self.init(
            String(address[range.upperBound...].prefix { $0 != "/" }), defaultPort: port)
    }

    /// Whether it leads to the machine of whoever uses it.
    var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    /// Whether the host is an address and no name: nobody can have a name lead there.
    var isAddress: Bool { SocketAddress(text: host) != nil }
}
