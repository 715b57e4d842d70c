import RoomStore
import SharedRoom

/// A store with a simulated disk, queue and faults, around the production memory store.
///
/// Requests wait for the next commit, which executes all of them. With full durability, a commit is
/// durable immediately; otherwise it is durable after the next flush. Reports reach each edge in
/// order, with a delay.
public final class SimulatedStore: RoomStore, @unchecked Sendable {
    private unowned let world: World
    private let memory: MemoryStore
    /// Requests that wait for the next commit.
    private var waiting: [(request: LogRequest, edge: UInt32)] = []
    private var isCommitDue = false
    private var edges: [UInt32: Receiver] = [:]
    private var lastFlush: MemoryStore.Image

    /// Minimum milliseconds from a request to its commit.
    var commitDelay: Int64 = 0
    /// Milliseconds from a commit to its reports.
    var reportDelay: Int64 = 0
    /// True if an edge will lose all but the last event of the next report with several events.
    var isReportLossDue = false
    /// True while the store commits nothing.
    var isStalled = false {
        didSet { if !isStalled { makeCommitDue() } }
    }
    /// The error of each attempt to open a room, or nil.
    var openFailure: LogFailure?
    /// True if reported events survive a crash.
    var isFullyDurable = true
    /// Lead of the store's clock over the world's, in milliseconds.
    var clockAhead: Int64 = 0
    /// Difference between wall-clock time and the world's time.
    private static let wallTime: Int64 = 1_790_000_000_000 - World.beginning

    private final class Receiver: @unchecked Sendable {
        let deliver: @Sendable (LogReport) -> Void
        var number: UInt32 = 0
        var isDetached = false
        /// Arrival of the last report. No report overtakes another.
        var arrival: Int64 = 0

        init(_ deliver: @escaping @Sendable (LogReport) -> Void) { self.deliver = deliver }
    }

    init(_ world: World, seed: UInt64, eventsKeptMax: Int) {
        self.world = world
        let random = RandomSource(seed: seed)
        let clock = WallClock()
        memory = MemoryStore(
            clock: { clock.read() }, random: { random.next() }, eventsKeptMax: eventsKeptMax,
            compact: Room.compact)
        lastFlush = memory.image
        clock.read = { [unowned self] in Self.wallTime + self.world.now + clockAhead }
    }

    /// A clock whose source is set after the memory store exists.
    private final class WallClock: @unchecked Sendable {
        var read: () -> Int64 = { 0 }
    }

    /// False while the disk is full.
    public var isWritable: Bool {
        get { memory.isWritable }
        set { memory.isWritable = newValue }
    }

    public func makeReader() -> any LogReader { memory.makeReader() }

    public var roomCount: Int { memory.roomCount }
}

/// The store contract.
extension SimulatedStore {
    public func attach(together deliver: @escaping @Sendable ([LogReport]) -> Void) -> UInt32 {
        let receiver = Receiver { deliver([$0]) }
        let number = memory.attach { [unowned self] report in handle(report, for: receiver) }
        receiver.number = number
        edges[number] = receiver
        return number
    }

    public func submit(_ requests: [LogRequest], from edge: UInt32) {
        for request in requests { enqueue(request, from: edge) }
    }

    private func enqueue(_ request: LogRequest, from edge: UInt32) {
        if let report = world.canary.wrongAnswer(to: request), let receiver = edges[edge] {
            world.later(0) { if !receiver.isDetached { receiver.deliver(report) } }
            return
        }
        waiting.append((request, edge))
        makeCommitDue()
    }

    public func detach(_ edge: UInt32) {
        edges.removeValue(forKey: edge)?.isDetached = true
        // Requests of this edge are either committed or lost.
        if world.random.oneIn(2) { commit() }
        memory.detach(edge)
    }

    private func makeCommitDue() {
        guard !isCommitDue, !isStalled, !waiting.isEmpty else { return }
        isCommitDue = true
        world.later(commitDelay) { [unowned self] in commit() }
    }

    private func commit() {
        isCommitDue = false
        guard !isStalled else { return }
        let group = waiting
        waiting = []
        world.counts.add(.commits)
        for (request, edge) in group {
            if case .open(let name, let ticket) = request, let openFailure {
                edges[edge].map {
                    deliver(.refused(name, ticket: ticket, openFailure), to: $0)
                }
            } else {
                memory.submit(request, from: edge)
            }
        }
        if isFullyDurable, world.canary.reportsBeforeDurable { flush() }
    }

    /// Handles a report of the memory store during a commit.
    private func handle(_ report: LogReport, for receiver: Receiver) {
        world.checker.storeDidCommit(report)
        if isReportLossDue, case .events(let name, let events) = report, events.count > 1 {
            isReportLossDue = false
            world.counts.add(.reportsLost)
            return deliver(.events(name, events.suffix(1)), to: receiver, isPart: true)
        }
        for report in world.canary.altered(report, in: world) { deliver(report, to: receiver) }
    }

    private func deliver(_ report: LogReport, to receiver: Receiver, isPart: Bool = false) {
        receiver.arrival = max(receiver.arrival, world.now + reportDelay)
        world.at(receiver.arrival) { [unowned self] in
            guard !receiver.isDetached else { return }
            world.checker.edgeDidReceive(report, to: receiver.number, isPart: isPart)
            receiver.deliver(report)
        }
    }
}

/// Faults.
extension SimulatedStore {
    /// Makes all commits durable. A canary omits most flushes.
    func flush() {
        guard !world.canary.reportsBeforeDurable || world.random.oneIn(4) else { return }
        lastFlush = memory.image
    }

    /// Simulates a power cut. All edges must be down. Loses the requests that wait. Without full durability
    /// it also loses the commits since the last flush, and the rooms start new epochs.
    func crash() {
        waiting = []
        for edge in edges.values { edge.isDetached = true }
        edges = [:]
        let isHonest = isFullyDurable && !world.canary.reportsBeforeDurable
        memory.restore(isHonest ? memory.image : lastFlush, keepingEpochs: isFullyDurable)
        lastFlush = memory.image
    }

    /// The stored snapshot and events of a room.
    func storedRoom(_ name: RoomName) -> (snapshot: [UInt8]?, events: [Event])? {
        memory.image.logs[name].map { ($0.snapshot, $0.events) }
    }

    /// Appends an event that no edge submitted.
    func appendSecretly(_ draft: Draft, into name: RoomName) {
        let edge = memory.attach { [unowned self] report in world.checker.storeDidCommit(report) }
        memory.submit(.open(name, ticket: 0), from: edge)
        memory.submit(.append(name, [draft], ticket: 0), from: edge)
        memory.detach(edge)
    }
}
