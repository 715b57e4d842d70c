import SharedRoom

/// The attached edges, each with the rooms that are open at it, so that one that leaves costs nothing
/// in the rooms that it has not open.
struct MemoryEdges {
    private struct Edge {
        let deliver: @Sendable (LogReport) -> Void
        var rooms: Set<RoomName> = []
    }

    private var edges: [UInt32: Edge] = [:]
    private var last: UInt32 = 0

    mutating func attach(_ deliver: @escaping @Sendable (LogReport) -> Void) -> UInt32 {
        last += 1
        edges[last] = Edge(deliver: deliver)
        return last
    }

    /// The rooms that were open at it, in the order of their names: what follows from its leaving
    /// happens in the same order in every run.
    mutating func detach(_ edge: UInt32) -> [RoomName] {
        let rooms = edges.removeValue(forKey: edge)?.rooms ?? []
        return rooms.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    mutating func removeAll() {
        edges = [:]
    }

    func isAttached(_ edge: UInt32) -> Bool {
        edges[edge] != nil
    }

    mutating func opened(_ name: RoomName, at edge: UInt32) {
        edges[edge]?.rooms.insert(name)
    }

    mutating func closed(_ name: RoomName, at edge: UInt32) {
        edges[edge]?.rooms.remove(name)
    }

    func tell(_ receivers: [UInt32], _ report: LogReport) {
        for edge in receivers { edges[edge]?.deliver(report) }
    }
}
