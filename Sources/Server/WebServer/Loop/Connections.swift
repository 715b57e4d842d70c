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
    var received: SocketTraffic?
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

/// All WebSockets of a loop, by session, and in slices that a sweep visits one after the other.
struct Connections {
    private var slices: [[Connection]]
    private var sessions: [Connection?] = []
    private var nextSlice = 0
    /// The connection that `next` returned last.
    private var cursor = (slice: 0, index: 0)
    private(set) var count = 0

    init(sliceCount: Int) {
        slices = Array(repeating: [], count: sliceCount)
    }

    subscript(session: SessionID) -> Connection? {
        guard sessions.indices.contains(session.slot),
            let connection = sessions[session.slot], connection.session == session
        else { return nil }
        return connection
    }

    /// The slice with this number, modulo the number of slices.
    func slice(_ number: Int) -> [Connection] { slices[number % slices.count] }

    var all: [Connection] { slices.flatMap { $0 } }

    /// Returns the next connection, and the first one after the last; nil without connections.
    mutating func next() -> Connection? {
        guard count > 0 else { return nil }
        cursor.index += 1
        while cursor.index >= slices[cursor.slice].count {
            cursor = ((cursor.slice + 1) % slices.count, 0)
        }
        return slices[cursor.slice][cursor.index]
    }

    mutating func insert(_ connection: Connection) {
        connection.position = (nextSlice, slices[nextSlice].count)
        slices[nextSlice].append(connection)
        nextSlice = (nextSlice + 1) % slices.count
        count += 1
    }

    mutating func remove(_ connection: Connection) {
        let (slice, index) = connection.position
        guard let last = slices[slice].popLast() else { return }
        count -= 1
        guard last !== connection else { return }
        slices[slice][index] = last
        last.position = (slice, index)
    }

    mutating func begin(_ session: SessionID, on connection: Connection) {
        connection.session = session
        while sessions.count <= session.slot { sessions.append(nil) }
        sessions[session.slot] = connection
    }

    mutating func endSession(of connection: Connection) {
        guard let session = connection.session else { return }
        connection.session = nil
        sessions[session.slot] = nil
    }
}
