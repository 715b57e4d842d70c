/// A simulated user with a socket.
struct LoadClient {
    enum Phase: UInt8 {
        case disconnected
        case connecting
        /// Has sent the WebSocket handshake.
        case upgrading
        /// Has sent the join.
        case joining
        case joined
        case lost
    }

    /// Index among all clients of the load. It determines the secret and the local address.
    let index: Int
    /// Index of the room within the worker.
    let room: Int
    let isSender: Bool

    var socket: Int32 = -1
    var phase = Phase.disconnected
    /// Participant number in events.
    var participant = 0
    /// Sequence number of the last received event, or 0.
    var sequence = 0
    /// Action numbers of the last sent key and of the last one that came back.
    var sent = 0
    var returned = 0
    /// The received part of an incomplete frame.
    var rest: UnsafeMutablePointer<UInt8>?
    var restCount = 0
    var restCapacity = 0

    init(index: Int, room: Int, isSender: Bool) {
        self.index = index
        self.room = room
        self.isSender = isSender
    }
}
