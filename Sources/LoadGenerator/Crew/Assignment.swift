/// What one thread has to do.
struct Assignment: Sendable {
    var address: ServerAddress
    var dialect: Dialect
    /// Begins the names of rooms and the secrets, so that no run finds what an earlier one left.
    var run: String
    var rooms: [Int]
    var clientsInRoom: Int
    var sendersInRoom: Int
    /// The first client's number among all.
    var firstIndex: Int
    var pace: Pace

    func roomName(_ room: Int) -> String { "\(run)-\(rooms[room])" }

    func secret(_ index: Int) -> String {
        let digits = String(index)
        return "load-\(run)-" + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    }
}
