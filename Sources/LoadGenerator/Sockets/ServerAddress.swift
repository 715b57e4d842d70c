import Glibc

/// The address of a server, such as `ws://127.0.0.1:8080`.
public struct ServerAddress: Equatable, Sendable {
    let host: UInt32
    let port: UInt16
    /// The value of the `Host` header.
    let text: String

    /// Nil for anything but `ws://`, an IPv4 address or localhost, and a port.
    public init?(_ text: String) {
        guard text.hasPrefix("ws://") else { return nil }
        let authority = text.dropFirst(5).prefix { $0 != "/" }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let port = UInt16(parts[1]), port > 0 else { return nil }
        var address = in_addr()
        let host = parts[0] == "localhost" ? "127.0.0.1" : String(parts[0])
        guard inet_pton(AF_INET, host, &address) == 1 else { return nil }
        self.host = UInt32(bigEndian: address.s_addr)
        self.port = port
        self.text = String(authority)
    }

    /// True if clients can connect from any of the many loopback addresses.
    var isLoopback: Bool { host >> 24 == 127 }
}
