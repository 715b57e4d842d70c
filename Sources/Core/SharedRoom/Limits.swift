import CalculatorEngine

/// Limits of a room's size. They are part of the rules: all replicas must enforce the same limits, so
/// operators cannot change them.
public enum RoomLimits {
    /// Participants of a room; enough for a school assembly. Longer lists of people are unusable.
    public static let peopleMax = 1_000
    /// Pens of a participant; enough for tabs and devices in use at the same time, and for reloads.
    public static let pensMax = 8
    /// Hosts of a room; enough for a teacher's second devices and substitutes.
    public static let hostsMax = 8
    /// Characters of a name that fit in a line of a list.
    public static let nameCharactersMax = 32
    /// Tape lines in a room's state; a store keeps older lines.
    public static let tapeLinesMax = 100
    /// The size of these lines in bytes; enough for a hundred long ones. Everybody who joins receives them.
    public static let tapeBytesMax = 32_768
    /// Steps that can be undone; enough for a lesson.
    public static let historyStepsMax = 200
    /// The size of these steps in bytes. A step takes about 50; one that clears a long formula takes some
    /// hundred more.
    public static let historyBytesMax = 32_768
    /// Keys of an expression that is typed as one step; enough for a formula of the largest length.
    public static let typedKeysMax = EngineLimits.replayKeysMax
    /// Characters of a question: two lines of a board.
    public static let questionCharactersMax = 200
    /// Keys of an answer; more than anybody types to answer a question. They fit in a frame.
    public static let answerKeysMax = 64
    /// Bytes of an answer: its keys and its result.
    static let answerBytesMax = 1 + answerKeysMax + amountBytesMax
    /// All answers in bytes of a snapshot; enough for a thousand of 30 keys. Everybody who joins receives them.
    public static let answersBytesMax = 65_536
    /// Groups of answers in a view, which every frame with events contains.
    public static let groupsInViewMax = 10
    /// Milliseconds before the calculator's last step in which a removed participant's steps can be taken back.
    public static let rewindTime: Int64 = 60_000
    /// Bills of a room; enough for a trip. The limits of one bill also limit all of them together.
    public static let billsMax = 20
    /// Steps of all bills that can be undone; enough for an evening.
    public static let billStepsMax = 50
    /// The size of these steps in bytes. Most take about 60; removing a full bill takes some thousand.
    public static let billStepBytesMax = 16_384
    /// Guests in bills who are not in the room; enough for a long table.
    public static let guestsMax = 100
    /// Characters of an amount: as many as a calculator can show.
    public static let amountBytesMax = EngineLimits.numberBytesMax
    /// Bytes of a currency sign in UTF-8: `NT$`, `Kčs`, or four characters of any script.
    public static let signBytesMax = 16
    /// The largest integer that all JSON implementations represent exactly.
    public static let numberMax: Int64 = 9_007_199_254_740_991
}

