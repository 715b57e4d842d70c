import RoomServer

/// A socket that somebody has opened, with what the shell knows of it.
final class Connection {
    let socket: OpaquePointer
    let address: SocketAddress
    /// Once it has become a WebSocket, until it or the edge has closed it.
    var session: SessionID?
    /// What came of a frame that has not ended.
    var frame: [UInt8] = []
    /// Since when it takes no more.
    var blockedSince: Int64?
    /// What it is to be closed with, once it takes that.
    var farewell: (code: UInt16, text: [UInt8])?

    init(_ socket: OpaquePointer, _ address: SocketAddress) {
        self.socket = socket
        self.address = address
    }
}
