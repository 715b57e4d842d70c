import SharedRoom

/// A session that has joined.
struct Member {
    enum Role {
        /// A spectator; with the number of the participant who has the same secret.
        case watcher(of: UInt32?)
        case participant(UInt32, pen: UInt32)
    }

    /// How far it has the room.
    enum Cursor: Equatable {
        /// It is to be welcomed, with what it has missed since then or with a snapshot.
        case unwelcomed(since: Join.Position?)
        /// It was sent everything up to this event.
        case at(Int64)
    }

    /// Which action may come next.
    enum Expectation: Equatable {
        /// Any: it was welcomed and may send again what it sent elsewhere.
        case anything
        case next(Int64)
        /// Exactly this one; until then everything is passed over. `owed` is the refusal that the
        /// socket did not take yet.
        case refused(Int64, owed: Refusal?)
    }

    /// A new copy of the room for a client whose check has failed.
    enum Repair {
        case none
        /// It got one, and gets no other for a while.
        case given
        /// It has asked for another meanwhile.
        case asked
    }

    struct Refusal: Equatable {
        let why: RefusalReason
        let retry: Int64
    }

    let session: SessionID
    let role: Role
    let wantsViews: Bool
    var cursor: Cursor
    /// Whether its pen was taken up for this welcome.
    var isPenNew: Bool
    var expectation = Expectation.anything
    /// Actions that were passed on to the store and have not come back.
    var inFlightCount = 0
    var keys: TokenBucket
    var voidKeys: TokenBucket
    var steps: TokenBucket
    /// The number of an `alive` that the socket took no answer to.
    var owedAlive: Int64?
    var repair = Repair.none
    /// Whether it was told who is here.
    var knowsPresent = false

    init(
        _ session: SessionID, _ role: Role, _ join: Join, isPenNew: Bool, _ limits: ServiceLimits,
        at now: Int64
    ) {
        self.session = session
        self.role = role
        self.isPenNew = isPenNew
        wantsViews = join.wantsViews
        cursor = .unwelcomed(since: join.since)
        keys = TokenBucket(limits.keys, at: now)
        voidKeys = TokenBucket(limits.voidKeys, at: now)
        steps = TokenBucket(limits.steps, at: now)
    }

    /// Whether something was not said yet, for want of room in the socket.
    var owesAnswer: Bool {
        if owedAlive != nil { return true }
        return switch expectation {
        case .refused(_, let owed): owed != nil
        case .anything, .next: false
        }
    }

    var participant: UInt32? {
        switch role {
        case .watcher: nil
        case .participant(let number, _): number
        }
    }

    /// The participant to whom the session belongs, if it is not a stranger's.
    var owner: UInt32? {
        switch role {
        case .watcher(let number): number
        case .participant(let number, _): number
        }
    }
}

extension ServiceLimits {
    var keys: Rate { Rate(perSecond: keysPerSecond, most: keysAtOnceMax) }
    var voidKeys: Rate { Rate(perSecond: voidKeysPerSecond, most: voidKeysAtOnceMax) }
    var steps: Rate { Rate(perSecond: stepsPerSecond, most: stepsAtOnceMax) }
}
