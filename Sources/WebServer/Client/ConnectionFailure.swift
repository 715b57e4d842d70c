/// Why a connection could not be made.
public enum ConnectionFailure: Error, Equatable, Sendable {
    /// Nobody listens there, or nobody can be reached; with what libwebsockets says of it.
    case unreachable(String)
    case unknownHost
    /// Somebody answers, and not as a Calcroom server does.
    case notCalcroom
    /// The server's certificate is none that this machine trusts.
    case untrusted
    case noLibrary

    /// From what libwebsockets says.
    init(_ text: String) {
        if text.contains("lookup") || text.contains("getaddrinfo") || text.contains("dns") {
            self = .unknownHost
        } else if text.contains("ssl") || text.contains("cert") || text.contains("tls") {
            self = .untrusted
        } else if text.hasPrefix("HS:") || text.contains("read failed") {
            self = .notCalcroom
        } else {
            self = .unreachable(text)
        }
    }
}
