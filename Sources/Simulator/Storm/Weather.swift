/// The random settings of one round: its size, its limits and its faults, half of which are on.
struct Weather {
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
    var storeCannotOpen: Bool
    var reportsAreLate: Bool
    var reportsAreLost: Bool
    var storeClockJumps: Bool

    var edgesCrash: Bool
    var edgesRestart: Bool
    var versionsDiffer: Bool

    var linksAreSlow: Bool
    var linksAreLost: Bool
    var linksDieInOneDirection: Bool
    var linksJam: Bool
    var readersStop: Bool

    var peopleGoOffline: Bool
    var peopleMove: Bool
    var pagesAreLoadedAgain: Bool
    var pagesAreDoubled: Bool
    var pagesAreClosed: Bool
    var clocksJump: Bool
    var bitsTurn: Bool

    /// People type faster than the rate limit.
    var typesWildly: Bool
    /// Programs that violate the protocol connect.
    var vandalsCome: Bool
    /// Edges run with low limits.
    var limitsAreTight: Bool
    /// Most people try to become host.
    var manyWantToBeHost: Bool
    /// People mostly work on the bill.
    var splitsBills: Bool
    /// Hosts close, delete and restart rooms.
    var endsRooms: Bool

    init(_ fate: Fate) {
        func isOn() -> Bool { fate.oneIn(2) }
        edges = 1 + fate.next(below: 3)
        rooms = 1 + fate.next(below: 2)
        manyWantToBeHost = fate.oneIn(4)
        people = manyWantToBeHost ? 14 : 2 + fate.next(below: 7)
        if manyWantToBeHost { rooms = 1 }
        eventsKeptMax = fate.element(of: [2, 16, 64, 400])
        ringEventsMax = fate.element(of: [4, 32, 1_024])
        ringsBytesMax = fate.element(of: [1_024, 8_192, 134_217_728])
        peopleListedMax = fate.element(of: [2, 5, 100])
        socketBytesMax = fate.element(of: [1_024, 8_192, 65_536])
        isFullyDurable = isOn()
        storeIsSlow = isOn()
        storeCrashes = isOn()
        storeStalls = isOn()
        storeRefuses = isOn()
        storeCannotOpen = isOn()
        reportsAreLate = isOn()
        reportsAreLost = isOn()
        storeClockJumps = isOn()
        edgesCrash = isOn()
        edgesRestart = isOn()
        versionsDiffer = fate.oneIn(4)
        linksAreSlow = isOn()
        linksAreLost = isOn()
        linksDieInOneDirection = isOn()
        linksJam = isOn()
        readersStop = isOn()
        peopleGoOffline = isOn()
        peopleMove = isOn()
        pagesAreLoadedAgain = isOn()
        pagesAreDoubled = isOn()
        pagesAreClosed = isOn()
        clocksJump = isOn()
        bitsTurn = fate.oneIn(4)
        typesWildly = fate.oneIn(4)
        vandalsCome = fate.oneIn(3)
        limitsAreTight = fate.oneIn(4)
        splitsBills = fate.oneIn(4)
        endsRooms = isOn()
    }
}
