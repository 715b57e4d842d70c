/// The protocol of a server.
public enum Dialect: Sendable {
    /// The protocol of a room, `calcroom.v1`.
    case calcroom
    /// A bare broadcast of keys, for comparison. `{"press":"7","n":41}` is sent to everyone in the room
    /// as `{"seq":123,"by":5,"n":41,"key":"7"}`, one or several in a frame.
    case plain

    func path(of room: String) -> String {
        switch self {
        case .calcroom: "/rooms/\(room)"
        case .plain: "/\(room)"
        }
    }

    /// The request that opens a WebSocket.
    func handshake(for room: String, at address: ServerAddress) -> String {
        var lines = [
            "GET \(path(of: room)) HTTP/1.1", "Host: \(address.text)", "Connection: Upgrade",
            "Upgrade: websocket", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        if self == .calcroom { lines.append("Sec-WebSocket-Protocol: calcroom.v1") }
        return lines.joined(separator: "\r\n") + "\r\n\r\n"
    }

    /// The `Sec-WebSocket-Accept` value for the key above (RFC 6455).
    static let handshakeAnswer = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
}
