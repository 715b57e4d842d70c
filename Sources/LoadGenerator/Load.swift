/// Clients of a server and what they do.
public struct Load: Sendable {
    public var address: ServerAddress
    public var dialect = Dialect.calcroom
    /// New ones, that nobody else is in.
    public var rooms = 1
    public var clientsInRoom: Int
    /// How many of them press keys.
    public var sendersInRoom: Int
    public var pace: Pace
    public var threads = 2

    public init(
        _ address: ServerAddress, rooms: Int = 1, clientsInRoom: Int, sendersInRoom: Int,
        pace: Pace
    ) {
        self.address = address
        self.rooms = rooms
        self.clientsInRoom = clientsInRoom
        self.sendersInRoom = sendersInRoom
        self.pace = pace
    }

    /// What each thread has of it: some of the rooms, or some of the clients of the only room.
    func assignments(run: String) -> [Assignment] {
        var parts: [Assignment] = []
        var firstIndex = 0
        for (rooms, clients, senders) in shares {
            parts.append(
                Assignment(
                    address: address, dialect: dialect, run: run, rooms: rooms,
                    clientsInRoom: clients, sendersInRoom: senders, firstIndex: firstIndex,
                    pace: pace.share(of: rooms.count, in: self.rooms)))
            firstIndex += rooms.count * clients
        }
        return parts
    }

    private var shares: [(rooms: [Int], clients: Int, senders: Int)] {
        if rooms > 1 || !pace.isWindow {
            let parts = Self.parts(of: rooms, min(threads, rooms))
            var first = 0
            return parts.map { count in
                defer { first += count }
                return (Array(first..<first + count), clientsInRoom, sendersInRoom)
            }
        }
        let count = min(threads, clientsInRoom)
        let senders = Self.parts(of: sendersInRoom, count)
        return zip(Self.parts(of: clientsInRoom, count), senders).map { ([0], $0, $1) }
    }

    /// `parts(of: 5, 2)` is 3 and 2.
    private static func parts(of whole: Int, _ count: Int) -> [Int] {
        (0..<count).map { (whole + count - 1 - $0) / count }
    }
}

extension Pace {
    fileprivate var isWindow: Bool {
        if case .window = self { return true }
        return false
    }

    fileprivate func share(of part: Int, in whole: Int) -> Pace {
        guard case .rate(let keysPerSecond) = self else { return self }
        return .rate(keysPerSecond * Double(part) / Double(whole))
    }
}
