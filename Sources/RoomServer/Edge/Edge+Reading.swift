public import SharedRoom

/// For whoever only looks.
extension Edge {
    /// The room as this edge has it; nil when it is not open here.
    public func room(named name: RoomName) -> Room? {
        guard let room = slot(of: name), rooms[room].phase == .open else { return nil }
        return rooms[room].room
    }

    public var sessionCount: Int { sessions.count }
    public var roomCount: Int { rooms.count }
    /// Addresses from which somebody is here, or was a minute ago.
    public var originCount: Int { origins.count }

    /// What one session takes in memory, whatever it does. While it joins, its secret, pen and name
    /// come on top.
    public static var sessionByteCount: Int {
        MemoryLayout<Session>.stride + MemoryLayout<UInt32>.stride
            + max(MemoryLayout<Member>.stride, MemoryLayout<Joining>.stride)
    }

    /// What a room's ring takes; 0 when the room is not open here.
    public func ringByteCount(of name: RoomName) -> Int {
        slot(of: name).map { rooms[$0].ring.byteCount } ?? 0
    }
}
