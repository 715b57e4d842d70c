import SharedRoom

/// An object with the state of one room.
protocol TabledRoom: AnyObject {
    var name: RoomName { get }
    /// The index in `RoomTable.all`.
    var index: Int { get set }

    init(_ name: RoomName)
}

/// Rooms by name. Unlike a dictionary, it has the same order whenever the same rooms were added and removed, so a
/// simulated history can be repeated.
struct RoomTable<Room: TabledRoom> {
    private(set) var all: [Room] = []
    private var rooms: [RoomName: Room] = [:]

    var isEmpty: Bool { all.isEmpty }

    subscript(name: RoomName) -> Room? { rooms[name] }

    /// The room with this name, which is added if it is missing.
    mutating func room(_ name: RoomName) -> Room {
        if let room = rooms[name] { return room }
        let room = Room(name)
        room.index = all.count
        all.append(room)
        rooms[name] = room
        return room
    }

    mutating func remove(_ name: RoomName) {
        guard let room = rooms.removeValue(forKey: name) else { return }
        let last = all.removeLast()
        guard last !== room else { return }
        all[room.index] = last
        last.index = room.index
    }
}
