/// The random settings of one round: its size, its limits and its faults. A fault is on in at most half
/// of the rounds. The edges and limits of a history are those of its first round, except for
/// `socketBytesMax`.
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

    var isFullyDurable: Bool
    var storeIsSlow: Bool
    var storeCrashes: Bool
    var storeStalls: Bool
    var storeRefuses: Bool
    var storeCannotOpenRooms: Bool
    var reportsAreLate: Bool
    var reportsAreLost: Bool
    var storeClockJumps: Bool

    var edgesCrash: Bool
    var edgesRestart: Bool
    var versionsDiffer: Bool

    var connectionsAreSlow: Bool
    var connectionsAreLost: Bool
    var connectionsFailInOneDirection: Bool
    var connectionsJam: Bool
    var pagesStopReading: Bool

    var peopleGoOffline: Bool
    var peopleMove: Bool
    var pagesReload: Bool
    var pagesAreDuplicated: Bool
    var pagesAreClosed: Bool
    var clocksJump: Bool
    var bitsFlip: Bool

    /// People type faster than the rate limit.
    var peopleTypeTooFast: Bool
    /// Programs that violate the protocol connect.
    var rogueClientsConnect: Bool
    /// Edges run with low limits.
    var limitsAreTight: Bool
    /// Most people try to become host.
    var manyWantToBeHost: Bool
    /// People mostly work on the bill.
    var peopleSplitBills: Bool
    /// Hosts ask questions, and most actions answer them.
    var hostsAskQuestions: Bool
    /// Hosts close, delete and restart rooms.
    var hostsEndRooms: Bool

    init(_ random: RandomSource) {
        func isOn() -> Bool { random.oneIn(2) }
        edges = 1 + random.next(below: 3)
        rooms = 1 + random.next(below: 2)
        manyWantToBeHost = random.oneIn(4)
        people = manyWantToBeHost ? 14 : 2 + random.next(below: 7)
        if manyWantToBeHost { rooms = 1 }
        eventsKeptMax = random.element(of: [2, 16, 64, 400])
        ringEventsMax = random.element(of: [4, 32, 1_024])
        ringsBytesMax = random.element(of: [1_024, 8_192, 134_217_728])
        peopleListedMax = random.element(of: [2, 5, 100])
        socketBytesMax = random.element(of: [1_024, 8_192, 65_536])
        isFullyDurable = isOn()
        storeIsSlow = isOn()
        storeCrashes = isOn()
        storeStalls = isOn()
        storeRefuses = isOn()
        storeCannotOpenRooms = isOn()
        reportsAreLate = isOn()
        reportsAreLost = isOn()
        storeClockJumps = isOn()
        edgesCrash = isOn()
        edgesRestart = isOn()
        versionsDiffer = random.oneIn(4)
        connectionsAreSlow = isOn()
        connectionsAreLost = isOn()
        connectionsFailInOneDirection = isOn()
        connectionsJam = isOn()
        pagesStopReading = isOn()
        peopleGoOffline = isOn()
        peopleMove = isOn()
        pagesReload = isOn()
        pagesAreDuplicated = isOn()
        pagesAreClosed = isOn()
        clocksJump = isOn()
        bitsFlip = random.oneIn(4)
        peopleTypeTooFast = random.oneIn(4)
        rogueClientsConnect = random.oneIn(3)
        limitsAreTight = random.oneIn(4)
        peopleSplitBills = random.oneIn(4)
        hostsEndRooms = isOn()
        hostsAskQuestions = random.oneIn(4)
    }
}
