import Foundation

/// The address of a Redis: `redis://user:password@host:port/db`, or `rediss://` with TLS. Several hosts are servers of a
/// cluster, or sentinels, which know the primary by a name.
public struct RedisAddress: Equatable, Sendable {
    public var user: String?
    public var password: String?
    /// Redis, some servers of a cluster, or sentinels; never empty.
    public var hosts: [RedisHost] = []
    /// The name of the primary that the sentinels watch; nil if the host is Redis itself.
    public var primary: String?
    public var database = 0
    /// Nil for a connection without TLS.
    public var tls: RedisTLS?

    /// Parses an address. Only a host is required. Special characters are percent-encoded.
    ///
    /// - Parameter primary: The name of the primary if the hosts are sentinels.
    public init?(_ text: String, primary: String? = nil) {
        self.primary = primary
        let hasTLS = text.hasPrefix("rediss://")
        guard hasTLS || text.hasPrefix("redis://") else { return nil }
        tls = hasTLS ? RedisTLS() : nil
        var rest = text.dropFirst(hasTLS ? 9 : 8)
        if let at = rest.lastIndex(of: "@") {
            let parts = rest[..<at].split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let words = parts.compactMap(\.removingPercentEncoding)
            guard words.count == parts.count, words != [""] else { return nil }
            user = words[0].isEmpty ? nil : words[0]
            password = words.count == 2 ? words[1] : nil
            rest = rest[rest.index(after: at)...]
        }
        if let slash = rest.firstIndex(of: "/") {
            let number = rest[rest.index(after: slash)...]
            guard number.isEmpty || Self.isNumber(number) else { return nil }
            database = Int(number) ?? 0
            rest = rest[..<slash]
        }
        for part in rest.split(separator: ",", omittingEmptySubsequences: false) {
            guard let host = RedisHost(part, port: primary == nil ? 6_379 : 26_379) else {
                return nil
            }
            hosts.append(host)
        }
    }

    fileprivate static func isNumber(_ text: Substring) -> Bool {
        !text.isEmpty && text.count <= 6 && text.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// For messages; without a password.
    public var place: String {
        let hosts = hosts.map(\.text).joined(separator: ", ")
        return primary.map { "Redis \($0) of the sentinels at \(hosts)" } ?? "Redis at \(hosts)"
    }
}

/// A host and a port.
public struct RedisHost: Hashable, Sendable {
    public var name: String
    public var port: Int32

    init(name: String, port: Int32) {
        self.name = name
        self.port = port
    }

    /// Parses `host`, `host:port` or `[address]:port`.
    init?(_ text: Substring, port: Int32) {
        self.port = port
        var rest = text
        if !rest.hasSuffix("]"), let colon = rest.lastIndex(of: ":") {
            let number = rest[rest.index(after: colon)...]
            guard RedisAddress.isNumber(number), let port = UInt16(number), port > 0 else {
                return nil
            }
            self.port = Int32(port)
            rest = rest[..<colon]
        }
        name = rest.filter { $0 != "[" && $0 != "]" }
        guard !name.isEmpty else { return nil }
    }

    /// For messages.
    public var text: String { name.contains(":") ? "[\(name)]:\(port)" : "\(name):\(port)" }
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
