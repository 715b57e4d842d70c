import SeededNumbers
import SharedRoom

@testable import RedisStore
@testable import RoomStore

/// A node of a simulated cluster: a production engine and a production backend, with simulated connections.
final class SimulatedNode: RoomStore, @unchecked Sendable {
    private unowned let world: NodeSimulation
    let options: RedisOptions
    private(set) var engine = StoreEngine(isShared: true)
    private(set) var backend: RedisBackend
    private var deliveries = Deliveries()
    /// The number of the current connection; replies and messages of earlier ones are dropped.
    private(set) var connection = 0
    private(set) var isDown = false
    /// The number of starts and ends.
    private var generation = 0
    private var nextTick: Int64 = 0
    /// The rooms whose messages the connection receives.
    private var channels: Set<RoomName> = []
    /// The arrival of the last command, reply and message. Nothing overtakes on one connection.
    private var lastArrivals = (command: Int64(0), reply: Int64(0), message: Int64(0))
    /// Commands that arrive although their connection is lost.
    var delaysCommands = false
    /// True while nothing passes between this node and Redis. It arrives later.
    var isSilent = false {
        didSet { if !isSilent { deliverHeld() } }
    }
    /// Commands, replies and messages that wait.
    private var held: [() -> Void] = []
    /// True while messages are lost.
    var losesMessages = false
    var delay: ClosedRange<Int64> = 0...3

    init(_ world: NodeSimulation, _ options: RedisOptions) {
        self.world = world
        self.options = options
        backend = RedisBackend(options)
    }

    func attach(together deliver: @escaping @Sendable ([LogReport]) -> Void) -> UInt32 {
        let edge = deliveries.attach(deliver)
        engine.attach(edge)
        return edge
    }

    func submit(_ requests: [LogRequest], from edge: UInt32) {
        for request in requests { engine.receive(request, from: edge) }
        settle()
    }

    func detach(_ edge: UInt32) {
        deliveries.detach(edge)
        engine.detach(edge)
        settle()
    }

    func makeReader() -> any LogReader {
        let connection = SimulatedReaderConnection(world)
        return RedisLogReader(
            [.init(keys: options.keys, execute: connection.execute)], at: "Redis",
            rules: options.common.rules, rowsMax: 5)
    }

    /// Connects for the first time, so that edges get their numbers.
    func start() {
        connect()
        deliveries = Deliveries(after: backend.node * RedisConnector.edgesMax)
        nextTick = world.now + RedisBackend.tickTime
        generation += 1
        keepTime(generation)
    }

    /// Ends like a killed process.
    func crash() {
        isDown = true
        generation += 1
        connection += 1
        channels = []
    }

    /// Starts again with other edges.
    func restart() {
        isDown = false
        engine = StoreEngine(isShared: true)
        backend = RedisBackend(options)
        start()
    }

    private func connect() {
        readClock()
        guard world.isReachable, !isSilent else {
            return backend.noteFailedAttempt("it is not reachable")
        }
        connection += 1
        channels = []
        lastArrivals = (0, 0, 0)
        let redis = world.redis
        redis.now = world.now
        let (node, number, epoch) = redis.connect(
            node: backend.node, random: options.common.random(), nodesMax: 1_000_000,
            timeout: options.limits.nodeTimeout, lostEpoch: backend.lostEpoch)
        let digests = Dictionary(
            uniqueKeysWithValues: RedisScript.allCases.map { ($0, "\($0)" as RedisWord) })
        backend.connect(
            RedisSession(
                host: RedisHost(name: "simulated", port: Int32(redis.primary)), node: node,
                number: number, storeEpoch: epoch, digests: digests))
    }

    func lose(_ message: String) {
        guard backend.session != nil else { return }
        connection += 1
        channels = []
        world.note("node \(backend.node) loses Redis: \(message)")
        readClock()
        backend.lose(message)
        settle()
    }

