import SharedRoom

/// An object with the state of one room.
protocol TabledRoom: AnyObject {
    var name: RoomName { get }
    /// The index in `RoomTable.all`.
    var index: Int { get set }
}

/// Rooms by name. Unlike a dictionary, it has the same order whenever the same rooms were added and removed, so a
/// simulated history can be repeated.
struct RoomTable<Room: TabledRoom> {
    private(set) var all: [Room] = []
    private var rooms: [RoomName: Room] = [:]

    var isEmpty: Bool { all.isEmpty }

    subscript(name: RoomName) -> Room? { rooms[name] }

    /// Adds a room whose name is not in the table.
    mutating func add(_ room: Room) {
        room.index = all.count
        all.append(room)
        rooms[room.name] = room
    }

    mutating func remove(_ name: RoomName) {
        guard let room = rooms.removeValue(forKey: name) else { return }
        let last = all.removeLast()
        guard last !== room else { return }
        all[room.index] = last
        last.index = room.index
    }
}
