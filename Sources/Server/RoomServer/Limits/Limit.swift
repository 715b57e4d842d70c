/// A limit that operators may change, by its name. `Limits` has the values.
///
/// A client that meets a limit receives its name, and so does the server's log.
public enum Limit: Int, CaseIterable, Sendable {
    // A connection.
    case keysPerSecond, keysAtOnceMax, stepsPerSecond, stepsAtOnceMax
    case trafficPerSecond, trafficAtOnceMax, actionsInFlightMax, joinTime, repairPeriod
    case storageRetry, restartSpread, restartSpreadPerSession
    // A room.
    case sessionsPerRoomMax, spectatorsPerRoomMax, roomFramesPerSecond, roomFramesAtOnceMax
    case newcomersPerSecond, newcomersAtOnceMax, roomNewcomersPerSecond, roomNewcomersAtOnceMax
    case placeKeptTime, ringEventsMax, ringBytesMax, peopleListedMax, presencePeriod
    case presencePeriodPerSession, hashPeriod, hashDelay, hashEventsMax, roomIdleTime
    // An address, in all its rooms.
    case addressKeysPerSecond, addressKeysAtOnceMax, addressStepsPerSecond, addressStepsAtOnceMax
    case addressTrafficPerSecond, addressTrafficAtOnceMax, roomsPerHour, roomsAtOnceMax
    // The server.
    case serverRoomsPerHour, serverRoomsAtOnceMax, openRoomsMax, ringsBytesMax
    // Connections and requests, before a join.
    case connectionsPerAddressMax, waitingPerAddressMax, waitingMax, tlsHandshakesPerMinute
    case joinsPerMinute, wrongCodesPerMinute, answerBytesPerMinute
    case documentStepsPerMinute, roomDocumentStepsPerMinute

    /// `keysPerSecond`
    public var name: String { "\(self)" }
    var bytes: [UInt8] { Array(name.utf8) }

    /// The values that operators may choose. Larger ones could overflow.
    public var range: ClosedRange<Int64> {
        switch row.kind {
        case .rate, .burst, .count: 1...10_000_000_000
        // A gigabyte, or eleven days.
        case .memory, .time: 1...1_000_000_000
        }
    }
}

/// The table of limits.
extension Limit {
    enum Kind {
        /// Tokens in a period of milliseconds. The size of the bucket is the value of `burst`; if that is nil, as many
        /// tokens as in a period.
        case rate(per: Int64 = Rate.second, burst: Limit? = nil)
        case burst
        case count
        /// A number of bytes or entries in memory, or of events.
        case memory
        /// In milliseconds.
        case time
    }

    /// The clients that share a limit. They decide about the part of an event loop.
    enum Scope {
        case connection
        /// Also an address in a room. A room is at one loop, so the loop has the whole limit.
        case room
        /// The loops divide the limit. A part is at least as large as another limit, so that it suffices for one
        /// connection.
        case address(atLeast: Limit? = nil)
        /// The loops divide the limit.
        case server
        /// `AddressLimiter` counts for all loops together.
        case allLoops
    }

    typealias Row = (limit: Limit, value: Int64, kind: Kind, scope: Scope)

    var row: Row { Self.rows[rawValue] }

