import SharedRoom

/// Somebody who has said `join` and waits.
///
/// Nobody may be shown an older state than they have seen through another edge. So a join waits until
/// the room here has come as far as the store was when the join came: that is so for whoever had the
/// room opened, and the others ask for the store's head, once for all of a turn.
struct Joining {
    enum Stage: Equatable {
        /// The opening of the room was asked for after the join came.
        case opening
        /// The head is to be asked for.
        case needsHead
        case asked(ticket: Int64)
        /// Until the room here has this event.
        case behind(Int64)
        /// Until `enter` comes back.
        case entering
        /// It did, and that came of it.
        case entered(Verdict, isPenNew: Bool)
    }

    let session: SessionID
    let join: Join
    var stage: Stage
}
