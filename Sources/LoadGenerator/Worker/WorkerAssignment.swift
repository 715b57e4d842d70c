/// One thread's part of a load.
struct WorkerAssignment: Sendable {
    var load: Load
    /// A prefix of room names and secrets, unique to the run, so that no run reuses earlier rooms.
    var run: String
    /// A range of the load's rooms. If the load has only one room, the thread has a part of its clients.
    var rooms: Range<Int>
    var clientsInRoom: Int
    var sendersInRoom: Int
    /// Index of the first client among all clients.
    var firstIndex: Int
    var pace: Pace

    func roomName(_ room: Int) -> String { "\(run)-\(rooms.lowerBound + room)" }

    func secret(_ index: Int) -> String {
        let digits = String(index)
        return "load-\(run)-" + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    }

    func address(_ index: Int) -> ServerAddress { load.addresses[index % load.addresses.count] }

    /// Index of a client's local address.
    func localAddress(_ index: Int) -> Int {
        load.isFromOneAddress
            ? ClientSocket.localAddressesMax : index % ClientSocket.localAddressesMax
    }
}

extension Load {
    /// Divides the load among the threads.
    func assignments(run: String) -> [WorkerAssignment] {
        rooms > 1 || pace.measuresDelays ? dividedByRoom(run) : dividedByClient(run)
    }

    private func dividedByRoom(_ run: String) -> [WorkerAssignment] {
        var firstRoom = 0
        return Self.parts(of: rooms, min(threads, rooms)).map { count in
            defer { firstRoom += count }
            return WorkerAssignment(
                load: self, run: run, rooms: firstRoom..<firstRoom + count,
                clientsInRoom: clientsInRoom, sendersInRoom: sendersInRoom,
                firstIndex: firstRoom * clientsInRoom, pace: pace.share(count, of: rooms))
        }
    }

    private func dividedByClient(_ run: String) -> [WorkerAssignment] {
        let count = min(threads, clientsInRoom)
        let senders = Self.parts(of: sendersInRoom, count)
        var firstIndex = 0
        return zip(Self.parts(of: clientsInRoom, count), senders).map { clients, senders in
            defer { firstIndex += clients }
            return WorkerAssignment(
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