    /// In the order of the cases. The defaults are numbers of a class of sixty that has one address, with two devices
    /// each.
    private static let rows: [Row] = [
        // Actions, mostly keys. People never reach it. The burst is two seconds of typing and a paste.
        (.keysPerSecond, 30, .rate(burst: .keysAtOnceMax), .connection),
        (.keysAtOnceMax, 64, .burst, .connection),
        // Computation steps: fifteen sines, twice as many as 30 keys can request; ten of the most expensive keys.
        (.stepsPerSecond, 100_000, .rate(burst: .stepsAtOnceMax), .connection),
        (.stepsAtOnceMax, 5_000_000, .burst, .connection),
        // Received bytes, and 128 for each packet: 90 keys; all pending actions after a reconnect.
        (.trafficPerSecond, 16_384, .rate(burst: .trafficAtOnceMax), .connection),
        (.trafficAtOnceMax, 262_144, .burst, .connection),
        // Uncommitted actions. A stalled store therefore fills no memory.
        (.actionsInFlightMax, 256, .count, .connection),
        // From the connection to its join.
        (.joinTime, 10_000, .time, .connection),
        // Between two snapshots after wrong hashes.
        (.repairPeriod, 10_000, .time, .connection),
        // Until a client resends an action that the store could not write.
        (.storageRetry, 1_000, .time, .connection),
        // Reconnections after a restart are distributed over it. An edge receives 1,000 of them a second, and can
        // welcome ten times as many.
        (.restartSpread, 5_000, .time, .connection),
        (.restartSpreadPerSession, 1, .time, .connection),

        // Two devices of everybody, with a reserve.
        (.sessionsPerRoomMax, 2_100, .count, .room),
        // Counted separately, so that spectators do not lock out participants.
        (.spectatorsPerRoomMax, 1_000, .count, .room),
        // Beyond it, the events of a room wait for a moment and share a frame: a room of 1,000 still sends 40 times a
        // second. It takes at most a quarter of the time of a loop.
        (.roomFramesPerSecond, 40_000, .rate(burst: .roomFramesAtOnceMax), .room),
        (.roomFramesAtOnceMax, 120_000, .burst, .room),
        // New participants from an address: an assembly within minutes; three classes, and some people enter twice.
        (.newcomersPerSecond, 5, .rate(burst: .newcomersAtOnceMax), .room),
        (.newcomersAtOnceMax, 200, .burst, .room),
        // From all addresses: a school assembly.
        (.roomNewcomersPerSecond, 20, .rate(burst: .roomNewcomersAtOnceMax), .room),
        (.roomNewcomersAtOnceMax, 1_000, .burst, .room),
        // An absent participant cannot be replaced; enough to reconnect, and for nodes to exchange presence.
        (.placeKeptTime, 10_000, .time, .room),
        // One second of a class that types as fast as it can.
        (.ringEventsMax, 1_024, .memory, .room),
        (.ringBytesMax, 65_536, .memory, .room),
        // A class with a reserve, and more than a page shows.
        (.peopleListedMax, 100, .memory, .room),
        // Changes of presence share a frame. A room sends a hundred of them a second at most.
        (.presencePeriod, 250, .time, .room),
        (.presencePeriodPerSession, 10, .time, .room),
        // People press so slowly that nearly every frame contains a hash, and few hashes follow alone.
        (.hashPeriod, 200, .time, .room),
        (.hashDelay, 500, .time, .room),
        (.hashEventsMax, 32, .memory, .room),
        // From the last disconnection.
        (.roomIdleTime, 60_000, .time, .room),

        // A class that types as fast as it can; sixty pastes.
        (
            .addressKeysPerSecond, 1_000, .rate(burst: .addressKeysAtOnceMax),
            .address(atLeast: .keysPerSecond)
        ),
        (.addressKeysAtOnceMax, 4_000, .burst, .address(atLeast: .keysAtOnceMax)),
        // A sine of everybody every two seconds. They take half a millisecond per second of a core, so they rarely
        // delay the keys of others.
        (
            .addressStepsPerSecond, 200_000, .rate(burst: .addressStepsAtOnceMax),
            .address(atLeast: .stepsPerSecond)
        ),
        (.addressStepsAtOnceMax, 5_000_000, .burst, .address(atLeast: .stepsAtOnceMax)),
        // 1,500 keys.
        (
            .addressTrafficPerSecond, 262_144, .rate(burst: .addressTrafficAtOnceMax),
            .address(atLeast: .trafficPerSecond)
        ),
        (.addressTrafficAtOnceMax, 4_194_304, .burst, .address(atLeast: .trafficAtOnceMax)),
        // A school; a class in which everybody makes a room.
        (.roomsPerHour, 120, .rate(per: Rate.hour, burst: .roomsAtOnceMax), .address()),
        (.roomsAtOnceMax, 100, .burst, .address()),

        // Twenty schools.
        (
            .serverRoomsPerHour, 7_200, .rate(per: Rate.hour, burst: .serverRoomsAtOnceMax), .server
        ),
        (.serverRoomsAtOnceMax, 2_000, .burst, .server),
        // All schools of a city.
        (.openRoomsMax, 100_000, .count, .server),
        // Two thousand full rings.
        (.ringsBytesMax, 134_217_728, .memory, .server),

        // WebSockets, and as many other connections: browsers open eight at once.
        (.connectionsPerAddressMax, 1_000, .count, .allLoops),
        // Connections without a request. Browsers open some in advance.
        (.waitingPerAddressMax, 500, .memory, .address()),
        (.waitingMax, 4_000, .memory, .server),
        // A school of 1,000 that reconnects, with three connections each. They take a twentieth of a core.
        (.tlsHandshakesPerMinute, 3_000, .rate(per: Rate.minute), .allLoops),
        // Requests for WebSockets: everybody reloads ten times.
        (.joinsPerMinute, 1_200, .rate(per: Rate.minute), .allLoops),
        // There are a billion codes.
        (.wrongCodesPerMinute, 120, .rate(per: Rate.minute), .allLoops),
        // All devices load the page for the first time, and then reload it ten times. A proxy that does not name its
        // clients must limit them itself.
        (.answerBytesPerMinute, 200_000_000, .rate(per: Rate.minute), .allLoops),
        // The class downloads its longest lesson twice. It takes a fifteenth of a core.
        (.documentStepsPerMinute, 1_500_000_000, .rate(per: Rate.minute), .allLoops),
        (.roomDocumentStepsPerMinute, 6_000_000_000, .rate(per: Rate.minute), .allLoops),
    ]
}

/// The values of all limits.
public struct Limits: Equatable, Sendable {
    private var values = Limit.allCases.map(\.row.value)

    public init() {}

    public subscript(limit: Limit) -> Int64 {
        get { values[limit.rawValue] }
        set { values[limit.rawValue] = newValue }
    }

    /// The rate with its period and burst.
    public func rate(_ limit: Limit) -> Rate {
        var (period, burst) = (Rate.second, limit)
        if case .rate(let length, let other) = limit.row.kind {
            (period, burst) = (length, other ?? limit)
        }
        return Rate(limit, self[limit], per: period, burst: self[burst])
    }

    /// Disables rate limits and quotas, for measurements. Limits of memory remain.
    public mutating func lift() {
        for limit in Limit.allCases {
            switch limit.row.kind {
            case .rate, .burst, .count: self[limit] = limit.range.upperBound
            case .memory, .time: break
            }
        }
    }

    /// The limits of one loop, so that all loops together comply with these.
    public func divided(among loops: Int) -> Limits {
        var part = self
        for limit in Limit.allCases {
            let quotient = (self[limit] + Int64(loops) - 1) / Int64(loops)
            switch limit.row.scope {
            case .connection, .room, .allLoops: break
            case .address(let least): part[limit] = max(quotient, least.map { self[$0] } ?? 1)
            case .server: part[limit] = quotient
            }
        }
        return part
    }
}
