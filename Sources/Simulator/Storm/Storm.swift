import CalculatorEngine
import RoomClient
import SharedRoom

/// One round of a simulation: random user actions and faults, after which all faults are repaired.
final class Storm {
    let world: World
    let weather: Weather
    let rooms: [String]
    private(set) var isOver = false
    private var vandal: Vandal?
    /// Clients that connected and never sent a frame.
    private var idlers: [Vandal] = []

    var fate: Fate { world.fate }

    init(_ world: World, _ weather: Weather, rooms: [String]) {
        self.world = world
        self.weather = weather
        self.rooms = rooms
    }

    func begin() {
        world.checks.needsViews = weather.versionsDiffer
        world.store.isFullyDurable = weather.isFullyDurable
        if weather.storeIsSlow { slowDown() }
        if weather.reportsAreLate { delayReports() }
        while world.clients.count < weather.people { comeIn() }
        goOn()
    }

    /// Opens a page of a new person.
    func comeIn() { comeIn(to: fate.element(of: rooms)) }

    func comeIn(to room: String) {
        var join = Join(secret: Secret(fate.secret(22)) ?? World.secret("nobody"))
        var making = Join.MakeOptions(keypad: fate.element(of: Keypad.allCases))
        making.isLocked = fate.oneIn(8)
        join.make = making
        join.name = PersonName(fate.secret(fate.next(below: 6))) ?? .none
        join.isWatching = fate.oneIn(10)
        let client = world.open(join, room: room, edge: anyEdge)
        if weather.linksAreSlow { client.delay = fate.milliseconds(0...400) }
    }

    /// True if there are fewer than two pages for each person.
    var hasRoomForMore: Bool { world.clients.count < 2 * weather.people }
    var anyEdge: Int { fate.next(below: world.edges.count) }
    var anyClient: ClientHost? { world.clients.isEmpty ? nil : fate.element(of: world.clients) }

    private func goOn() {
        let pause = fate.oneIn(40) ? fate.milliseconds(500...20_000) : fate.milliseconds(1...120)
        world.later(pause) { [weak self] in
            guard let self, !isOver else { return }
            if weather.vandalsCome, fate.oneIn(6) { vandalize() }
            if fate.oneIn(9) { somethingGoesWrong() } else { somebodyActs() }
            goOn()
        }
    }

    private func vandalize() {
        if fate.oneIn(12) { idlers.append(someVandal) }
        if vandal?.isGone != false { vandal = someVandal }
        vandal?.act()
    }

    private var someVandal: Vandal {
        Vandal(world, room: fate.element(of: rooms), edge: fate.element(of: world.edges))
    }

    /// Ends all faults and repairs their effects.
    func end() {
        isOver = true
        vandal?.leave()
        world.store.failure = nil
        world.store.isStalled = false
        world.store.isWritable = true
        world.store.commitDelay = 0
        world.store.reportDelay = 0
        world.store.isReportLossDue = false
        for edge in world.edges {
            if edge.isDown { edge.begin(seed: fate.next()) }
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
            world.openAgain(client, edge: client.edge).rules = 0
        }
        world.store.flush()
    }
}
