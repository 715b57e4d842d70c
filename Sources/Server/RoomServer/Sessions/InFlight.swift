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

    let ticket: Int64
    let session: SessionID
    /// The number of the client's address.
    let address: UInt64
    /// Nil if all of it has come back.
    private(set) var remainder: Remainder?

    init(ticket: Int64, session: SessionID, from address: UInt64, _ remainder: Remainder) {
        self.ticket = ticket
        self.session = session
        self.address = address
        self.remainder = remainder
    }

    /// Consumes the event if it is the next one of this request. Returns false otherwise.
    mutating func match(_ event: Event) -> Bool {
        switch remainder {
        case .actions(let next, let left) where event.signature == next:
            remainder = left == 1 ? nil : .actions(next.following, left: left - 1)
        case .making(let setup, let entrance) where event.action == .make(setup):
            remainder = .entering(entrance)
        case .entering(let entrance) where event.action == .enter(entrance): remainder = nil
        case .actions, .making, .entering, nil: return false
        }
        return true
    }
}

extension Signature {
    fileprivate var following: Signature {
        Signature(author: author, pen: pen, number: number + 1)
    }
}
