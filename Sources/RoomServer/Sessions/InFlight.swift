import SharedRoom

/// What was passed on to the store for one session and has not come back.
///
/// The store answers in the order of asking. So it is enough to look at the one that was asked first:
/// an event that is its next is its own. The same action may have come through another edge too; then
/// that one is taken for it, which makes no difference, and its own is passed over later.
struct InFlight {
    enum Rest: Equatable {
        /// The next action that is to come back, and how many.
        case actions(Signature, left: Int)
        case making(RoomSetup, Entrance)
        case entering(Entrance)
    }

    /// What an event was to a session.
    enum Part: Equatable {
        case action
        case making
        case entrance
    }

    let ticket: Int64
    let session: SessionID
    private(set) var rest: Rest

    init(ticket: Int64, session: SessionID, _ rest: Rest) {
        self.ticket = ticket
        self.session = session
        self.rest = rest
    }

    /// Takes the event off if it is the next one. Gives what it was, and whether nothing is left.
    mutating func settle(_ event: Event) -> (part: Part, isLast: Bool)? {
        switch rest {
        case .actions(let next, let left):
            guard event.signature == next else { return nil }
            rest = .actions(next.following, left: left - 1)
            return (.action, left == 1)
        case .making(let making, let entrance):
            guard event.action == .make(making) else { return nil }
            rest = .entering(entrance)
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
