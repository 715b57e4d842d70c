import RoomServer
import SharedRoom

/// A WebSocket of an event loop, with its session and its timeouts.
final class Connection {
    let socket: OpaquePointer
    let room: RoomName
    /// The client's address, for limits and logs.
    let origin: ClientAddress
    /// The position in `Connections`.
    var position = (slice: 0, index: 0)
    /// Nil before the edge has accepted the connection, and after the client or the edge has closed it.
    var session: SessionID?
    /// True while the session is in its room.
    var hasJoined = false
    /// The received part of an incomplete message.
    var partialFrame: [UInt8] = []
    /// The deadline for the client to read again; nil while the socket accepts data.
    var writeDeadline: Int64?
    /// True if the client has sent something since the last ping.
    var isAlive = true
    /// The close frame to send as soon as the socket is writable.
    var pendingClose: (code: UInt16, text: [UInt8])?
    /// The TCP socket of the client.
    let descriptor: Int32
    /// The received traffic when the connection was last metered.
    var received = SocketTraffic()
    /// The end of a pause in reading the socket, because the client sent too much.
    var pauseEnd: Int64?
    /// The TLS relay through which the bytes come, if there is one. It was counted already, so closing this
    /// does not release the address.
    let relay: HTTPConnection?

    init(
        _ socket: OpaquePointer, _ descriptor: Int32, to room: RoomName,
        from origin: ClientAddress, through relay: HTTPConnection?
    ) {
        self.socket = socket
        self.room = room
        self.descriptor = descriptor
        self.origin = origin
        self.relay = relay
    }
}
