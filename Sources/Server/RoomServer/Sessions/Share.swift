/// A token bucket that several sharers have in common: the connections of an address or of a room, or the rooms that
/// an address uses.
public struct SharedBucket: Sendable {
    public let rate: Rate
    fileprivate var bucket: TokenBucket
    /// The rate of each part.
    fileprivate var partRate: Rate
    public var sharerCount = 1 {
        didSet { if sharerCount != oldValue { partRate = rate.part(of: sharerCount) } }
    }

    public init(_ rate: Rate, at now: Int64) {
        self.rate = rate
        bucket = TokenBucket(rate, at: now)
        partRate = rate
    }

    public mutating func tokens(at now: Int64) -> Int64 { bucket.refill(rate, at: now) }

    public mutating func charge(_ count: Int64) { bucket.charge(count, rate) }

    public mutating func isFull(at now: Int64) -> Bool { bucket.isFull(rate, at: now) }

    /// The milliseconds until `count` tokens, or half a burst, are available.
    public func waitTime(for count: Int64 = 1) -> Int64 { bucket.waitTime(rate, for: count) }
}

/// The part of one sharer in a shared bucket.
///
/// With the bucket alone, one client that empties it would silence all others behind its address. Therefore each
/// sharer pays both the bucket and an equal part of it. While the bucket is empty, those who have something left in
/// their parts continue, and only those who used more have to wait. A part begins empty, so that reconnecting gains
/// nothing.
public struct Share: Sendable {
    private var part: TokenBucket

    public init(at now: Int64) {
        part = TokenBucket(emptyAt: now)
    }

    /// The tokens that the sharer may use, after reserving some for actions in flight: those of all sharers in the
    /// bucket, its own in the part.
    public mutating func tokens(
        of shared: inout SharedBucket, at now: Int64, reserved: (all: Int64, own: Int64) = (0, 0)
    ) -> Int64 {
        // Both are refilled, so that a full one does not gain tokens for the time before the next charge.
        let own = part.refill(shared.partRate, at: now) - reserved.own
        return max(shared.tokens(at: now) - reserved.all, own)
    }

    /// Charges tokens. `tokens` must have been called at the same time.
    public mutating func charge(_ count: Int64, to shared: inout SharedBucket) {
        shared.charge(count)
        part.charge(count, shared.rate)
    }

    /// The milliseconds until `count` tokens, or half a burst, are available in one of both.
    public func waitTime(_ shared: SharedBucket, for count: Int64 = 1) -> Int64 {
        min(shared.waitTime(for: count), part.waitTime(shared.partRate, for: count))
    }

    /// The milliseconds until one of both is no longer overdrawn; 0 if one is not.
    mutating func debtTime(_ shared: inout SharedBucket, at now: Int64) -> Int64 {
        tokens(of: &shared, at: now) < 0 ? waitTime(shared) : 0
    }
}
