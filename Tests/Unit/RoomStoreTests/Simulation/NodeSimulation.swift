import SharedRoom

@testable import RedisStore
@testable import RoomStore

/// Some nodes on a simulated Redis, with faults between rounds.
final class NodeSimulation: SimulatedWorld, @unchecked Sendable {
    private(set) var now: Int64 = 1_000
    let redis = SimulatedRedis()
    private(set) var nodes: [SimulatedNode] = []
    private var reader: SimulatedReader?
    /// True if events are published after a replica has them. Then a failover loses none.
    private let awaitsReplica: Bool
    private var tasks: [Task] = []
    private var taskCount = 0
    /// False while Redis is not there.
    private(set) var isReachable = true {
        didSet { if isReachable != oldValue { reachabilityCount += 1 } }
    }
    private var reachabilityCount = 0
    /// The number of replies to drop, with the connection.
    private var repliesToLose = 0

    private struct Task {
        let time: Int64
        let order: Int
        let action: () -> Void
    }

    init(seed: UInt64, nodes count: Int = 2, bug: PlantedBug? = nil) throws {
        awaitsReplica = seed.isMultiple(of: 2)
        super.init(seed: seed, bug: bug)
        redis.bug = bug
        redis.publish = { [unowned self] channel, text in
            guard let name = RedisKeys().name(ofChannel: Array(channel.utf8)) else { return }
            for node in nodes { node.receive(text, of: name) }
        }
        let ids = TestRandom()
        let parts = StoreParts(random: { ids.next() }, eventsKeptMax: 24)
        for _ in 0..<count {
            var options = try parts.options(port: 1)
            options.limits.timeout = 500
            options.replicas = awaitsReplica ? 1 : 0
            options.limits.nodeTimeout = 4_000
            nodes.append(SimulatedNode(self, options))
        }
        for node in nodes {
            node.start()
            for _ in 0..<2 { edges.append(SimulatedEdge(self, node)) }
        }
        reader = SimulatedReader(self, nodes[0].makeReader())
        settle(milliseconds: 100)
    }

    override func run() {
        if random.bool() {
            let syncsAlways = random.next(below: 3) > 0
            restart { redis in
                redis.restart()
                redis.syncsAlways = syncsAlways
            }
        }
        for _ in 0...random.next(below: 4) {
            injectFault()
            for _ in 0..<random.next(below: 25) {
                random.element(of: edges).act()
                if random.bool() { reader?.step() }
                settle(milliseconds: Int64(random.next(below: 20)))
            }
        }
        endFaults()
        settle(milliseconds: 15_000)
        if awaitsReplica {
            for name in rooms {
                let isOpen = edges.contains { $0.isOpen(name) }
                if !redis.hasEverythingPublished(of: name.text, isOpen: isOpen) {
                    fail("published events of \(name.text) are lost")
                }
            }
        }
        let stored = reader?.readAll() ?? [:]
        checkEdges { stored[$0]?.summary ?? RoomSummary(form: nil) }
    }

    override func note(_ text: @autoclosure () -> String) { super.note("\(now) \(text())") }

    override func check(_ event: Event, of name: RoomName, _ epoch: UInt64) {
        super.check(event, of: name, epoch)
        var writer = JSONWriter(capacity: 64)
        event.draft.writeBody(to: &writer)
        if !redis.hasPublished(writer.bytes) {
            fail("event \(event.sequence) of \(name.text) is received before it is published")
        }
    }

    override var failureCount: Int { redis.run + reachabilityCount }
    override var isReadable: Bool { isReachable && redis.hasStoreEpoch }
    override var lossCount: Int { redis.lossCount }
    override var isWhole: Bool { redis.isWhole }

    override func has(_ log: StoredLog, eventsFrom first: Int64) -> Bool {
        redis.has(log, eventsFrom: first)
    }

    override func has(_ log: StoredLog, tapeFrom first: Int64) -> Bool {
        redis.has(log, eventsFrom: .max)
    }
}

/// The schedule.
extension NodeSimulation {
    func at(_ time: Int64, _ action: @escaping () -> Void) {
        taskCount += 1
        tasks.append(Task(time: max(time, now), order: taskCount, action: action))
    }

    func later(_ delay: Int64, _ action: @escaping () -> Void) {
        at(now + delay, action)
    }

    /// Runs everything that is due within a time.
    private func settle(milliseconds: Int64) {
        let end = now + milliseconds
        while let next = nextTask(until: end) {
            now = next.time
            next.action()
        }
        now = end
    }

    private func nextTask(until end: Int64) -> Task? {
        let index = tasks.indices.min {
            (tasks[$0].time, tasks[$0].order) < (tasks[$1].time, tasks[$1].order)
        }
        guard let index, tasks[index].time <= end else { return nil }
        return tasks.remove(at: index)
    }
}

/// Faults.
extension NodeSimulation {
    private func injectFault() {
        let node = random.element(of: nodes)
        let fault = random.next(below: 22)
        note("fault \(fault)")
        switch fault {
        case 0: node.lose("the connection is lost")
        case 1: repliesToLose = 1 + random.next(below: 2)
        case 2: node.isSilent = true
        case 3: node.losesMessages = true
        case 4: node.delay = 0...Int64(1 + random.next(below: 200))
        case 5: redis.isFull.toggle()
        case 6: restart { $0.restart() }
        case 7 where !redis.syncsAlways: restart { $0.restartEmpty() }
        case 8: redis.forgetsScripts = true
        case 9, 19:
            node.delaysCommands = true
            node.delay = 0...100
            for edge in edges where edge.store === node { edge.act() }
            later(Int64(random.next(below: 50))) { node.lose("commands are late") }
        case 10:
            isReachable.toggle()
            for node in nodes { node.lose("Redis has ended") }
        case 11: redis.sync()
        case 12: settle(milliseconds: 6_000)
        case 13, 14: redis.replicate()
        case 15 where redis.hasReplica: redis.failOver(isKept: true)
        case 15...17:
            let restarts = random.bool()
            restart { redis in
                redis.failOver()
                if restarts { redis.restart() }
            }
        case 18: redis.replicaConfirms.toggle()
        default: crash(node)
        }
    }

    func keepsReply(_ node: SimulatedNode) -> Bool {
        guard repliesToLose > 0 else { return true }
        repliesToLose -= 1
        node.lose("the connection is lost")
        return false
    }

    private func restart(_ change: (SimulatedRedis) -> Void) {
        change(redis)
        for node in nodes { node.lose("Redis has ended") }
    }

    private func crash(_ node: SimulatedNode) {
        guard isReachable, !node.isSilent else { return }
        node.crash()
        for edge in edges where edge.store === node { edge.end() }
        edges.removeAll { $0.store === node }
        node.restart()
        for _ in 0..<2 { edges.append(SimulatedEdge(self, node)) }
    }

    private func endFaults() {
        isReachable = true
        repliesToLose = 0
        redis.isFull = false
        redis.replicaConfirms = true
        if awaitsReplica { redis.replicate() }
        for node in nodes {
            node.isSilent = false
            // Redis drops messages only with the connection.
            if node.losesMessages { node.lose("messages were dropped") }
            node.losesMessages = false
            node.delaysCommands = false
            node.delay = 0...3
        }
    }
}
