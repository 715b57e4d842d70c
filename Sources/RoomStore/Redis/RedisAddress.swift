/// The address of a Redis: `redis://user:password@host:port/db`, or `rediss://` with TLS.
public struct RedisAddress: Equatable, Sendable {
    public var user: String?
    public var password: String?
    public var host: String
    public var port: Int32 = 6_379
    public var database = 0
    /// Nil for a connection without TLS.
    public var tls: RedisTLS?

    /// Parses an address. Only the host is required. Special characters are percent-encoded.
    public init?(_ text: String) {
        guard let scheme = Self.schemes.first(where: text.hasPrefix) else { return nil }
        tls = scheme == "rediss://" ? RedisTLS() : nil
        var rest = text.dropFirst(scheme.count)
        if let at = rest.lastIndex(of: "@") {
            let parts = rest[..<at].split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(parts[0]), parts.count == 2 || !name.isEmpty else {
                return nil
            }
            user = name.isEmpty ? nil : name
            if parts.count == 2 {
                guard let secret = Self.decoded(parts[1]) else { return nil }
                password = secret
            }
            rest = rest[rest.index(after: at)...]
        }
        if let slash = rest.firstIndex(of: "/") {
            let number = rest[rest.index(after: slash)...]
            guard number.isEmpty || Self.isNumber(number) else { return nil }
            database = Int(number) ?? 0
            rest = rest[..<slash]
        }
        let isBracketed = rest.hasSuffix("]")
        if !isBracketed, let colon = rest.lastIndex(of: ":") {
            let number = rest[rest.index(after: colon)...]
            guard Self.isNumber(number), let port = UInt16(number), port > 0 else { return nil }
            self.port = Int32(port)
            rest = rest[..<colon]
        }
        host = rest.filter { $0 != "[" && $0 != "]" }
        guard !host.isEmpty else { return nil }
    }

    private static let schemes = ["redis://", "rediss://"]

    private static func isNumber(_ text: Substring) -> Bool {
        !text.isEmpty && text.count <= 6 && text.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// `%40` is `@`.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

/// The files of a TLS connection (PEM). They are read for each connection, so a renewed file is used at the next one.
public struct RedisTLS: Equatable, Sendable {
    /// The authorities that may sign Redis's certificate; nil for those that the system trusts.
    public var authorities: String?
    /// The client's certificate and its key, if it has one.
    public var client: Client?

    public struct Client: Equatable, Sendable {
        public var certificate: String
        public var key: String

        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    public init() {}
}
