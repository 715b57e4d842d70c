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

    enum Kind: CaseIterable {
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

    private var joins = Queue<Deadline>()
    private var presences = Queue<Deadline>()
    private var frames = Queue<Deadline>()
    private var hashes = Queue<Deadline>()
    private var repairs = Queue<Deadline>()
    private var idles = Queue<Deadline>()

    /// The earliest deadline. It is cached because it is read after every frame and rarely changes.
    private(set) var next: Int64?

    mutating func set(_ kind: Kind, for slotID: SlotID, at time: Int64) {
        self[kind].append(Deadline(time: time, slotID: slotID))
        next = min(time, next ?? time)
    }

    /// Removes and returns the earliest timer of this kind if it has expired.
    mutating func pop(_ kind: Kind, at now: Int64) -> Deadline? {
        guard let first = self[kind].first, first.time <= now else { return nil }
        defer { next = Kind.allCases.compactMap { self[$0].first?.time }.min() }
        return self[kind].removeFirst()
    }

    private subscript(kind: Kind) -> Queue<Deadline> {
        _read {
            switch kind {
            case .join: yield joins
            case .presence: yield presences
            case .frames: yield frames
            case .hash: yield hashes
            case .repair: yield repairs
            case .idle: yield idles
            }
        }
        _modify {
            switch kind {
            case .join: yield &joins
            case .presence: yield &presences
            case .frames: yield &frames
            case .hash: yield &hashes
            case .repair: yield &repairs
            case .idle: yield &idles
            }
        }
    }
}
