import RoomServer
import SharedRoom

/// One simulated history. Rounds of random user actions and faults alternate with periods without
/// faults, after which all replicas must agree. The seed determines everything.
///
///     Simulation(seed: 42, steps: 2_000).run().failure   // nil, or the broken promise
public struct Simulation: Sendable {
    public let seed: UInt64
    public let steps: Int
    public var canary: Canary.Kind?

    public struct Result: Sendable {
        public var counts: SimulationCounts
        public var failure: Failure?
        /// The step that failed, or the number of steps.
        public var step: Int
    }

    public init(seed: UInt64, steps: Int, canary: Canary.Kind? = nil) {
        self.seed = seed
        self.steps = steps
        self.canary = canary
    }

    /// Steps of a round before its faults end.
    private static let roundSteps = 2_000

    public func run(_ trace: ((World.TraceLine) -> Void)? = nil) -> Result {
        let random = RandomSource(seed: seed)
        var settings = RoundSettings(random)
        let limits = Self.limits(settings)
        let world = World(
            seed: random.next(), edges: settings.edges, limits: limits,
            eventsKeptMax: settings.eventsKeptMax, canary: canary)
        world.trace = trace
        var round = 0
        while world.failure == nil, world.steps < steps {
            round += 1
            world.canary.prepare(&settings)
            world.socketBytesMax = settings.socketBytesMax
            Self.run(round, settings, in: world, until: min(steps, world.steps + Self.roundSteps))
            settings = RoundSettings(random)
        }
        return Result(counts: world.counts, failure: world.failure, step: world.steps)
    }

    private static func limits(_ settings: RoundSettings) -> Limits {
        var limits = Limits()
        limits[.ringEventsMax] = Int64(settings.ringEventsMax)
        limits[.ringsBytesMax] = Int64(settings.ringsBytesMax)
        limits[.peopleListedMax] = Int64(settings.peopleListedMax)
        guard settings.has(.limitsAreTight) else { return limits }
        limits[.stepsAtOnceMax] = 2_000
        limits[.stepsPerSecond] = 2_000
        limits[.actionsInFlightMax] = 8
        limits[.sessionsPerRoomMax] = Int64(sessionsPerTightRoomMax)
        limits[.spectatorsPerRoomMax] = Int64(sessionsPerTightRoomMax)
        return limits
    }

    /// Admits every page when a round ends: two for each person, those of `exhaustPens` with their
    /// reloaded copies, and one more.
    static let sessionsPerTightRoomMax = 38

    private static func run(
        _ number: Int, _ settings: RoundSettings, in world: World, until end: Int
    ) {
        let rooms = (0..<settings.rooms).map { "room\(number % 50)-\($0)" }
        let round = SimulationRound(world, settings, rooms: rooms)
        round.start()
        while world.failure == nil, world.steps < end, world.step() {}
        // Detects an endless loop before the end of the faults could break it.
        world.settle()
        round.endFaults()
        world.runUntilAgreement()
        for client in world.clients where world.random.oneIn(2) || client.hasEnded {
            world.close(client, forGood: true)
        }
    }
}

extension World {
    /// Runs until no frame is in transit and all clients are connected. Then checks that they agree.
    func runUntilAgreement() {
        counts.add(.recoveries)
        let start = now
        while failure == nil, now - start < Self.quietTimeMax {
            run(1_000)
            for client in clients { client.answerOffer(usesResult: random.oneIn(2)) }
            if now - start > Self.quietTimeMin, clients.allSatisfy(isCaughtUp) { break }
        }
        // Presence is broadcast with a delay.
        run(2_000)
        if failure == nil { checker.checkAgreement() }
    }

    /// Stops at a failure, so that the failure ends the trace.
    private func run(_ milliseconds: Int64) {
        let end = now + milliseconds
        while failure == nil, step(until: end) {}
        now = max(now, end)
    }

    /// The time until every dead connection has been detected.
    private static let quietTimeMin: Int64 = 45_000
    private static let quietTimeMax: Int64 = 1_800_000

    private func isCaughtUp(_ client: ClientHost) -> Bool {
        guard !client.hasEnded, !checker.waitsForOthers(client) else { return true }
        guard client.isJoined, client.replica.pendingCount == 0 else { return false }
        return client.replica.showsViews
            || client.replica.confirmed?.sequence == checker.current[client.roomName]?.head
    }
}
