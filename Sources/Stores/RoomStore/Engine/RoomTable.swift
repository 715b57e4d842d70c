import SharedRoom

/// An object with the state of one room.
package protocol TabledRoom: AnyObject {
    var name: RoomName { get }
    /// The index in `RoomTable.all`.
    var index: Int { get set }
}

/// Rooms by name. Unlike a dictionary, it has the same order whenever the same rooms were added and removed, so a
/// simulated history can be repeated.
package struct RoomTable<Room: TabledRoom> {
    package private(set) var all: [Room] = []
    private var rooms: [RoomName: Room] = [:]

    package init() {}

    package subscript(name: RoomName) -> Room? { rooms[name] }

    /// Inserts a room whose name is not there.
    @discardableResult
    package mutating func insert(_ room: Room) -> Room {
        room.index = all.count
        all.append(room)
        rooms[room.name] = room
        return room
    }

    package mutating func remove(_ name: RoomName) {
        guard let room = rooms.removeValue(forKey: name) else { return }
        let last = all.removeLast()
        guard last !== room else { return }
        all[room.index] = last
        last.index = room.index
    }
}

/// Rooms that wait for something, each of them once.
package struct RoomQueue<Room: AnyObject> {
    private var rooms = Queue<Room>()
    private var waiting: Set<ObjectIdentifier> = []

    package init() {}

    package var isEmpty: Bool { rooms.isEmpty }

    package mutating func append(_ room: Room) {
        if waiting.insert(ObjectIdentifier(room)).inserted { rooms.append(room) }
    }

    package mutating func removeFirst() -> Room? {
        guard let room = rooms.removeFirst() else { return nil }
        waiting.remove(ObjectIdentifier(room))
        return room
    }
}
