import SharedRoom

/// The timers of an edge.
///
/// All timers of one kind run equally long, so they expire in the order in which they were set: a queue for
/// each kind is enough. Timers are never cancelled. The handler of an expired timer checks whether it still
/// applies.
struct Deadlines {
    struct Deadline {
        let time: Int64
        let slotID: SlotID
    }

    enum Kind: Int, CaseIterable {
        /// A connection must have sent `join`.
        case join
        /// The changes of presence in a room may be sent.
        case presence
        /// A room that has sent too many frames may send again.
        case frames
        /// A quiet room sends its hash.
        case hash
        /// A client that received a snapshot after a hash mismatch may receive another one.
        case repair
        /// A room without sessions is unloaded.
        case idle
    }

    private var queues = Kind.allCases.map { _ in Queue<Deadline>() }

    /// The earliest deadline. It is cached because it is read after every frame and rarely changes.
    private(set) var next: Int64?

    mutating func set(_ kind: Kind, for slotID: SlotID, at time: Int64) {
        queues[kind.rawValue].append(Deadline(time: time, slotID: slotID))
        next = min(time, next ?? time)
    }

    /// Removes and returns the earliest timer of this kind if it has expired.
    mutating func pop(_ kind: Kind, at now: Int64) -> Deadline? {
        guard let first = queues[kind.rawValue].first, first.time <= now else { return nil }
        defer { next = queues.compactMap { $0.first?.time }.min() }
        return queues[kind.rawValue].removeFirst()
    }
}
