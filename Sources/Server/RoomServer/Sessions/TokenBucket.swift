/// A rate limit, and its burst.
public struct Rate: Sendable {
    public let limit: ClientLimit
    /// Tokens per period.
    let count: Int64
    /// In milliseconds.
    let period: Int64
    let burst: Int64

    public static let second: Int64 = 1_000
    public static let minute = 60 * second
    public static let hour = 60 * minute
    /// More than any machine can do. The bound prevents overflow.
    private static let unlimited: Int64 = 10_000_000_000

    public init(_ limit: ClientLimit, _ count: Int64, per period: Int64, burst: Int64) {
        self.limit = limit
        self.count = min(max(1, count), Self.unlimited)
        self.period = period
        self.burst = min(max(0, burst), Self.unlimited)
    }

    /// The equal part of one of `count` sharers.
    func part(of count: Int) -> Rate {
        let count = Int64(max(1, count))
        return Rate(limit, self.count / count, per: period, burst: (burst + count - 1) / count)
    }
}

/// A token bucket. A token has as many units as the rate's period has milliseconds, so each millisecond adds
/// `count` units. The level may become negative, because some costs are known only afterwards.
///
/// The bucket does not contain its rate, because there are many buckets. All calls need the same one.
public struct TokenBucket: Sendable {
    private var level: Int64
    private var time: Int64

    /// A day fills every bucket, so longer times make no difference.
    private static let elapsedMax: Int64 = 86_400_000
    private static let countMax: Int64 = 10_000_000_000

    public init(_ rate: Rate, at now: Int64) {
        level = rate.burst * rate.period
        time = now
    }

    init(emptyAt now: Int64) {
        level = 0
        time = now
    }

    /// Adds the tokens that have accrued. Returns the whole tokens that are available; negative if the bucket
    /// is overdrawn.
    @discardableResult
    public mutating func refill(_ rate: Rate, at now: Int64) -> Int64 {
        let elapsed = min(max(0, now - time), Self.elapsedMax)
        time = max(time, now)
        level = min(rate.burst * rate.period, level + rate.count * elapsed)
        return level >= 0 ? level / rate.period : -((rate.period - 1 - level) / rate.period)
    }

    public mutating func charge(_ count: Int64, _ rate: Rate) {
        level -= min(count, Self.countMax) * rate.period
    }

    /// The milliseconds until an address may charge this bucket, which all addresses share; 0 if it may now. The bucket
    /// must have as many tokens as the address `used` lately, or half a burst, so that some are left for an address that
    /// used none.
    public mutating func waitTime(_ rate: Rate, leaving used: Int64, at now: Int64) -> Int64 {
        refill(rate, at: now)
        return waitTime(rate, for: used)
    }

    /// The tokens that have not accrued again since they were charged.
    mutating func used(_ rate: Rate, at now: Int64) -> Int64 {
        rate.burst - refill(rate, at: now)
    }

    /// Removes a token if one is available. Returns the milliseconds until then; 0 if it was.
    public mutating func consume(_ rate: Rate, at now: Int64) -> Int64 {
        let wait = timeUntilToken(rate, at: now)
        if wait == 0 { charge(1, rate) }
        return wait
    }

    /// The milliseconds until a token is available; 0 if one is.
    public mutating func timeUntilToken(_ rate: Rate, at now: Int64) -> Int64 {
        refill(rate, at: now) > 0 ? 0 : waitTime(rate)
    }

    /// The tokens that an overdrawn bucket lacks; 0 if it is not overdrawn.
    func debt(_ rate: Rate) -> Int64 { level < 0 ? -level / rate.period : 0 }

    /// True if nothing was charged, or all has accrued again.
    public mutating func isFull(_ rate: Rate, at now: Int64) -> Bool {
        refill(rate, at: now) >= rate.burst
    }

    /// The milliseconds until `count` tokens are available, but at most until half a burst is; 0 if they are. A
    /// client with many actions thus sends half a burst each time, not one action.
    func waitTime(_ rate: Rate, for count: Int64 = 1) -> Int64 {
        let wanted = max(1, min(count, rate.burst / 2)) * rate.period
        return max(0, (wanted - level + rate.count - 1) / rate.count)
    }

    /// The milliseconds until the bucket is no longer overdrawn; 0 if it is not.
    mutating func debtTime(_ rate: Rate, at now: Int64) -> Int64 {
        refill(rate, at: now) < 0 ? waitTime(rate) : 0
    }
}
