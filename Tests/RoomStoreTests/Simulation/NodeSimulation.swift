import Foundation
import SeededNumbers
import SharedRoom

@testable import RoomStore

/// Some nodes on a simulated Redis, with edges that make random requests, and faults between rounds. A seed determines
/// everything.
final class NodeSimulation {
    private(set) var now: Int64 = 1_000
    var random: SplitMix
    let redis = SimulatedRedis()
    private(set) var nodes: [SimulatedNode] = []
    private(set) var edges: [SimulatedEdge] = []
    private var reader: SimulatedReader?
    /// The events that edges and readers have received, by room and epoch.
    private var logs: [String: [Int64: Event]] = [:]
    private var tasks: [(time: Int64, order: Int, task: () -> Void)] = []
    private var taskCount = 0
    private(set) var stepCount = 0
    private(set) var faults: [String] = []
    /// False while Redis is not there.
    private(set) var isReachable = true
    /// The number of replies to drop, with the connection.
    private var repliesToLose = 0
    let rooms: [RoomName] = ["hall", "yard", "attic"]
    private var lastLine: Int64 = 0

    init(seed: UInt64, nodes count: Int = 2, bug: PlantedBug? = nil) throws {
        random = SplitMix(seed: seed)
        redis.bug = bug
        redis.publish = { [unowned self] channel, text in
            guard let name = RedisKey.name(ofChannel: Array(channel.utf8)) else { return }
            for node in nodes { node.receive(text, of: name) }
        }
        let ids = TestRandom()
        let parts = StoreParts(
            clock: { 1_790_000_000_000 }, random: { ids.next() }, eventsKeptMax: 24,
            compact: RoomSummary.compact)
        for _ in 0..<count {
            var options = try parts.options(port: 1)
            options.limits.timeout = 500
            options.limits.nodeTimeout = 4_000
            nodes.append(SimulatedNode(self, options))
        }
        for node in nodes {
            node.start()
            for _ in 0..<2 { edges.append(SimulatedEdge(self, node)) }
        }
        reader = SimulatedReader(self)
        settle(milliseconds: 100)
    }

    /// Checks that everybody receives the same event with a sequence number.
    func check(_ event: Event, of name: RoomName, _ epoch: UInt64) {
        let key = "\(name.text) \(epoch)"
        if let known = logs[key]?[event.sequence], known != event {
            fail("event \(event.sequence) of \(name.text) is another one than before")
        }
        logs[key, default: [:]][event.sequence] = event
    }

    func at(_ time: Int64, _ task: @escaping () -> Void) {
        taskCount += 1
        tasks.append((max(time, now), taskCount, task))
    }

    func later(_ delay: Int64, _ task: @escaping () -> Void) { at(now + delay, task) }

    /// Runs everything that is due within a time.
    func settle(milliseconds: Int64) {
        let end = now + milliseconds
        while let next = nextTask(until: end) {
            now = next.time
            stepCount += 1
            next.task()
        }
        now = end
    }

    private func nextTask(until end: Int64) -> (time: Int64, order: Int, task: () -> Void)? {
        let index = tasks.indices.min {
            (tasks[$0].time, tasks[$0].order) < (tasks[$1].time, tasks[$1].order)
        }
        guard let index, tasks[index].time <= end else { return nil }
        return tasks.remove(at: index)
    }

    func fail(_ text: String) {
        faults.append(text)
        note("FAULT: \(text)")
    }

    /// Prints a line if the environment asks for a trace.
    func note(_ text: @autoclosure () -> String) {
        if isTraced { print(now, text()) }
    }

    private let isTraced = ProcessInfo.processInfo.environment["CALCROOM_TRACE"] != nil

    func keepsReply(_ node: SimulatedNode) -> Bool {
        guard repliesToLose > 0 else { return true }
        repliesToLose -= 1
        node.lose("the connection is lost")
        return false
    }

    func nextLines(_ count: Int) -> [Int64] {
        lastLine += Int64(count)
        return (0..<count).map { lastLine - Int64(count) + 1 + Int64($0) }
    }
}

/// Rounds.
extension NodeSimulation {
    /// Lets edges work while something fails, then ends all faults and compares everything.
    func run() {
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
        check()
    }

    private func injectFault() {
        let node = random.element(of: nodes)
        let fault = random.next(below: 17)
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
        case 9:
            node.delaysCommands = true
            later(Int64(random.next(below: 50))) { node.lose("commands are late") }
        case 10:
            isReachable.toggle()
            for node in nodes { node.lose("Redis has ended") }
        case 11: redis.sync()
        case 12: settle(milliseconds: 6_000)
        case 13, 14: redis.replicate()
        case 15: restart { $0.failOver() }
        default: crash(node)
        }
    }

    private func restart(_ change: (SimulatedRedis) -> Void) {
        change(redis)
        for node in nodes { node.lose("Redis has ended") }
    }

    private func crash(_ node: SimulatedNode) {
        guard isReachable, !node.isSilent else { return }
        node.crash()
        for edge in edges where edge.node === node { edge.end() }
        edges.removeAll { $0.node === node }
        node.restart()
        for _ in 0..<2 { edges.append(SimulatedEdge(self, node)) }
    }

    private func endFaults() {
        isReachable = true
        repliesToLose = 0
        redis.isFull = false
        for node in nodes {
            node.isSilent = false
            // Redis drops messages only with the connection.
            if node.losesMessages { node.lose("messages were dropped") }
            node.losesMessages = false
            node.delaysCommands = false
            node.delay = 0...3
        }
    }

    private func check() {
        reader?.readAll()
        for edge in edges {
            edge.check()
            for name in rooms { edge.compare(name, with: redis.summary(of: name)) }
        }
        for name in rooms {
            let open = edges.filter { $0.isOpen(name) }
            if Set(open.map { $0.epoch(name) }).count > 1 {
                fail("\(name.text) has several epochs")
            }
            for edge in open {
                var expected: [UInt32: Set<UInt32>] = [:]
                for other in open where other !== edge {
                    let people = other.people(name)
                    if !people.isEmpty { expected[other.number] = people }
                }
                edge.comparePresence(name, expected)
            }
        }
    }
}

extension NodeSimulation {
    /// The seeds of a test, or the only one that the environment asks for.
    static func seeds(_ count: Int) -> [Int] {
        let wanted = ProcessInfo.processInfo.environment["CALCROOM_SEED"].flatMap { Int($0) }
        return wanted.map { [$0] } ?? Array(0..<count)
    }
}
