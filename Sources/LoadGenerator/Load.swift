/// A number of clients, their rooms, and the keys that they send.
public struct Load: Sendable {
    /// One server, or several that share their rooms. The clients of a room are distributed over them.
    public var addresses: [ServerAddress]
    public var dialect = Dialect.calcroom
    /// Number of rooms. The load creates them, and no other clients use them.
    public var rooms = 1
    public var clientsInRoom: Int
    /// Number of clients in each room that press keys.
    public var sendersInRoom: Int
    public var pace: Pace
    public var threads = 2
    /// True if all clients connect from one address.
    public var isFromOneAddress = false

    public init(
        _ addresses: [ServerAddress], rooms: Int = 1, clientsInRoom: Int, sendersInRoom: Int? = nil,
        pace: Pace
    ) {
        self.addresses = addresses
        self.rooms = rooms
        self.clientsInRoom = clientsInRoom
        self.sendersInRoom = sendersInRoom ?? clientsInRoom
        self.pace = pace
    }

    public var clientCount: Int { rooms * clientsInRoom }
}

/// An error that prevents a measurement.
public struct LoadError: Error, Equatable {
    public let message: String

    public init(_ message: String) { self.message = message }
}
