import RoomServer
import SharedRoom

/// One simulated history. Rounds of random user actions and faults alternate with periods without
/// faults, after which all replicas must agree. The seed determines everything.
///
///     Simulation(seed: 42, steps: 2_000).run().failure   // nil, or the broken promise
public struct Simulation: Sendable {
    public let seed: UInt64
    public let steps: Int
    public var sabotage: Sabotage.Kind?

    public struct Result: Sendable {
        public var tally: Tally
        public var failure: Failure?
        /// The step that failed, or the number of steps.
        public var step: Int
    }

    public init(seed: UInt64, steps: Int, sabotage: Sabotage.Kind? = nil) {
        self.seed = seed
        self.steps = steps
        self.sabotage = sabotage
    }

    /// Steps of a round before its faults end.
    private static let roundSteps = 2_000

    public func run(_ trace: ((World.Step) -> Void)? = nil) -> Result {
        let fate = Fate(seed: seed)
        var weather = Weather(fate)
        let limits = Self.limits(weather)
        let world = World(
            seed: fate.next(), edges: weather.edges, limits: limits,
            eventsKeptMax: weather.eventsKeptMax, sabotage: sabotage)
        world.trace = trace
        var round = 0
        while world.failure == nil, world.steps < steps {
            round += 1
            world.sabotage.prepare(&weather)
            world.socketBytesMax = weather.socketBytesMax
            Self.run(round, weather, in: world, until: min(steps, world.steps + Self.roundSteps))
            weather = Weather(fate)
        }
        return Result(tally: world.tally, failure: world.failure, step: world.steps)
    }

    private static func limits(_ weather: Weather) -> ServiceLimits {
        var limits = ServiceLimits()
        limits.ringEventsMax = weather.ringEventsMax
        limits.ringsBytesMax = weather.ringsBytesMax
        limits.peopleListedMax = weather.peopleListedMax
        guard weather.limitsAreTight else { return limits }
        limits.stepsAtOnceMax = 2_000
        limits.stepsPerSecond = 2_000
        limits.actionsInFlightMax = 8
        limits.sessionsPerRoomMax = sessionsPerRoomWhenTight
        limits.spectatorsPerRoomMax = sessionsPerRoomWhenTight
        return limits
    }

    /// Enough for everyone when a round ends: two pages for each person, the pages that replace a
    /// pen, their reloaded copies, and one more.
    static let sessionsPerRoomWhenTight = 38

    private static func run(_ round: Int, _ weather: Weather, in world: World, until end: Int) {
        let rooms = (0..<weather.rooms).map { "room\(round % 50)-\($0)" }
        let storm = Storm(world, weather, rooms: rooms)
        storm.begin()
        while world.failure == nil, world.steps < end, world.step() {}
        // An endless loop must be found before the faults end.
        world.settle()
        storm.end()
        world.rest()
        for client in world.clients where world.fate.oneIn(2) || client.hasEnded {
            world.close(client, forGood: true)
        }
    }
}

extension World {
    /// Runs until no frame is in transit and all clients are connected, then checks that they agree.
    func rest() {
        tally.add(.healings)
        let start = now
        while failure == nil, now - start < Self.restMax {
            run(1_000)
            for client in clients { client.answer(fate.oneIn(2)) }
            if now - start > Self.restMin, clients.allSatisfy(isAtRest) { break }
        }
        // Presence is broadcast with a delay.
        run(2_000)
        if failure == nil { checks.atRest() }
    }

    /// Stops at a failure, so that the failure ends the trace.
    private func run(_ milliseconds: Int64) {
        let end = now + milliseconds
        while failure == nil, step(until: end) {}
        now = max(now, end)
    }

    /// By then every dead connection has been detected.
    private static let restMin: Int64 = 45_000
    private static let restMax: Int64 = 1_800_000

    private func isAtRest(_ client: ClientHost) -> Bool {
        guard !client.hasEnded, let name = RoomName(normal: Array(client.room.utf8)),
            !checks.waitsForOthers(client, name)
        else { return true }
        guard client.isJoined, client.replica.pendingCount == 0 else { return false }
        return client.replica.showsViews
            || client.replica.confirmed?.sequence == checks.current[name]?.head
    }
}
