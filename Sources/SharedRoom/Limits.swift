import CalculatorEngine

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
    /// The same steps in bytes: a step takes about 50, one that clears a long formula some hundred more.
    public static let historyBytesMax = 32_768
    /// Guests in a bill that are not in the room: a long table.
    public static let guestsMax = 100
    /// Characters of an amount: whatever a calculator shows.
    public static let amountBytesMax = EngineLimits.numberBytesMax
    /// A currency's sign in UTF-8: `NT$`, `Kčs`, or four characters of any script.
    public static let signBytesMax = 16
    /// Whole numbers up to here are the same in every language that reads JSON.
    public static let numberMax: Int64 = 9_007_199_254_740_991
}

/// What a server takes from one connection and keeps for one room. An operator may change these.
public struct ServiceLimits: Equatable, Sendable {
    /// Bytes of one frame from a client: eighteen times what the longest action takes.
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
    /// Steps of work a second that one connection may cause for long: fifteen sines,
    /// twice as many as 30 keys a second can ask for.
    public var stepsPerSecond: Int64 = 100_000
    /// Steps of work at once: ten keys of the heaviest kind.
    public var stepsAtOnceMax: Int64 = 5_000_000
    /// Keys a second of all connections from one address: a class that types as fast as it can.
    public var addressKeysPerSecond: Int64 = 1_000
    /// Keys of theirs at once: sixty pastes.
    public var addressKeysAtOnceMax: Int64 = 4_000
    /// Steps of work a second of theirs, for long: thirty sines, a class of sixty with one each every
    /// two seconds. It is some half a millisecond of a core, so that of a thousand keys of others
    /// hardly one comes while such work is done.
    public var addressStepsPerSecond: Int64 = 200_000
    /// Steps of theirs at once.
    public var addressStepsAtOnceMax: Int64 = 5_000_000
    /// Actions of one connection that wait to be committed. A store that stalls fills nothing.
    public var actionsInFlightMax = 256
    /// Sessions of participants of one room: everybody with two devices, and some to spare.
    public var sessionsPerRoomMax = 2_100
    /// Spectators of one room, counted apart so that they lock no participant out.
    public var spectatorsPerRoomMax = 1_000
    /// Rooms open at a time: a city's schools.
    public var openRoomsMax = 100_000
    /// Events in a room's ring: a second of a class that types as fast as it can.
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
    /// Milliseconds between two hashes of the state while a room is busy. People press so slowly that
    /// nearly every frame has one, and hardly any is needed alone.
    public var hashPeriod: Int64 = 200
    /// Milliseconds after which a hash goes alone, if none has gone since; otherwise as many more.
    public var hashDelay: Int64 = 500
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
    /// Milliseconds for which the place of an absent participant is given to nobody: time to come
    /// back after a cut, and for nodes to exchange presence.
    public var placeKeptTime: Int64 = 10_000
    /// New participants a second from one address in one room, for long: an assembly within minutes.
    public var newcomersPerSecond: Int64 = 5
    /// New participants at once: three classes of sixty, with some who come twice.
    public var newcomersAtOnceMax: Int64 = 200
    /// Milliseconds over which those are spread who come back after a restart, at most.
    public var restartSpread: Int64 = 5_000
    /// The same for each connection of an edge, which welcomes ten times as many: a class is back at
    /// once, and a city does not come in one moment.
    public var restartSpreadPerSession: Int64 = 1

    public init() {}
}

#if !hasFeature(Embedded)
    /// The same by the names that an operator gives; a browser's module sets none.
    extension ServiceLimits {
        public static var counts: [NamedLimit<ServiceLimits, Int>] {
            [
                .init(name: "frameBytesMax", path: \.frameBytesMax),
                .init(name: "keysPerFrameMax", path: \.keysPerFrameMax),
                .init(name: "actionsInFlightMax", path: \.actionsInFlightMax),
                .init(name: "sessionsPerRoomMax", path: \.sessionsPerRoomMax),
                .init(name: "spectatorsPerRoomMax", path: \.spectatorsPerRoomMax),
                .init(name: "openRoomsMax", path: \.openRoomsMax),
                .init(name: "ringEventsMax", path: \.ringEventsMax),
                .init(name: "ringBytesMax", path: \.ringBytesMax),
                .init(name: "ringsBytesMax", path: \.ringsBytesMax),
                .init(name: "peopleListedMax", path: \.peopleListedMax),
            ]
        }

        public static var times: [NamedLimit<ServiceLimits, Int64>] {
            [
                .init(name: "keysPerSecond", path: \.keysPerSecond),
                .init(name: "keysAtOnceMax", path: \.keysAtOnceMax),
                .init(name: "voidKeysPerSecond", path: \.voidKeysPerSecond),
                .init(name: "voidKeysAtOnceMax", path: \.voidKeysAtOnceMax),
                .init(name: "stepsPerSecond", path: \.stepsPerSecond),
                .init(name: "stepsAtOnceMax", path: \.stepsAtOnceMax),
                .init(name: "addressKeysPerSecond", path: \.addressKeysPerSecond),
                .init(name: "addressKeysAtOnceMax", path: \.addressKeysAtOnceMax),
                .init(name: "addressStepsPerSecond", path: \.addressStepsPerSecond),
                .init(name: "addressStepsAtOnceMax", path: \.addressStepsAtOnceMax),
                .init(name: "presencePeriod", path: \.presencePeriod),
                .init(name: "presencePeriodPerSession", path: \.presencePeriodPerSession),
                .init(name: "hashPeriod", path: \.hashPeriod),
                .init(name: "hashDelay", path: \.hashDelay),
                .init(name: "hashEventsMax", path: \.hashEventsMax),
                .init(name: "repairPeriod", path: \.repairPeriod),
                .init(name: "joinTime", path: \.joinTime),
                .init(name: "roomIdleTime", path: \.roomIdleTime),
                .init(name: "storageRetry", path: \.storageRetry),
                .init(name: "placeKeptTime", path: \.placeKeptTime),
                .init(name: "newcomersPerSecond", path: \.newcomersPerSecond),
                .init(name: "newcomersAtOnceMax", path: \.newcomersAtOnceMax),
                .init(name: "restartSpread", path: \.restartSpread),
                .init(name: "restartSpreadPerSession", path: \.restartSpreadPerSession),
            ]
        }
    }

    /// One of the limits in a value of some kind, and its name.
    public struct NamedLimit<Limits, Value> {
        public var name: String
        public var path: WritableKeyPath<Limits, Value>

        public init(name: String, path: WritableKeyPath<Limits, Value>) {
            self.name = name
            self.path = path
        }

        /// The same limit in something that has these limits.
        public func inside<Whole>(_ place: WritableKeyPath<Whole, Limits>) -> NamedLimit<
            Whole, Value
        > {
            NamedLimit<Whole, Value>(name: name, path: place.appending(path: path))
        }
    }
#endif

/// What a frame of `calcroom.v1` may be, whoever sends it.
public enum WireLimits {
    /// Brackets open at once: ten times what a message needs, and as many as a word has bits.
    public static let depthMax = 64
    /// Members of an object that is read: three times what a message of today has.
    public static let membersMax = 32
}
