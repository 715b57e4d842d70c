public import SharedRoom

/// What an SQLite store is given at its making.
public struct SQLiteOptions: Sendable {
    public var path: String
    public var durability = Durability.full
    /// How long a room is kept that nobody visits; nil is for ever.
    public var daysKept: Int64?
    public var limits = SQLiteLimits()
    /// Milliseconds since 1970. It may jump.
    public var clock: @Sendable () -> Int64
    /// 64 random bits, for epochs.
    public var random: @Sendable () -> UInt64
    /// How rooms are folded, and the version of the rules by which that happens.
    public var fold: SnapshotFold
    public var rules: UInt32
    /// Is told what an operator would want to know.
    public var report: @Sendable (StoreNotice) -> Void = { _ in }
    /// The name of what stands for the operating system, for tests that cut the power.
    package var system: String?
    /// What is another number after each start of the machine.
    package var machine = MachineLife.current

    public init(
        path: String, clock: @escaping @Sendable () -> Int64,
        random: @escaping @Sendable () -> UInt64, fold: @escaping SnapshotFold = Room.fold,
        rules: UInt32 = Room.rules
    ) {
        self.path = path
        self.clock = clock
        self.random = random
        self.fold = fold
        self.rules = rules
    }
}

/// What a store lets grow, and how far.
public struct SQLiteLimits: Sendable {
    /// Events of a room in the journal. More make an opening slow, fewer make more snapshots.
    public var unfoldedEventsMax = 256
    /// The same in bytes.
    public var unfoldedBytesMax = 32_768
    /// Bytes of the journal of all rooms: what a start reads.
    public var journalBytesMax = 16 << 20
    /// Events of the history between two snapshots: what a replay has to apply to begin anywhere.
    public var eventsPerMilestone: Int64 = 4_096
    /// Events of a room's history. The oldest go beyond that.
    public var historyEventsMax: Int64 = 200_000
    /// The same in bytes.
    public var historyBytesMax: Int64 = 32 << 20
    /// Pages of the write-ahead log, of 4 KiB each: what a start reads too. To carry many at once into
    /// the file keeps the disk from a commit for milliseconds.
    public var logPagesMax: Int32 = 250
    /// Requests that wait. Beyond it nothing is appended.
    public var waitingMax = 100_000

    public init() {}
}
