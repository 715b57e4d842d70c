import SharedRoom

/// The edges that have a room open, and their participants.
struct Audience {
    /// In the order in which they opened the room, so the order of reports is the same in every run.
    private(set) var edges: [UInt32] = []
    private var present: [UInt32: Set<UInt32>] = [:]

    var isEmpty: Bool { edges.isEmpty }

    func contains(_ edge: UInt32) -> Bool {
        edges.contains(edge)
    }

    func others(than edge: UInt32) -> [UInt32] {
        edges.filter { $0 != edge }
    }

    /// Adds an edge. Returns the participants at the other edges.
    mutating func open(at edge: UInt32) -> [OpenedRoom.Presence] {
        if !edges.contains(edge) { edges.append(edge) }
        return others(than: edge).sorted().flatMap { other in
            people(at: other).map { OpenedRoom.Presence(edge: other, participant: $0) }
        }
    }

    /// Removes an edge. Returns its participants.
    mutating func close(at edge: UInt32) -> [UInt32] {
        let gone = people(at: edge)
        present[edge] = nil
        edges.removeAll { $0 == edge }
        return gone
    }

    /// Changes the participants at an edge. Returns the actual changes.
    mutating func announce(
        _ came: [UInt32], _ gone: [UInt32], at edge: UInt32
    ) -> (came: [UInt32], gone: [UInt32]) {
        let before = present[edge] ?? []
        let now = before.union(came).subtracting(gone)
        present[edge] = now.isEmpty ? nil : now
        return (now.subtracting(before).sorted(), before.subtracting(now).sorted())
    }

    func people(at edge: UInt32) -> [UInt32] {
        (present[edge] ?? []).sorted()
    }
}
