import RoomServer

/// A socket that somebody has opened, with what the shell knows of it.
final class Connection {
    let socket: OpaquePointer
    /// Where it comes from, as far as limits and logs go.
    var origin: ClientAddress
    /// Where it stands among the others.
    var place = (slice: 0, index: 0)
    /// Once it has become a WebSocket, until it or the edge has closed it.
    var session: SessionID?
    /// What came of a frame that has not ended.
    var frame: [UInt8] = []
    /// By when it must take more, if it takes no more now.
    var patienceEnd: Int64?
    /// Whether it said anything since it was asked for a sign of life.
    var isAlive = true
    /// What it is to be closed with, once it takes that.
    var farewell: (code: UInt16, text: [UInt8])?
    var isWebSocket = false
    /// The request that waits for its answer, and the answer once it is there.
    var request: Int?
    var response: Response?

    init(_ socket: OpaquePointer, from origin: ClientAddress) {
        self.socket = socket
        self.origin = origin
    }
}
