public import SharedRoom

/// What a Redis store is given at its making.
public struct RedisOptions: Sendable {
    public var address: RedisAddress
    /// How long a room is kept that nobody visits; nil is for ever.
    public var daysKept: Int64?
    public var limits = RedisLimits()
    /// Milliseconds since 1970. It may jump.
    public var clock: @Sendable () -> Int64
    /// 64 random bits, for epochs.
    public var random: @Sendable () -> UInt64
    /// How rooms are folded, and the version of the rules by which that happens.
    public var fold: SnapshotFold
    public var rules: UInt32
    /// Is told what an operator would want to know.
    public var report: @Sendable (StoreNotice) -> Void = { _ in }

    public init(
        address: RedisAddress, clock: @escaping @Sendable () -> Int64,
        random: @escaping @Sendable () -> UInt64, fold: @escaping SnapshotFold = Room.fold,
        rules: UInt32 = Room.rules
    ) {
        self.address = address
        self.clock = clock
        self.random = random
        self.fold = fold
        self.rules = rules
    }
}

/// What a store lets grow, and how long it waits.
public struct RedisLimits: Sendable {
    /// Events of a room beyond which the older half goes behind a snapshot: what an opening applies,
    /// and what takes memory in Redis.
    public var eventsKeptMax = 512
    /// Lines that tapes have dropped, of a room.
    public var tapeLinesMax = 10_000
    /// Requests that wait. Beyond it nothing is appended.
    public var waitingMax = 100_000
    /// Milliseconds until a Redis that says nothing is taken for gone.
    public var patience = 2_000
    /// Milliseconds between two attempts to reach it: at first, and at most.
    public var retry: ClosedRange<Int64> = 50...1_000
    /// Milliseconds until a node that says nothing is taken for gone, with everybody at it.
    public var nodePatience: Int64 = 10_000

    public init() {}
}
