/// A rate limit, and its burst.
struct Rate {
    let perSecond: Int64
    let burst: Int64

    /// More than any machine can do. The bound prevents overflow.
    private static let unlimited: Int64 = 10_000_000_000

    init(perSecond: Int64, burst: Int64) {
        self.perSecond = min(max(1, perSecond), Self.unlimited)
        self.burst = min(max(0, burst), Self.unlimited)
    }
}

/// A token bucket. The level is in thousandths of a token, so one millisecond adds `perSecond` of them. The
/// level may become negative, because some costs are known only afterwards.
struct TokenBucket {
    private var level: Int64
    private var time: Int64

    /// A day fills every bucket, so longer times make no difference.
    private static let elapsedMax: Int64 = 86_400_000
    private static let countMax: Int64 = 10_000_000_000

    init(_ rate: Rate, at now: Int64) {
        level = rate.burst * 1_000
        time = now
    }

    /// Adds the tokens that have accrued. Returns the whole tokens that are available; negative if the bucket
    /// is overdrawn.
    @discardableResult
    mutating func refill(_ rate: Rate, at now: Int64) -> Int64 {
        let elapsed = min(max(0, now - time), Self.elapsedMax)
        time = max(time, now)
        level = min(rate.burst * 1_000, level + rate.perSecond * elapsed)
        return level >= 0 ? level / 1_000 : -((999 - level) / 1_000)
    }

    mutating func charge(_ count: Int64) {
        level -= min(count, Self.countMax) * 1_000
    }

    /// The tokens by which the bucket is overdrawn.
    var debt: Int64 { level < 0 ? -level / 1_000 : 0 }

    /// True if nothing was charged, or all has accrued again.
    mutating func isFull(_ rate: Rate, at now: Int64) -> Bool {
        refill(rate, at: now) >= rate.burst
    }

    /// The milliseconds until `count` tokens are available, but at most until half a burst is. A client with
    /// many actions thus sends half a burst each time, not one action. An action needs `minimum` tokens.
    func waitTime(_ rate: Rate, for count: Int64 = 1, atLeast minimum: Int64 = 1) -> Int64 {
        let wanted = max(minimum, min(count, rate.burst / 2)) * 1_000
        return max(1, (wanted - level + rate.perSecond - 1) / rate.perSecond)
    }

    /// The milliseconds until the bucket is no longer overdrawn; 0 if it is not.
    mutating func debtTime(_ rate: Rate, at now: Int64) -> Int64 {
        refill(rate, at: now) < 0 ? waitTime(rate) : 0
    }
}
