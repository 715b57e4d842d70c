import SharedRoom

/// A WebSocket, from its opening to its end.
struct Session {
    enum State {
        /// It has not sent `join`.
        case fresh(RoomName)
        /// It is in the room's `pendingJoins`.
        case joining(room: Int)
        /// It is one of the room's `members`.
        case joined(MemberIndex)
    }

    var state: State
    /// The slot of the client's address.
    let address: Int
    /// If the address has tried too many names of rooms, the milliseconds until it may try others.
    let lockout: Int64?
    /// True if the socket accepts no data for now.
    var isBlocked = false
    var budget: Budget
}

/// The room of a member, and the position among the room's members. The position changes when another member leaves,
/// so only the session keeps it.
struct MemberIndex {
    let room: Int
    let position: Int
}

/// A session that has sent `join` and waits.
///
/// Nobody may be shown an older state than they have seen through another edge. Therefore a join waits until
/// the room here has reached the sequence number that the store had when the join arrived. A join that made the
/// edge open the room has that guarantee. The others request the latest sequence number, once per tick.
struct PendingJoin {
    enum Stage: Equatable {
        /// The store was asked to open the room after the join arrived.
        case opening
        /// The latest sequence number must be requested.
        case needsLatestSequence
        case latestRequested(ticket: Int64)
        /// Waits until the room has applied the event with this sequence number.
        case waitingForEvent(Int64)
        /// Waits until its `enter` event comes back.
        case entering
        /// Its `enter` event came back with this verdict.
        case entered(Verdict, isPenNew: Bool)
    }

    let session: SessionID
    let join: Join
    var stage: Stage
}
