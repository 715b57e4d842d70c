public import SharedRoom

/// Read access for tests, checks and metrics.
extension Edge {
    /// Nil if the room is not open at this edge.
    public func room(named name: RoomName) -> Room? {
        guard let room = slot(of: name), rooms[room].phase == .open else { return nil }
        return rooms[room].room
    }

    public var sessionCount: Int { sessions.count }
    public var roomCount: Int { rooms.count }
    /// Addresses with a session now or in the last minute.
    public var addressCount: Int { addresses.count }

    /// The memory of one session. While it joins, its secret, pen and name come on top.
    public static var sessionByteCount: Int {
        MemoryLayout<Session>.stride + MemoryLayout<UInt32>.stride
            + max(MemoryLayout<Member>.stride, MemoryLayout<PendingJoin>.stride)
    }

    /// The memory of a room's ring; 0 if the room is not open at this edge.
    public func ringByteCount(of name: RoomName) -> Int {
        slot(of: name).map { rooms[$0].ring.byteCount } ?? 0
    }
}
