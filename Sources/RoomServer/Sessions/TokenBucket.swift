/// How much of something may be had at once and for long.
struct Rate {
    let perSecond: Int64
    let most: Int64

    /// More than any machine does; so nothing here can overflow.
    private static let unlimited: Int64 = 10_000_000_000

    init(perSecond: Int64, most: Int64) {
        self.perSecond = min(max(1, perSecond), Self.unlimited)
        self.most = min(max(0, most), Self.unlimited)
    }
}

/// What is left of a rate, in thousandths, so that a millisecond brings as many as a second brings
/// whole ones. It may be overdrawn by what is known only afterwards.
struct TokenBucket {
    private var level: Int64
    private var time: Int64

    /// What is more makes no difference: in a day every bucket is full again.
    private static let elapsedMax: Int64 = 86_400_000
    private static let countMax: Int64 = 10_000_000_000

    init(_ rate: Rate, at now: Int64) {
        level = rate.most * 1_000
        time = now
    }

    /// Whole ones that are there now; below 0 when it is overdrawn.
    mutating func tokens(_ rate: Rate, at now: Int64) -> Int64 {
        let elapsed = min(max(0, now - time), Self.elapsedMax)
        time = max(time, now)
        level = min(rate.most * 1_000, level + rate.perSecond * elapsed)
        return level >= 0 ? level / 1_000 : -((999 - level) / 1_000)
    }

    mutating func take(_ count: Int64) {
        level -= min(count, Self.countMax) * 1_000
    }

    /// How much it is overdrawn.
    var debt: Int64 { level < 0 ? -level / 1_000 : 0 }

    /// Milliseconds until so many are there, or half of what is there at once: whoever has more comes
    /// seldom, and not each time with one.
    func wait(_ rate: Rate, for count: Int64 = 1) -> Int64 {
        let wanted = max(1, min(count, rate.most / 2)) * 1_000
        return max(1, (wanted - level + rate.perSecond - 1) / rate.perSecond)
    }

    /// Milliseconds until it is overdrawn no longer, and 0 if it is not.
    mutating func debtTime(_ rate: Rate, at now: Int64) -> Int64 {
        tokens(rate, at: now) < 0 ? wait(rate) : 0
    }
}
