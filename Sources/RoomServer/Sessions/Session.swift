import SharedRoom

/// A connection. What belongs to it lies with its room; a closed one is nowhere.
struct Session {
    enum State {
        /// Has not said anything yet.
        case fresh(RoomName)
        /// Stands among those of the room who wait.
        case joining(room: Int)
        /// Stands among the members of the room.
        case joined(room: Int, place: Int)
        /// The slot is free.
        case vacant
    }

    var state: State
    /// Where it comes from: a slot of the edge's origins.
    let origin: Int
    /// Whether the socket takes no more for now.
    var isBlocked = false
    /// What the client may send; nil as long as it has sent nothing.
    var traffic: TokenBucket?
}
