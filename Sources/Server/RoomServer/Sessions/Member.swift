import SharedRoom

/// A joined session. A person with two devices has two.
struct Member {
    enum Role {
        /// A spectator, with the number of the participant who has the same secret.
        case spectator(of: UInt32?)
        case participant(UInt32, pen: UInt32)
    }

    /// The part of the room that the session has received.
    enum Cursor: Equatable {
        /// The welcome is due: with the events since this position, or with a snapshot.
        case unwelcomed(since: Join.Position?)
        /// It has received all events up to this sequence number.
        case at(Int64)
    }

    /// The action number that may come next.
    enum Expectation: Equatable {
        /// Any number. After its welcome a session may resend actions that it sent on another connection.
        case any
        case next(Int64)
        /// Exactly this number; all others are ignored. `unsent` is the refusal that a blocked socket has not
        /// received.
        case refused(Int64, unsent: Refusal?)
    }

    /// Snapshots after a hash mismatch.
    enum Repair {
        case none
        /// One was sent. The next one must wait.
        case sent
        /// The client has reported another mismatch since.
        case requestedAgain
    }

    struct Refusal: Equatable {
        let why: RefusalReason
        /// The limit that the client met; nil if the store cannot write.
        let limit: Limit?
        let retry: Int64
    }

    let session: SessionID
    let role: Role
    let wantsViews: Bool
    var cursor: Cursor
    /// True if the session's `enter` event added its pen, and the welcome is not sent yet.
    var isPenNew: Bool
    var expectation = Expectation.any
    /// The number of an unanswered `alive`.
    var unansweredAlive: Int64?
    var repair = Repair.none
    /// True if the session has received the list of those present.
    var hasPresenceList = false

    init(_ session: SessionID, _ role: Role, _ join: Join, isPenNew: Bool) {
        self.session = session
        self.role = role
        self.isPenNew = isPenNew
        wantsViews = join.wantsViews
        cursor = .unwelcomed(since: join.since)
    }

    /// True if an answer could not be sent because the socket was blocked.
    var hasUnsentAnswer: Bool {
        if unansweredAlive != nil { return true }
        return switch expectation {
        case .refused(_, let unsent): unsent != nil
        case .any, .next: false
        }
    }

    var participant: UInt32? {
        switch role {
        case .spectator: nil
        case .participant(let number, _): number
        }
    }

    /// The participant who owns the session; nil for a spectator who is not a participant.
    var owner: UInt32? {
        switch role {
        case .spectator(let number): number
        case .participant(let number, _): number
        }
    }
}
