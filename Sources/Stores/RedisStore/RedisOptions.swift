public import RoomStore

/// The options of a Redis store.
public struct RedisOptions: Sendable {
    public var address: RedisAddress
    /// The slot of the rooms; nil for a Redis that is not a cluster.
    var slot: ClusterSlot?
    var keys = RedisKeys()
    /// The number of replicas that must have an event before it is published.
    public var replicas = 0
    public var limits = RedisLimits()
    public var common: StoreOptions

    public init(address: RedisAddress, _ common: StoreOptions = StoreOptions()) {
        self.address = address
        self.common = common
    }

    /// The time that Redis keeps a room without a visit. Redis accepts less than 292 million years.
    var roomTime: Int64 { common.daysKept.map { $0 * 86_400_000 } ?? 1_000_000_000_000_000 }
}

/// The limits and timeouts of a Redis store.
public struct RedisLimits: Sendable {
    /// The number of events of a room beyond which the older half becomes history, and a snapshot replaces it for nodes
    /// that open the room.
    public var eventsKeptMax = 512
    public var history = HistoryLimits(eventsMax: 20_000, bytesMax: 4 << 20)
    /// The number of dropped tape lines of a room.
    public var tapeLinesMax = HistoryLimits.tapeLinesMax
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
