import RoomStore
import SharedRoom

/// A store with a disk, a queue and bad days, around the real memory store.
///
/// Requests wait until the next commit, which does them all. What was done is durable at once, or,
/// with less than full durability, when the disk is flushed the next time. Reports reach each edge
/// in their order, some time later.
public final class SimulatedStore: RoomStore, @unchecked Sendable {
    private unowned let world: World
    private let memory: MemoryStore
    /// Asked for and not done.
    private var waiting: [(request: LogRequest, edge: UInt32)] = []
    private var isCommitDue = false
    private var edges: [UInt32: Receiver] = [:]
    private var flushed: MemoryStore.Image

    /// Milliseconds from a request to the commit that does it, at least.
    var commitDelay: Int64 = 0
    /// Milliseconds from a commit to its reports.
    var reportDelay: Int64 = 0
    /// Of the next report that has several events, an edge gets to hear the last one alone.
    var isReportLossDue = false
    /// Nothing is done for now.
    var isStalled = false {
        didSet { if !isStalled { makeCommitDue() } }
    }
    /// Why no room can be opened now, if none can.
    var failure: LogFailure?
    /// Whether all that was reported survives a crash.
    var isFullyDurable = true
    /// How far its clock is from the world's.
    var clockAhead: Int64 = 0
    /// What a clock on the wall shows when the world begins.
    private static let wallTime: Int64 = 1_790_000_000_000 - World.beginning

    private final class Receiver: @unchecked Sendable {
        let deliver: @Sendable (LogReport) -> Void
        var number: UInt32 = 0
        var isGone = false
        /// Of the last report; none overtakes another.
        var arrival: Int64 = 0

        init(_ deliver: @escaping @Sendable (LogReport) -> Void) { self.deliver = deliver }
    }

    init(_ world: World, seed: UInt64, eventsKeptMax: Int) {
        self.world = world
        let fate = Fate(seed: seed)
        let clock = WallClock()
        memory = MemoryStore(
            clock: { clock.read() }, random: { fate.next() }, eventsKeptMax: eventsKeptMax,
            fold: Room.fold)
        flushed = memory.image
        clock.read = { [unowned self] in Self.wallTime + self.world.now + clockAhead }
    }

    /// The memory store wants its clock before there is one.
    private final class WallClock: @unchecked Sendable {
        var read: () -> Int64 = { 0 }
    }

    /// False while it behaves as one whose disk is full.
    public var isWritable: Bool {
        get { memory.isWritable }
        set { memory.isWritable = newValue }
    }

    public var roomCount: Int { memory.roomCount }
}

/// The contract.
extension SimulatedStore {
    public func attach(together deliver: @escaping @Sendable ([LogReport]) -> Void) -> UInt32 {
        let receiver = Receiver { deliver([$0]) }
        let number = memory.attach { [unowned self] report in take(report, for: receiver) }
        receiver.number = number
        edges[number] = receiver
        return number
    }

    public func submit(_ requests: [LogRequest], from edge: UInt32) {
        for request in requests { take(request, from: edge) }
    }

    private func take(_ request: LogRequest, from edge: UInt32) {
        if let report = world.sabotage.answer(to: request), let receiver = edges[edge] {
            world.later(0) { receiver.deliver(report) }
            return
        }
        waiting.append((request, edge))
        makeCommitDue()
    }

    public func detach(_ edge: UInt32) {
        edges.removeValue(forKey: edge)?.isGone = true
        // What it had asked for is done, or lost.
        if world.fate.oneIn(2) { commit() }
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
        world.tally.add(.commits)
        for (request, edge) in group {
            if case .open(let name) = request, let failure {
                edges[edge].map { deliver(.notOpened(name, failure), to: $0) }
            } else {
                memory.submit(request, from: edge)
            }
        }
        if isFullyDurable, world.sabotage.reportsBeforeDurable { flush() }
    }

    /// What the memory store says, while it does a group.
    private func take(_ report: LogReport, for receiver: Receiver) {
        world.checks.reported(report)
        if isReportLossDue, case .events(let name, let events) = report, events.count > 1 {
            isReportLossDue = false
            world.tally.add(.reportsLost)
            return deliver(.events(name, events.suffix(1)), to: receiver, isPart: true)
        }
        for report in world.sabotage.bend(report, of: world) { deliver(report, to: receiver) }
    }

    private func deliver(_ report: LogReport, to receiver: Receiver, isPart: Bool = false) {
        receiver.arrival = max(receiver.arrival, world.now + reportDelay)
        world.at(receiver.arrival) { [unowned self] in
            guard !receiver.isGone else { return }
            world.checks.delivered(report, to: receiver.number, isPart: isPart)
            receiver.deliver(report)
        }
    }
}

/// Bad days.
extension SimulatedStore {
    /// What is done is durable from now on, whatever happens.
    func flush() {
        guard !world.sabotage.reportsBeforeDurable || world.fate.oneIn(4) else { return }
        flushed = memory.image
    }

    /// The power fails. All edges must be gone before. What was not done is lost, and with less than
    /// full durability also what was not flushed; then nobody can vouch for the rooms, and their
    /// epochs end.
    func crash() {
        waiting = []
        for edge in edges.values { edge.isGone = true }
        edges = [:]
        let isHonest = isFullyDurable && !world.sabotage.reportsBeforeDurable
        memory.restore(isHonest ? memory.image : flushed, keepingEpochs: isFullyDurable)
        flushed = memory.image
    }

    /// What is kept of a room.
    func kept(_ name: RoomName) -> (snapshot: [UInt8]?, events: [Event])? {
        memory.image.logs[name].map { ($0.snapshot, $0.events) }
    }

    /// Writes into a log behind the back of all edges.
    func smuggle(_ draft: Draft, into name: RoomName) {
        let edge = memory.attach { [unowned self] report in world.checks.reported(report) }
        memory.submit(.open(name), from: edge)
        memory.submit(.append(name, [draft], ticket: 0), from: edge)
        memory.detach(edge)
    }
}
