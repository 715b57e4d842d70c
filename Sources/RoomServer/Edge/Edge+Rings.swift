import SharedRoom

/// The budget of memory that the rings of all rooms share.
extension Edge {
    /// Counts what has come to a room's ring in this turn, or gone from it.
    mutating func countRing(of room: Int) {
        ringsByteCount += rooms[room].takeRingGrowth()
    }

    /// Of the room in which nothing has happened for longest, the ring goes first. A quarter becomes
    /// free at once, so that the rooms are seldom put in order. That is done when everybody was sent
    /// what there was to send, so only those who do not read, and those who come back, need a
    /// snapshot for it.
    mutating func emptyOldestRings() {
        guard ringsByteCount > limits.ringsBytesMax else { return }
        let oldestFirst = rooms.places.map(\.slot).sorted { one, other in
            (rooms[one].room.time, one) < (rooms[other].room.time, other)
        }
        for room in oldestFirst where ringsByteCount > limits.ringsBytesMax / 4 * 3 {
            rooms[room].emptyRing()
            countRing(of: room)
        }
    }
}
