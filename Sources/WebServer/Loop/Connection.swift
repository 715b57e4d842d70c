import RoomServer

/// A WebSocket, with what the loop knows of it.
final class Connection {
    let socket: OpaquePointer
    /// Where it comes from, as far as limits and logs go.
    let origin: ClientAddress
    /// Where it stands among the others.
    var place = (slice: 0, index: 0)
    /// Until the client or the edge has closed it.
    var session: SessionID?
    /// What came of a frame that has not ended.
    var frame: [UInt8] = []
    /// By when it must take more, if it takes no more now.
    var patienceEnd: Int64?
    /// Whether it said anything since it was asked for a sign of life.
    var isAlive = true
    /// What it is to be closed with, once it takes that.
    var farewell: (code: UInt16, text: [UInt8])?
    /// The TCP socket of the client.
    let descriptor: Int32
    /// What it had received when it was metered last.
    var received = ReceivedTraffic()
    /// Until when it is not read, since its client sent too much.
    var pauseEnd: Int64?
    /// Whether its bytes come through a relay, which then counts as the connection of its address.
    let isRelayed: Bool

    init(
        _ socket: OpaquePointer, _ descriptor: Int32, from origin: ClientAddress, isRelayed: Bool
    ) {
        self.socket = socket
        self.descriptor = descriptor
        self.origin = origin
        self.isRelayed = isRelayed
    }
}
