import SharedRoom

/// The open rooms of each edge. Without it, detaching an edge would have to examine all rooms.
struct OpenRooms {
    private var rooms: [UInt32: Set<RoomName>] = [:]

    mutating func opened(_ name: RoomName, at edge: UInt32) {
        rooms[edge, default: []].insert(name)
    }

    mutating func closed(_ name: RoomName, at edge: UInt32) {
        rooms[edge]?.remove(name)
        if rooms[edge]?.isEmpty == true { rooms[edge] = nil }
    }

    /// Removes an edge. Returns its rooms, sorted by name, so the order of reports is the same in every run.
    mutating func remove(_ edge: UInt32) -> [RoomName] {
        let rooms = rooms.removeValue(forKey: edge) ?? []
        return rooms.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    mutating func removeAll() {
        rooms = [:]
    }
}
