import Glibc
public import SharedRoom

/// The options that a store in a file and one in Redis have in common.
public struct StoreOptions: Sendable {
    /// The number of days after which an unvisited room is forgotten; nil for never.
    public var daysKept: Int64?
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
        clock: @escaping @Sendable () -> Int64 = Self.systemClock,
        random: @escaping @Sendable () -> UInt64 = Self.systemRandom,
        compact: @escaping Compactor = Room.compact, rules: UInt32 = Room.rules
    ) {
        self.clock = clock
        self.random = random
        self.compact = compact
        self.rules = rules
    }

    public static let systemRandom: @Sendable () -> UInt64 = { .random(in: .min ... .max) }

    public static let systemClock: @Sendable () -> Int64 = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// A change of a store's state that operators should know.
public enum StoreNotice: Equatable, Sendable {
    /// Appends are refused, or wait for replicas, from now on; with the message of SQLite or Redis.
    case cannotWrite(String)
    case canWriteAgain
    /// All rooms have new epochs, because confirmed events may be lost. With details.
    case newEpochs(String)
    /// A room was set aside, with the reason.
    case setAside(RoomName, String)
    /// The number of unvisited rooms that were forgotten.
    case forgotUnvisited(Int)
}
