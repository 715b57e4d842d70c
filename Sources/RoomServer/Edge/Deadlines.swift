import SharedRoom

/// What is to be done later.
///
/// Each kind of waiting has one length, so the deadlines of a kind come in the order in which they
/// were set: five queues, and no heap. Nothing is taken out early. What a deadline was for is looked
/// at when it comes, and mostly it is over by then.
struct Deadlines {
    struct Deadline {
        let time: Int64
        let place: SlotPlace
    }

    enum Kind: CaseIterable {
        /// A connection must have joined.
        case join
        /// Those who came and went are told to everybody.
        case presence
        /// A room that fell silent shows its hash.
        case hash
        /// A client that was repaired may be repaired again.
        case repair
        /// A room without sessions is closed.
        case idle
    }

    private var joins = Queue<Deadline>()
    private var presences = Queue<Deadline>()
    private var hashes = Queue<Deadline>()
    private var repairs = Queue<Deadline>()
    private var idles = Queue<Deadline>()

    /// The earliest of all. It is asked for after every frame, and changes seldom.
    private(set) var next: Int64?

    mutating func set(_ kind: Kind, for place: SlotPlace, at time: Int64) {
        self[kind].append(Deadline(time: time, place: place))
        next = min(time, next ?? time)
    }

    /// Takes one that has come.
    mutating func take(_ kind: Kind, at now: Int64) -> Deadline? {
        guard let first = self[kind].first, first.time <= now else { return nil }
        defer { next = Kind.allCases.compactMap { self[$0].first?.time }.min() }
        return self[kind].removeFirst()
    }

    private subscript(kind: Kind) -> Queue<Deadline> {
        _read {
            switch kind {
            case .join: yield joins
            case .presence: yield presences
            case .hash: yield hashes
            case .repair: yield repairs
            case .idle: yield idles
            }
        }
        _modify {
            switch kind {
            case .join: yield &joins
            case .presence: yield &presences
            case .hash: yield &hashes
            case .repair: yield &repairs
            case .idle: yield &idles
            }
        }
    }
}