    /// Watches the time, until the node ends.
    private func keepTime(_ generation: Int) {
        guard generation == self.generation else { return }
        readClock()
        backend.loseIfSilent()
        if let time = backend.nextAttempt, world.now >= time { connect() }
        if world.now >= nextTick {
            nextTick = world.now + RedisBackend.tickTime
            backend.tick()
            engine.tick()
        }
        settle()
        world.later(50) { [unowned self] in keepTime(generation) }
    }

    private func readClock() { backend.time = world.now * 1_000_000 }

    func settle() {
        readClock()
        engine.run(backend, world.bug)
        if backend.session == nil { channels = [] }
        send()
        while case let next = engine.nextReports(world.bug), !next.isEmpty {
            for (edges, report) in next { deliveries.add(report, for: edges) }
        }
        deliveries.deliver()
    }
}

/// The network.
extension SimulatedNode {
    private func send() {
        guard let session = backend.session else { return }
        let (number, primary) = (connection, Int(session.host.port))
        for words in backend.outbox {
            lastArrivals.command = max(lastArrivals.command, world.now + pause)
            world.at(lastArrivals.command) { [unowned self] in execute(words, number, primary) }
        }
        backend.outbox = []
        for (room, isOn) in backend.subscriptions {
            lastArrivals.message = max(lastArrivals.message, world.now + pause)
            world.at(lastArrivals.message) { [unowned self] in
                subscribe(room, isOn, number)
            }
        }
        backend.subscriptions = []
    }

    private func deliverHeld() {
        let waiting = held
        held = []
        for action in waiting { action() }
    }

    private var pause: Int64 {
        delay.lowerBound
            + Int64(world.random.next(below: Int(delay.upperBound - delay.lowerBound) + 1))
    }

    private func execute(
        _ words: [RedisWord], _ number: Int, _ primary: Int, isLate: Bool = false
    ) {
        if isSilent { return held.append { [unowned self] in execute(words, number, primary) } }
        guard world.redis.answers(as: primary), world.isReachable else { return }
        // A network may deliver what was sent over a connection that was given up.
        guard number == connection || isLate else {
            guard delaysCommands else { return }
            return world.later(Int64(world.random.next(below: 1_000))) { [unowned self] in
                if delaysCommands { execute(words, number, primary, isLate: true) }
            }
        }
        world.redis.now = world.now
        let reply = world.redis.execute(words, as: primary)
        world.note("node \(backend.node) \(outline(words)): \(reply.outline.prefix(200))")
        guard number == connection, world.keepsReply(self) else { return }
        lastArrivals.reply = max(lastArrivals.reply, world.now + pause)
        world.at(lastArrivals.reply) { [unowned self] in
            guard number == connection, !isDown, backend.session != nil else { return }
            readClock()
            backend.receive(reply)
            if backend.session == nil { connection += 1 }
            settle()
        }
    }

    private func outline(_ words: [RedisWord]) -> String {
        words.prefix(12).map { String(decoding: $0.bytes.prefix(20), as: UTF8.self) }
            .joined(separator: " ").replacing("\n", with: "/")
    }

    private func subscribe(_ room: RoomName, _ isOn: Bool, _ number: Int) {
        if isSilent { return held.append { [unowned self] in subscribe(room, isOn, number) } }
        guard number == connection, world.isReachable else { return }
        if isOn { channels.insert(room) } else { channels.remove(room) }
        guard isOn else { return }
        deliver(number) { [unowned self] in backend.noteSubscription(to: room) }
    }

    /// A message was published.
    func receive(_ text: [UInt8], of room: RoomName) {
        guard channels.contains(room), !losesMessages else { return }
        deliver(connection) { [unowned self] in backend.receive(text, of: room) }
    }

    private func deliver(_ number: Int, _ action: @escaping () -> Void) {
        if isSilent { return held.append { [unowned self] in deliver(number, action) } }
        lastArrivals.message = max(lastArrivals.message, world.now + pause)
        world.at(lastArrivals.message) { [unowned self] in
            guard number == connection, !isDown, backend.session != nil else { return }
            readClock()
            action()
            settle()
        }
    }
}
