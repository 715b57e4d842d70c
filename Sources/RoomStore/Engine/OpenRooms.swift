import SharedRoom

/// Which rooms are open at which edge, so that one that leaves costs nothing in the rooms that it has
/// not open.
struct OpenRooms {
    private var rooms: [UInt32: Set<RoomName>] = [:]

    mutating func opened(_ name: RoomName, at edge: UInt32) {
        rooms[edge, default: []].insert(name)
    }

    mutating func closed(_ name: RoomName, at edge: UInt32) {
        rooms[edge]?.remove(name)
        if rooms[edge]?.isEmpty == true { rooms[edge] = nil }
    }

    /// Those that were open at it, in the order of their names: what follows from its leaving happens
    /// in the same order in every run.
    mutating func remove(_ edge: UInt32) -> [RoomName] {
        let rooms = rooms.removeValue(forKey: edge) ?? []
        return rooms.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    mutating func removeAll() {
        rooms = [:]
    }
}
