/// One client with its socket.
struct Client {
    enum Phase: UInt8 {
        case away
        case calling
        /// Has asked for a WebSocket.
        case upgrading
        /// Has said who it is.
        case joining
        case there
        case lost
    }

    /// Among all clients: makes its secret and its address its own.
    let index: Int
    /// Of its crew.
    let room: Int
    let isSender: Bool

    var socket: Int32 = -1
    var phase = Phase.away
    /// By which events name it.
    var participant = 0
    /// Of the last event that it has, 0 if it does not know any.
    var sequence = 0
    /// Of the last key that it has sent, and of the last that came back.
    var sent = 0
    var returned = 0
    /// The beginning of a frame whose end has not come.
    var rest: UnsafeMutablePointer<UInt8>?
    var restCount = 0
    var restCapacity = 0

    init(index: Int, room: Int, isSender: Bool) {
        self.index = index
        self.room = room
        self.isSender = isSender
    }
}
