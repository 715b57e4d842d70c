/// What one thread has to do.
struct Assignment: Sendable {
    var load: Load
    /// Begins the names of rooms and the secrets, so that no run finds what an earlier one left.
    var run: String
    /// Some of the load's rooms, or some of the clients and senders of its only one.
    var rooms: Range<Int>
    var clientsInRoom: Int
    var sendersInRoom: Int
    /// The first client's number among all.
    var firstIndex: Int
    var pace: Pace

    func roomName(_ room: Int) -> String { "\(run)-\(rooms.lowerBound + room)" }

    func secret(_ index: Int) -> String {
        let digits = String(index)
        return "load-\(run)-" + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    }

    func address(_ index: Int) -> ServerAddress { load.addresses[index % load.addresses.count] }

    /// From which of this machine's addresses a client calls.
    func place(_ index: Int) -> Int {
        load.isFromOneAddress ? ClientSocket.placesMax : index % ClientSocket.placesMax
    }
}

extension Load {
    /// What each thread has of it.
    func assignments(run: String) -> [Assignment] {
        rooms > 1 || pace.isTimed ? dealtByRoom(run) : dealtByClient(run)
    }

    private func dealtByRoom(_ run: String) -> [Assignment] {
        var firstRoom = 0
        return Self.parts(of: rooms, min(threads, rooms)).map { count in
            defer { firstRoom += count }
            return Assignment(
                load: self, run: run, rooms: firstRoom..<firstRoom + count,
                clientsInRoom: clientsInRoom, sendersInRoom: sendersInRoom,
                firstIndex: firstRoom * clientsInRoom, pace: pace.share(count, of: rooms))
        }
    }

    private func dealtByClient(_ run: String) -> [Assignment] {
        let count = min(threads, clientsInRoom)
        let senders = Self.parts(of: sendersInRoom, count)
        var firstIndex = 0
        return zip(Self.parts(of: clientsInRoom, count), senders).map { clients, senders in
            defer { firstIndex += clients }
            return Assignment(
                load: self, run: run, rooms: 0..<1, clientsInRoom: clients,
                sendersInRoom: senders, firstIndex: firstIndex,
                pace: pace.share(clients, of: clientsInRoom))
        }
    }

    /// `parts(of: 5, 2)` is 3 and 2.
    private static func parts(of whole: Int, _ count: Int) -> [Int] {
        (0..<count).map { (whole + count - 1 - $0) / count }
    }
}
