/// Clients of a server and what they do.
public struct Load: Sendable {
    /// Of one server, or of some that share their rooms: the clients of a room are at each by turns.
    public var addresses: [ServerAddress]
    public var dialect = Dialect.calcroom
    /// New ones, that nobody else is in.
    public var rooms = 1
    public var clientsInRoom: Int
    /// How many of them press keys.
    public var sendersInRoom: Int
    public var pace: Pace
    public var threads = 2
    /// Whether all call from the same address, as one person's machine does.
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
