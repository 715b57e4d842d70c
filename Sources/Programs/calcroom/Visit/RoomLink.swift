import SharedRoom
import WebServer

/// The URL of a room, as copied from a browser: `http://192.168.1.20:8080/rooms/party`.
struct RoomLink: Equatable, Sendable {
    let isSecure: Bool
    /// A name or an IP address; an IPv6 address without its brackets.
    let host: String
    let port: UInt16
    let room: RoomName

    /// Parses the URL of a room; nil for any other text. The query is for the page and is ignored.
    init?(_ text: String) {
        guard let (scheme, rest) = Self.split(text, at: "://"),
            let isSecure = ["http": false, "https": true][scheme.lowercased()]
        else { return nil }
        let address = rest.prefix { $0 != "?" && $0 != "#" }
        guard let (authority, path) = Self.split(address, at: "/rooms/"),
            let room = RoomAddress.name(
                fromPathComponent: path.utf8.dropLast(path.hasSuffix("/") ? 1 : 0)),
            let (host, port) = Self.host(authority)
        else { return nil }
        self.isSecure = isSecure
        self.host = host
        self.port = port ?? (isSecure ? 443 : 80)
        self.room = room
    }

    /// `http://192.168.1.20:8080`
    var server: String { "\(isSecure ? "https" : "http")://\(authority)" }

    /// The value of the `Host` header.
    var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    private static func split(
        _ text: some StringProtocol, at separator: String
    ) -> (String, String)? {
        guard let range = text.firstRange(of: separator) else { return nil }
        return (String(text[..<range.lowerBound]), String(text[range.upperBound...]))
    }

    /// Parses a host and an optional port: `[::1]:8080` is the host ::1 and the port 8080.
    private static func host(_ authority: String) -> (String, UInt16?)? {
        let isBracketed = authority.hasPrefix("[")
        let name: Substring
        var rest: Substring
        if isBracketed {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            name = authority[..<end].dropFirst()
            rest = authority[end...].dropFirst()
        } else {
            name = authority.prefix { $0 != ":" }
            rest = authority[name.endIndex...]
        }
        guard !name.isEmpty, name.utf8.allSatisfy(isBracketed ? isInIPv6 : isInName) else {
            return nil
        }
        if rest.isEmpty { return (String(name), nil) }
        guard rest.removeFirst() == ":", let port = UInt16(rest), port > 0 else { return nil }
        return (String(name), port)
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func isInIPv6(_ byte: UInt8) -> Bool {
        isInName(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "%")
    }
}
