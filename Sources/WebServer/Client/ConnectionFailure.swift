/// Why a connection could not be made.
public enum ConnectionFailure: Error, Equatable, Sendable {
    case unknownHost
    /// Nobody listens there, or it cannot be reached.
    case unreachable
    /// It speaks no TLS, or has a certificate that this machine does not trust.
    case insecure
    /// Somebody answers with this status of HTTP, or in no such way, and not as a Calcroom server does.
    case notCalcroom(status: UInt32?)
    case noLibrary

    /// From what libwebsockets says of it, each version in its own words.
    init(_ text: some Collection<UInt8>, status: UInt32) {
        let text = String(decoding: text, as: UTF8.self)
        if text.contains("SSL") || text.contains("tls") {
            self = .insecure
        } else if text.hasPrefix("DNS") {
            self = .unknownHost
        } else if text.hasPrefix("HS:") || text.contains("read failed") {
            self = .notCalcroom(status: status == 0 ? nil : status)
        } else {
            self = .unreachable
        }
    }
}
