/// The reason why a connection could not be opened.
enum ConnectionFailure: Error, Equatable, Sendable {
    case unknownHost
    /// No server listens there, or the host cannot be reached.
    case unreachable
    /// The server does not support TLS, or has a certificate that this machine does not trust.
    case insecure
    /// Another kind of server: it answered with this HTTP status, or not with HTTP (nil).
    case notCalcroom(status: UInt32?)
    /// libwebsockets cannot create a context.
    case libraryFailed

    /// Interprets the error text of libwebsockets, which differs between versions.
    init(_ text: some Collection<UInt8>, status: UInt32) {
        let text = String(decoding: text, as: UTF8.self)
        if ["SSL", "tls", "cert"].contains(where: text.contains) {
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