/// Limits of a server, per connection, address, room and edge. Operators may change them. The name of an address
/// limit begins with `address` if there is a similar limit for a connection.
public struct ServiceLimits: Equatable, Sendable {
    /// Bytes of one client frame; enough for eighteen of the longest actions.
    public var frameBytesMax = 4_096
    /// Keys in one frame; enough for a pasted long number.
    public var keysPerFrameMax = 64
    /// Sustained actions per second of one connection, mostly keys. People never reach it.
    public var keysPerSecond: Int64 = 30
    /// Burst of actions; enough for two seconds of typing and a paste.
    public var keysAtOnceMax: Int64 = 64
    /// Sustained actions per second of a connection whose participant lacks the keypad or the pen for them;
    /// enough to learn why they are void.
    public var voidKeysPerSecond: Int64 = 2
    /// Burst of such actions.
    public var voidKeysAtOnceMax: Int64 = 10
    /// Sustained computation steps per second of one connection; enough for fifteen sines, twice as many as
    /// 30 keys per second can request.
    public var stepsPerSecond: Int64 = 100_000
    /// Burst of computation steps; enough for ten of the most expensive keys.
    public var stepsAtOnceMax: Int64 = 5_000_000
    /// Sustained actions per second of all connections from one address; enough for a class that types as
    /// fast as it can.
    public var addressKeysPerSecond: Int64 = 1_000
    /// Burst of actions from one address; enough for sixty pastes.
    public var addressKeysAtOnceMax: Int64 = 4_000
    /// Sustained computation steps per second from one address; enough for thirty sines, or for a class of
    /// sixty with one each every two seconds. They take half a millisecond per second of a core, so they
    /// rarely delay the keys of others.
    public var addressStepsPerSecond: Int64 = 200_000
    /// Burst of computation steps from one address.
    public var addressStepsAtOnceMax: Int64 = 5_000_000
    /// Sustained bytes per second that one connection may send, whatever they are; each packet counts as 128
    /// bytes more. Enough for 90 keys per second.
    public var trafficPerSecond: Int64 = 16_384
    /// Burst of bytes; enough for all pending actions after a reconnect.
    public var trafficAtOnceMax: Int64 = 262_144
    /// Sustained bytes per second of all connections from one address; enough for 1,500 keys.
    public var addressTrafficPerSecond: Int64 = 262_144
    /// Burst of bytes from one address.
    public var addressTrafficAtOnceMax: Int64 = 4_194_304
    /// Sustained bytes per second of all connections to one room; enough for 2,000 people with a key each second.
    public var roomTrafficPerSecond: Int64 = 1_048_576
    /// Burst of bytes to one room; enough for the pending actions of an assembly after an interruption.
    public var roomTrafficAtOnceMax: Int64 = 16_777_216
    /// Sustained deliveries per second that actions from one address cause; an action has as many as its room
    /// has connections. Enough for a class of sixty with two devices each, where everybody presses five keys a
    /// second. They take at most a quarter of the time of one event loop.
    public var addressDeliveriesPerSecond: Int64 = 40_000
    /// Burst of deliveries from one address.
    public var addressDeliveriesAtOnceMax: Int64 = 400_000
    /// Sustained frames with events per second to all connections of one room. Beyond it the events of a room
    /// wait for a moment and share a frame: a room of 1,000 still sends 40 times a second.
    public var roomFramesPerSecond: Int64 = 40_000
    /// Burst of frames to one room.
    public var roomFramesAtOnceMax: Int64 = 120_000
    /// Uncommitted actions of one connection. A stalled store therefore fills no memory.
    public var actionsInFlightMax = 256
    /// Participant sessions of one room; enough for two devices of everybody, with a reserve.
    public var sessionsPerRoomMax = 2_100
    /// Spectators of one room, counted separately so that they do not lock out participants.
    public var spectatorsPerRoomMax = 1_000
    /// Rooms open at the same time; enough for all schools of a city.
    public var openRoomsMax = 100_000
    /// Recent events in a room's ring; enough for one second of a class that types as fast as it can.
    public var ringEventsMax = 1_024
    /// Bytes of a room's ring.
    public var ringBytesMax = 65_536
    /// Bytes of all rings of the server; enough for two thousand full rings.
    public var ringsBytesMax = 134_217_728
    /// People listed in `here`; enough for a class of 60 with a reserve, and more than a page shows.
    public var peopleListedMax = 100
    /// Milliseconds for which changes of presence are batched.
    public var presencePeriod: Int64 = 250
    /// Additional batching time in milliseconds for each connection of the room: a room sends a hundred
    /// presence frames a second at most, however many people connect.
    public var presencePeriodPerSession: Int64 = 10
    /// Milliseconds between two state hashes while a room is busy. People press so slowly that nearly every
    /// frame contains one and separate hash frames are rare.
    public var hashPeriod: Int64 = 200
    /// Milliseconds after which a hash is sent in a frame of its own, if none was sent since; otherwise it
    /// is postponed by as much.
    public var hashDelay: Int64 = 500
    /// Maximum number of events between two hashes.
    public var hashEventsMax: Int64 = 32
    /// Milliseconds between two repair snapshots for one connection.
    public var repairPeriod: Int64 = 10_000
    /// Milliseconds from the connection to its join.
    public var joinTime: Int64 = 10_000
    /// Milliseconds from the last disconnection until a room is closed on the server.
    public var roomIdleTime: Int64 = 60_000
    /// Milliseconds after which a client may resend an action that was refused because the store could not
    /// write.
    public var storageRetry: Int64 = 1_000
    /// Milliseconds for which an absent participant cannot be replaced; enough to reconnect, and for nodes
    /// to exchange presence.
    public var placeKeptTime: Int64 = 10_000
    /// Sustained new participants per second from one address in one room; enough for an assembly within
    /// minutes.
    public var newcomersPerSecond: Int64 = 5
    /// Burst of new participants; enough for three classes of sixty, with some people entering twice.
    public var newcomersAtOnceMax: Int64 = 200
    /// Sustained new participants per second from all addresses in one room.
    public var roomNewcomersPerSecond: Int64 = 20
    /// Burst of new participants from all addresses; enough for a school assembly.
    public var roomNewcomersAtOnceMax: Int64 = 1_000
    /// Sustained new rooms per hour from one address; enough for a school.
    public var roomsPerHour: Int64 = 120
    /// Burst of new rooms from one address; enough for a class in which everyone makes one, with a reserve.
    public var roomsAtOnceMax: Int64 = 100
    /// Sustained new rooms per hour from all addresses.
    public var serverRoomsPerHour: Int64 = 7_200
    /// Burst of new rooms from all addresses; enough for twenty schools.
    public var serverRoomsAtOnceMax: Int64 = 2_000
    /// Maximum delay in milliseconds over which reconnections after a restart are distributed.
    public var restartSpread: Int64 = 5_000
    /// Milliseconds per connection by which this delay grows, up to `restartSpread`. At 1, an edge receives
    /// 1,000 reconnections a second. It can welcome ten times as many.
    public var restartSpreadPerSession: Int64 = 1

