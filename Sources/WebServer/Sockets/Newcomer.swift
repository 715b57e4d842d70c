import SharedRoom

/// A connection that asks to become a WebSocket, and that may.
struct Newcomer: Sendable {
    let stream: SocketStream
    let origin: ClientAddress
    let room: RoomName
    /// The value of `Sec-WebSocket-Key`.
    let key: String

    /// The handshake as libwebsockets is given it. It never sees a byte of the client's own head, since it reads
    /// some heads in another way than everybody else.
    var handshake: String {
        """
        GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
        Sec-WebSocket-Key: \(key)\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Protocol: calcroom.v1\r\n\r\n
        """
    }
}
