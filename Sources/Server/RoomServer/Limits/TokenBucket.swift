/// A rate limit, and its burst.
public struct Rate: Sendable {
    public let limit: Limit
    /// Tokens per period.
    fileprivate let count: Int64
    /// In milliseconds.
    fileprivate let period: Int64
    let burst: Int64

    public static let second: Int64 = 1_000
    public static let minute = 60 * second
    public static let hour = 60 * minute

    public init(_ limit: Limit, _ count: Int64, per period: Int64, burst: Int64) {
        self.limit = limit
        self.count = max(1, count)
        self.period = period
        self.burst = burst
    }

    /// The equal part of one of `count` sharers.
    fileprivate func part(of count: Int) -> Rate {
        let count = Int64(max(1, count))
        return Rate(limit, self.count / count, per: period, burst: (burst + count - 1) / count)
    }
}

/// A limit that a client has reached.
public struct ReachedLimit: Equatable, Sendable {
    public let limit: Limit
    /// The milliseconds until the client may try again, if that is known.
    public let retry: Int64?

    public init(_ limit: Limit, retry: Int64? = nil) {
        self.limit = limit
        self.retry = retry
    }

    /// The one with the longer wait.
    static func longest(_ one: ReachedLimit?, _ other: ReachedLimit?) -> ReachedLimit? {
        guard let one, let other else { return one ?? other }
        return (other.retry ?? 0) > (one.retry ?? 0) ? other : one
    }
}

/// A token bucket. The number of tokens may become negative, because some costs are known only afterwards.
///
/// Each function takes the time and first adds the tokens that have accrued until then. Otherwise a full bucket would
/// gain tokens for the time before a charge.
public struct TokenBucket: Sendable {
    public fileprivate(set) var rate: Rate
    /// A token has as many units as the rate's period has milliseconds, so each millisecond adds `rate.count` units.
    private var level: Int64
    private var time: Int64

    /// More than any machine can do. The bound prevents overflow.
    private static let countMax: Int64 = 10_000_000_000
    /// A day fills every bucket, so longer times make no difference.
    private static let elapsedMax: Int64 = 86_400_000

    public init(_ rate: Rate, at now: Int64) {
        self.rate = rate
        level = rate.burst * rate.period
        time = now
    }

    fileprivate init(_ rate: Rate, emptyAt now: Int64) {
        self.rate = rate
        level = 0
        time = now
    }

    private mutating func refill(at now: Int64) {
        let elapsed = min(max(0, now - time), Self.elapsedMax)
        time = max(time, now)
        level = min(rate.burst * rate.period, level + rate.count * elapsed)
    }

    /// The whole tokens that are available; negative if the bucket is overdrawn.
    public mutating func tokens(at now: Int64) -> Int64 {
        refill(at: now)
        return level >= 0 ? level / rate.period : -((rate.period - 1 - level) / rate.period)
    }

    public mutating func charge(_ count: Int64, at now: Int64) {
        refill(at: now)
        level -= min(count, Self.countMax) * rate.period
    }

    /// Nil if `count` tokens are available, or half a burst. A client with many actions thus sends half a burst each
    /// time, not one action.
    public mutating func reached(for count: Int64 = 1, at now: Int64) -> ReachedLimit? {
        refill(at: now)
        let missing = max(1, min(count, rate.burst / 2)) * rate.period - level
        guard missing > 0 else { return nil }
        return ReachedLimit(rate.limit, retry: (missing + rate.count - 1) / rate.count)
    }

    /// Removes a token if one is available.
    public mutating func consume(at now: Int64) -> ReachedLimit? {
        let reached = reached(at: now)
        if reached == nil { charge(1, at: now) }
        return reached
    }

    /// Nil if the bucket is not overdrawn.
    mutating func debt(at now: Int64) -> ReachedLimit? {
        tokens(at: now) < 0 ? reached(at: now) : nil
    }

    /// The tokens that have not accrued again since they were charged.
    public mutating func used(at now: Int64) -> Int64 { rate.burst - tokens(at: now) }

    /// True if nothing was charged, or all has accrued again.
    public mutating func isFull(at now: Int64) -> Bool { used(at: now) == 0 }
}

/// The part of one sharer in a token bucket: of a connection or a room in that of an address.
///
/// With the bucket alone, one client that empties it would silence all others behind its address. Therefore each
/// sharer pays both the bucket and an equal part of it. While the bucket is empty, sharers with tokens left in their
/// parts continue. Only those that used more have to wait. A part begins empty, so that reconnecting gains nothing.
public struct Share: Sendable {
    private var part: TokenBucket

    public init(of rate: Rate, at now: Int64) {
        part = TokenBucket(rate, emptyAt: now)
    }

    /// The tokens that the sharer may use. Actions in flight reserve tokens: those of all sharers in the bucket, and the
    /// sharer's own in its part.
    mutating func tokens(
        of bucket: inout TokenBucket, among sharers: Int, at now: Int64,
        reserved: (all: Int64, own: Int64) = (0, 0)
    ) -> Int64 {
        part.rate = bucket.rate.part(of: sharers)
        return max(bucket.tokens(at: now) - reserved.all, part.tokens(at: now) - reserved.own)
    }

    public mutating func charge(
        _ count: Int64, to bucket: inout TokenBucket, among sharers: Int, at now: Int64
    ) {
        part.rate = bucket.rate.part(of: sharers)
        bucket.charge(count, at: now)
        part.charge(count, at: now)
    }

    /// Nil if `count` tokens, or half a burst, are available in the bucket or in the part.
    public mutating func reached(
        in bucket: inout TokenBucket, among sharers: Int, for count: Int64 = 1, at now: Int64
    ) -> ReachedLimit? {
        part.rate = bucket.rate.part(of: sharers)
        guard let all = bucket.reached(for: count, at: now),
            let own = part.reached(for: count, at: now)
        else { return nil }
        return (own.retry ?? 0) < (all.retry ?? 0) ? own : all
    }

    /// Nil if the bucket or the part is not overdrawn.
    mutating func debt(
        in bucket: inout TokenBucket, among sharers: Int, at now: Int64
    ) -> ReachedLimit? {
        tokens(of: &bucket, among: sharers, at: now) < 0
            ? reached(in: &bucket, among: sharers, at: now) : nil
    }
}
