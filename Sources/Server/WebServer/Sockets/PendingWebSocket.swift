import SharedRoom

/// A connection whose WebSocket handshake the server has accepted but not answered.
struct PendingWebSocket: Sendable {
    let stream: SocketStream
    let origin: ClientAddress
    let room: RoomName
    /// The value of `Sec-WebSocket-Key`.
    let key: String
    /// As in `JoinDecision`.
    var lockout: Int64?

    /// A handshake for libwebsockets, which never sees the client's own head, because it parses some
    /// heads in a nonstandard way.
    var handshake: String {
        """
        GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
        Sec-WebSocket-Key: \(key)\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Protocol: calcroom.v1\r\n\r\n
        """
    }
}
