/// What a room may grow to. These are part of the rules: every replica stops at the same place, so
/// no operator can change them.
public enum RoomLimits {
    /// A school's assembly; beyond it nobody finds anybody in a list.
    public static let peopleMax = 1_000
    /// Tabs and devices with which one person types at a time, with some to spare for reloads.
    public static let pensMax = 8
    /// Second devices of a teacher and of those who stand in.
    public static let hostsMax = 8
    /// Characters of a name, as a line of a list shows them.
    public static let nameCharactersMax = 32
    /// In UTF-8 a character takes at most four bytes.
    public static let nameBytesMax = 4 * nameCharactersMax
    /// Lines of the tape that a room's state keeps; a store keeps the older ones.
    public static let tapeLinesMax = 100
    /// The same lines in bytes: a hundred long ones. Everybody who joins is sent them.
    public static let tapeBytesMax = 32_768
    /// Steps that undo reaches back: a lesson's worth of typing.
    public static let historyStepsMax = 200
    /// The same steps in bytes: a step takes about 30, one that clears a long formula some hundred.
    public static let historyBytesMax = 32_768
    /// Guests in a bill that are not in the room: a long table.
    public static let guestsMax = 100
    /// Characters of an amount: fifteen digits, a sign and a point, with some to spare.
    public static let amountBytesMax = 24
    /// Whole numbers up to here are the same in every language that reads JSON.
    public static let numberMax: Int64 = 9_007_199_254_740_991
}

/// What a server takes from one connection and keeps for one room. An operator may change these.
public struct ServiceLimits: Equatable, Sendable {
    /// Bytes of one frame from a client: forty times what the longest action takes.
    public var frameBytesMax = 4_096
    /// Keys in one frame: what a paste of a long number brings.
    public var keysPerFrameMax = 64
    /// Keys a second that one connection may press for long. A person never meets it.
    public var keysPerSecond: Int64 = 30
    /// Keys at once: two seconds' worth, and a paste.
    public var keysAtOnceMax: Int64 = 64
    /// Keys a second of somebody who may not press at all: enough to learn why.
    public var voidKeysPerSecond: Int64 = 2
    /// Void keys at once.
    public var voidKeysAtOnceMax: Int64 = 10
    /// Steps of work a second that one connection may cause for long: 3 ms of one core.
    public var stepsPerSecond: Int64 = 1_000_000
    /// Steps of work at once: ten keys of the heaviest kind.
    public var stepsAtOnceMax: Int64 = 5_000_000
    /// Keys a second of all connections from one address: a class that types as fast as it can.
    public var addressKeysPerSecond: Int64 = 1_000
    /// Keys of theirs at once: sixty pastes.
    public var addressKeysAtOnceMax: Int64 = 4_000
    /// Steps of work a second of theirs, for long: 6 ms of one core.
    public var addressStepsPerSecond: Int64 = 2_000_000
    /// Steps of theirs at once.
    public var addressStepsAtOnceMax: Int64 = 5_000_000
    /// Actions of one connection that wait to be committed. A store that stalls fills nothing.
    public var actionsInFlightMax = 256
    /// Sessions of one room: everybody with two devices, and some boards.
    public var sessionsPerRoomMax = 2_100
    /// Rooms open at a time: a city's schools.
    public var openRoomsMax = 100_000
    /// Events in a room's ring: half a minute of a class that types as fast as it can.
    public var ringEventsMax = 1_024
    /// The same in bytes.
    public var ringBytesMax = 65_536
    /// The same for all rooms of an edge together: two thousand full ones.
    public var ringsBytesMax = 134_217_728
    /// People whom `here` names: a class of 60 with room to spare, and more than a page shows.
    public var peopleListedMax = 100
    /// Milliseconds for which those who came and went are gathered.
    public var presencePeriod: Int64 = 250
    /// Milliseconds, for each connection of the room, until the next time that all are told of
    /// them: so a room is told a hundred frames a second, however many come.
    public var presencePeriodPerSession: Int64 = 10
    /// Milliseconds between two hashes of the state while a room is busy.
    public var hashPeriod: Int64 = 1_000
    /// Events between two hashes, at most.
    public var hashEventsMax: Int64 = 32
    /// Milliseconds between two snapshots for one connection whose check failed.
    public var repairPeriod: Int64 = 10_000
    /// Milliseconds from the connection to its join.
    public var joinTime: Int64 = 10_000
    /// Milliseconds after the last session has left until a room is closed.
    public var roomIdleTime: Int64 = 60_000
    /// Milliseconds after which a refused action may come again when the store cannot write.
    public var storageRetry: Int64 = 1_000
    /// Milliseconds over which those are spread who come back after a restart.
    public var restartSpread: Int64 = 5_000

    public init() {}
}

/// What a frame of `calcroom.v1` may be, whoever sends it.
public enum WireLimits {
    /// Brackets open at once: ten times what a message needs, and as many as a word has bits.
    public static let depthMax = 64
    /// Members of an object that is read: three times what a message of today has.
    public static let membersMax = 32
}