    public init() {}
}

#if !hasFeature(Embedded)
    /// The limits by the names that operators use. The browser module does not set limits, so it omits this
    /// table.
    extension ServiceLimits {
        public static var intLimits: [NamedLimit<ServiceLimits, Int>] {
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

        public static var int64Limits: [NamedLimit<ServiceLimits, Int64>] {
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
                .init(name: "trafficPerSecond", path: \.trafficPerSecond),
                .init(name: "trafficAtOnceMax", path: \.trafficAtOnceMax),
                .init(name: "addressTrafficPerSecond", path: \.addressTrafficPerSecond),
                .init(name: "addressTrafficAtOnceMax", path: \.addressTrafficAtOnceMax),
                .init(name: "roomTrafficPerSecond", path: \.roomTrafficPerSecond),
                .init(name: "roomTrafficAtOnceMax", path: \.roomTrafficAtOnceMax),
                .init(name: "addressDeliveriesPerSecond", path: \.addressDeliveriesPerSecond),
                .init(name: "addressDeliveriesAtOnceMax", path: \.addressDeliveriesAtOnceMax),
                .init(name: "roomFramesPerSecond", path: \.roomFramesPerSecond),
                .init(name: "roomFramesAtOnceMax", path: \.roomFramesAtOnceMax),
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
                .init(name: "roomNewcomersPerSecond", path: \.roomNewcomersPerSecond),
                .init(name: "roomNewcomersAtOnceMax", path: \.roomNewcomersAtOnceMax),
                .init(name: "roomsPerHour", path: \.roomsPerHour),
                .init(name: "roomsAtOnceMax", path: \.roomsAtOnceMax),
                .init(name: "serverRoomsPerHour", path: \.serverRoomsPerHour),
                .init(name: "serverRoomsAtOnceMax", path: \.serverRoomsAtOnceMax),
                .init(name: "restartSpread", path: \.restartSpread),
                .init(name: "restartSpreadPerSession", path: \.restartSpreadPerSession),
            ]
        }
    }

    /// A named limit in a value of type `Limits`.
    public struct NamedLimit<Limits, Value> {
        public var name: String
        public var path: WritableKeyPath<Limits, Value>

        public init(name: String, path: WritableKeyPath<Limits, Value>) {
            self.name = name
            self.path = path
        }

        /// The same limit within a value that contains `Limits`.
        public func inside<Whole>(_ place: WritableKeyPath<Whole, Limits>) -> NamedLimit<
            Whole, Value
        > {
            NamedLimit<Whole, Value>(name: name, path: place.appending(path: path))
        }
    }
#endif

/// Limits of a `calcroom.v1` frame in both directions.
public enum WireLimits {
    /// Nesting depth: ten times the depth of a message, and the number of bits in a word.
    public static let depthMax = 64
    /// Members of a decoded object; enough for three times as many as today's messages have.
    public static let membersMax = 32
}
