import SharedRoom

/// A room's log, and the edges that have the room open with who is connected to them.
struct MemoryRoom {
    var log: MemoryLog
    /// In the order in which they opened it: reports go out in this order, the same in every run.
    private(set) var edges: [UInt32] = []
    private var present: [UInt32: Set<UInt32>] = [:]

    init(epoch: UInt64) {
        self.init(log: MemoryLog(epoch: epoch))
    }

    init(log: MemoryLog) {
        self.log = log
    }

    /// Whether it need not be kept.
    var isUnused: Bool { log.isEmpty && edges.isEmpty }

    /// The room as the edge is told of it from now on.
    mutating func open(at edge: UInt32) -> OpenedRoom {
        if !edges.contains(edge) { edges.append(edge) }
        let others = edges.filter { $0 != edge }.sorted().flatMap { other in
            people(at: other).map { OpenedRoom.Presence(edge: other, participant: $0) }
        }
        return OpenedRoom(
            epoch: log.epoch, snapshot: log.snapshot, events: log.events, present: others)
    }

    /// Who was connected to the edge and, for the others, no longer is.
    mutating func close(at edge: UInt32) -> [UInt32] {
        let gone = people(at: edge)
        present[edge] = nil
        edges.removeAll { $0 == edge }
        return gone
    }

    /// Those of whom it is news.
    mutating func announce(
        _ came: [UInt32], _ gone: [UInt32], at edge: UInt32
    ) -> (came: [UInt32], gone: [UInt32]) {
        let before = present[edge] ?? []
        let now = before.union(came).subtracting(gone)
        present[edge] = now.isEmpty ? nil : now
        return (now.subtracting(before).sorted(), before.subtracting(now).sorted())
    }

    private func people(at edge: UInt32) -> [UInt32] {
        (present[edge] ?? []).sorted()
    }
}
