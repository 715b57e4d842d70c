/// The random settings of one round: its size, its limits, its faults and habits. The edges and limits of a
/// history are those of its first round, except for `socketBytesMax`.
struct RoundSettings {
    var edges: Int
    var rooms: Int
    var people: Int
    /// Events that the store keeps before compaction, and events in an edge's ring.
    var eventsKeptMax: Int
    var ringEventsMax: Int
    /// Total bytes of all rings.
    var ringsBytesMax: Int
    /// Participants listed by name in a presence message.
    var peopleListedMax: Int
    /// Bytes that a socket buffers before it is full.
    var socketBytesMax: Int

    var traits: Set<Trait>

    /// What may be true of a round, in the order in which chance decides it.
    enum Trait: CaseIterable {
        case isFullyDurable, storeIsSlow, storeCrashes, storeStalls, storeRefuses
        case storeCannotOpenRooms, reportsAreLate, reportsAreLost, storeClockJumps
        case edgesCrash, edgesRestart, versionsDiffer
        case connectionsAreSlow, connectionsAreLost, connectionsFailInOneDirection, connectionsJam
        case pagesStopReading, peopleGoOffline, peopleMove
        case pagesReload, pagesAreDuplicated, pagesAreClosed, clocksJump, bitsFlip
        /// People type faster than the rate limit, and programs violate the protocol.
        case peopleTypeTooFast, rogueClientsConnect
        /// Edges run with low limits.
        case limitsAreTight
        /// People mostly work on the bill, hosts end rooms, and most actions answer a host's questions.
        case peopleSplitBills, hostsEndRooms, hostsAskQuestions
        /// Most people try to become host. Decided first.
        case manyWantToBeHost

        /// The trait is true in one of this number of rounds.
        fileprivate var rounds: Int {
            switch self {
            case .versionsDiffer, .bitsFlip, .peopleTypeTooFast, .limitsAreTight: 4
            case .peopleSplitBills, .hostsAskQuestions, .manyWantToBeHost: 4
            case .rogueClientsConnect: 3
            default: 2
            }
        }
    }

    init(_ random: RandomSource) {
        func isOn(_ trait: Trait) -> Bool { random.oneIn(trait.rounds) }
        edges = 1 + random.next(below: 3)
        rooms = 1 + random.next(below: 2)
        let areMany = isOn(.manyWantToBeHost)
        people = areMany ? 14 : 2 + random.next(below: 7)
        if areMany { rooms = 1 }
        eventsKeptMax = random.element(of: [2, 16, 64, 400])
        ringEventsMax = random.element(of: [4, 32, 1_024])
        ringsBytesMax = random.element(of: [1_024, 8_192, 134_217_728])
        peopleListedMax = random.element(of: [2, 5, 100])
        socketBytesMax = random.element(of: [1_024, 8_192, 65_536])
        traits = Set(Trait.allCases.dropLast().filter(isOn))
        if areMany { traits.insert(.manyWantToBeHost) }
    }

    func has(_ trait: Trait) -> Bool { traits.contains(trait) }
}
