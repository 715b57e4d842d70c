import RoomServer

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
