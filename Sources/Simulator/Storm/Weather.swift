/// What can go wrong in one round, drawn from the seed: half of it is switched on.
struct Weather {
    var edges: Int
    var rooms: Int
    var people: Int
    /// Events that the store keeps before it makes a snapshot of them, and that an edge has at hand.
    var eventsKeptMax: Int
    var ringEventsMax: Int
    /// Bytes of all rings together.
    var ringsBytesMax: Int
    /// People whom an edge names.
    var peopleListedMax: Int
    /// Bytes that a socket takes before it is full.
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

    /// People who type faster than anybody may.
    var typesWildly: Bool
    /// Programs that keep to no protocol.
    var vandalsCome: Bool
    /// Servers whose operator allows little.
    var limitsAreTight: Bool
    /// More people who want to be host than may.
    var manyWantToBeHost: Bool
    /// People who came for the bill.
    var splitsBills: Bool
    /// People who close, delete and start over.
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
