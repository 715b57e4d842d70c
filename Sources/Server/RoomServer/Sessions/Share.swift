/// A token bucket with several sharers: the connections of an address or of a room, or the rooms that an address uses.
/// Each sharer also has a `Share`.
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

    mutating func charge(_ count: Int64) { bucket.charge(count, rate) }

    /// The tokens that have not accrued again since they were charged.
    public mutating func used(at now: Int64) -> Int64 { bucket.used(rate, at: now) }

    public mutating func isFull(at now: Int64) -> Bool { bucket.isFull(rate, at: now) }
}

/// The part of one sharer in a shared bucket.
///
/// With the bucket alone, one client that empties it would silence all others behind its address. Therefore each
/// sharer pays both the bucket and an equal part of it. While the bucket is empty, sharers with tokens left in their
/// parts continue. Only those that used more have to wait. A part begins empty, so that reconnecting gains nothing.
public struct Share: Sendable {
    private var part: TokenBucket

    public init(at now: Int64) {
        part = TokenBucket(emptyAt: now)
    }

    /// The tokens that the sharer may use. Actions in flight reserve tokens: those of all sharers in the bucket, and the
    /// sharer's own in its part.
    public mutating func tokens(
        of shared: inout SharedBucket, at now: Int64, reserved: (all: Int64, own: Int64) = (0, 0)
    ) -> Int64 {
        let all = shared.bucket.refill(shared.rate, at: now) - reserved.all
        return max(all, part.refill(shared.partRate, at: now) - reserved.own)
    }

    public mutating func charge(_ count: Int64, to shared: inout SharedBucket, at now: Int64) {
        // Refilled first. Otherwise a full bucket would gain tokens for the time before the charge.
        _ = tokens(of: &shared, at: now)
        shared.charge(count)
        part.charge(count, shared.rate)
    }

    /// The milliseconds until `count` tokens, or half a burst, are available in the bucket or in the part.
    public func waitTime(_ shared: SharedBucket, for count: Int64 = 1) -> Int64 {
        min(
            shared.bucket.waitTime(shared.rate, for: count),
            part.waitTime(shared.partRate, for: count))
    }

    /// The milliseconds until the bucket or the part is no longer overdrawn; 0 if one of them is not.
    mutating func debtTime(_ shared: inout SharedBucket, at now: Int64) -> Int64 {
        tokens(of: &shared, at: now) < 0 ? waitTime(shared) : 0
    }
}
