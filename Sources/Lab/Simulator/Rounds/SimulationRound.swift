import CalculatorEngine
import RoomClient
import SharedRoom

/// One round of a simulation: random user actions and faults, after which all faults are repaired.
final class SimulationRound {
    let world: World
    let settings: RoundSettings
    let rooms: [String]
    private(set) var isOver = false
    private var rogue: RogueClient?
    /// Clients that connected and never sent a frame.
    private var idleClients: [RogueClient] = []

    var random: RandomSource { world.random }

    init(_ world: World, _ settings: RoundSettings, rooms: [String]) {
        self.world = world
        self.settings = settings
        self.rooms = rooms
    }

    func start() {
        world.checker.needsViews = settings.has(.versionsDiffer)
        world.store.isFullyDurable = settings.has(.isFullyDurable)
        if settings.has(.storeIsSlow) { slowDownCommits() }
        if settings.has(.reportsAreLate) { delayReports() }
        while world.clients.count < settings.people { addClient() }
        scheduleNextStep()
    }

    /// Opens a page of a new person.
    func addClient() { addClient(to: random.element(of: rooms)) }

    func addClient(to room: String) {
        var join = Join(secret: Secret(random.secret(22)) ?? World.secret("nobody"))
        var making = Join.MakeOptions(keypad: random.element(of: Keypad.allCases))
        making.isLocked = random.oneIn(8)
        join.make = making
        join.name = PersonName(random.secret(random.next(below: 6))) ?? .none
        join.isWatching = random.oneIn(10)
        let client = world.open(join, room: room, edge: anyEdge)
        if settings.has(.connectionsAreSlow) { client.delay = random.milliseconds(0...400) }
    }

    /// True if there are fewer than two pages for each person.
    var canAddPages: Bool { world.clients.count < 2 * settings.people }
    var anyEdge: Int { random.next(below: world.edges.count) }
    var anyClient: ClientHost? { world.clients.isEmpty ? nil : random.element(of: world.clients) }

    private func scheduleNextStep() {
        let pause =
            random.oneIn(40) ? random.milliseconds(500...20_000) : random.milliseconds(1...120)
        world.later(pause) { [weak self] in
            guard let self, !isOver else { return }
            if settings.has(.rogueClientsConnect), random.oneIn(6) { actAsRogueClient() }
            if random.oneIn(9) { injectFault() } else { performUserAction() }
            scheduleNextStep()
        }
    }

    private func actAsRogueClient() {
        if random.oneIn(12) { idleClients.append(newRogueClient) }
        if rogue?.isDisconnected != false { rogue = newRogueClient }
        rogue?.sendSomething()
    }

    private var newRogueClient: RogueClient {
        RogueClient(world, room: random.element(of: rooms), edge: random.element(of: world.edges))
    }

    /// Ends all faults and repairs their effects.
    func endFaults() {
        isOver = true
        rogue?.leave()
        world.store.openFailure = nil
        world.store.isStalled = false
        world.store.isWritable = true
        world.store.commitDelay = 0
        world.store.reportDelay = 0
        world.store.isReportLossDue = false
        for edge in world.edges {
            if edge.isDown { edge.start(seed: random.next()) }
            edge.isLagging = false
            edge.rules = 0
        }
        for client in world.clients {
            client.delay = 0
            client.isOffline = false
            client.isHeld = false
            client.isAsleep = false
        }
        for client in world.clients where client.rules != 0 || client.replica.showsViews {
            world.close(client, forGood: false)
            world.reopen(client, edge: client.edge).rules = 0
        }
        world.store.flush()
    }
}
