import SharedRoom

/// The part of an append request that belongs to one session and has not come back.
///
/// The store answers in order, so an event from this edge can only match the first request in flight. If
/// another edge appended the same action first, its event is taken for ours. Ours is then void.
struct InFlight {
    enum Remainder: Equatable {
        /// The signature of the next action, and the number of actions left.
        case actions(Signature, left: Int)
        case making(RoomSetup, Entrance)
        case entering(Entrance)
    }

    enum Kind: Equatable {
        case action
        case making
        case entrance
    }

    let ticket: Int64
    let session: SessionID
    /// The number of the client's address.
    let address: UInt64
    private(set) var remainder: Remainder

    init(ticket: Int64, session: SessionID, from address: UInt64, _ remainder: Remainder) {
        self.ticket = ticket
        self.session = session
        self.address = address
        self.remainder = remainder
    }

    /// Returns nil if the event is not the next one of this request. Otherwise consumes it, and returns its
    /// kind and whether nothing is left.
    mutating func match(_ event: Event) -> (kind: Kind, isLast: Bool)? {
        switch remainder {
        case .actions(let next, let left):
            guard event.signature == next else { return nil }
            remainder = .actions(next.following, left: left - 1)
            return (.action, left == 1)
        case .making(let setup, let entrance):
            guard event.action == .make(setup) else { return nil }
            remainder = .entering(entrance)
            return (.making, false)
        case .entering(let entrance):
            guard event.action == .enter(entrance) else { return nil }
            return (.entrance, true)
        }
    }
}

extension Signature {
    fileprivate var following: Signature {
        Signature(author: author, pen: pen, number: number + 1)
    }
}
