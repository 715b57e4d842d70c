public import SharedRoom

/// The options of a Redis store.
public struct RedisOptions: Sendable {
    public var address: RedisAddress
    var keys = RedisKeys()
    /// The number of replicas that must have an event before it is published.
    public var replicas = 0
    /// The number of days after which an unvisited room expires; nil for never.
    public var daysKept: Int64?
    public var limits = RedisLimits()
    /// Milliseconds since 1970. It may jump.
    public var clock: @Sendable () -> Int64
    /// 64 random bits, for epochs.
    public var random: @Sendable () -> UInt64
    /// Makes snapshots, by the rules of this version.
    public var compact: Compactor
    public var rules: UInt32
    /// Receives notices for operators.
    public var report: @Sendable (StoreNotice) -> Void = { _ in }

    public init(
        address: RedisAddress, clock: @escaping @Sendable () -> Int64,
        random: @escaping @Sendable () -> UInt64, compact: @escaping Compactor = Room.compact,
        rules: UInt32 = Room.rules
    ) {
        self.address = address
        self.clock = clock
        self.random = random
        self.compact = compact
        self.rules = rules
    }

    /// The time that Redis keeps a room without a visit. Redis accepts less than 292 million years.
    var roomTime: Int64 { daysKept.map { $0 * 86_400_000 } ?? 1_000_000_000_000_000 }
}

/// The limits and timeouts of a Redis store.
public struct RedisLimits: Sendable {
    /// The number of events of a room beyond which the older half becomes history, and a snapshot replaces it for nodes
    /// that open the room.
    public var eventsKeptMax = 512
    public var history = HistoryLimits(eventsMax: 20_000, bytesMax: 4 << 20)
    /// The number of dropped tape lines of a room.
    public var tapeLinesMax = 10_000
    /// The number of waiting requests. Beyond it, appends are refused.
    public var waitingMax = 100_000
    /// The time in milliseconds after which a silent Redis counts as unreachable.
    public var timeout = 2_000
    /// The same for a sentinel.
    public var sentinelTimeout = 500
    /// The time in milliseconds that Redis waits for replicas before it answers.
    public var replicationTimeout = 100
    /// The time in milliseconds between two attempts to connect: the first and the longest one.
    public var retry: ClosedRange<Int64> = 50...1_000
    /// The time in milliseconds after which a silent node counts as dead.
    public var nodeTimeout: Int64 = 10_000

    public init() {}
}
