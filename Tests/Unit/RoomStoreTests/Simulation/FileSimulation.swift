import SharedRoom

@testable import RoomStore
@testable import SQLiteStore

/// A server on a simulated disk, which fails during rounds, and ends between them: it is killed, or the power is cut.
final class FileSimulation: SimulatedWorld, @unchecked Sendable {
    private let folder = TemporaryFolder()
    private let epochs = TestRandom()
    private var disk: Disk
    private var store: SimulatedFileStore?
    private var reader: SimulatedReader?
    private var machine: UInt64 = 1
    /// The number of kills since something else ended the server.
    private var killCount = 0
    /// The number of starts.
    private var startCount = 0
    /// The stored epochs of rooms at the last start, and since then with events.
    private var storedEpochs: [RoomName: UInt64] = [:]
    /// The last event of each room that anybody has received, also before an I/O error.
    private var received: [RoomName: Int64] = [:]
    /// The rooms that may have been forgotten since the last start.
    private var forgotten: Set<RoomName> = []

    private enum Ending: CaseIterable { case none, kill, powerCut, cleanEnd }

    override init(seed: UInt64, bug: PlantedBug? = nil) {
        disk = Disk(seed: seed)
        super.init(seed: seed, bug: bug)
        start()
    }

    deinit {
        end()
        disk.remove()
        folder.remove()
    }

    override func run() {
        let ending = random.element(of: Ending.allCases)
        let fails = random.bool()
        let changes = ending == .none || random.bool() ? Int.max : random.next(below: 200)
        disk.cutPower(
            afterChanges: changes, failurePeriod: fails ? 10 + random.next(below: 30) : nil)
        for _ in 0..<random.next(below: 60) where !disk.isOff { act() }
        if ending == .none || ending == .cleanEnd && !disk.isOff { checkAll() }
        if ending != .none { restart(ending) }
    }

    /// Edges make requests, which the server may execute as a group.
    private func act() {
        store?.isHeldUp = random.bool()
        for _ in 0...random.next(below: 4) { random.element(of: edges).act() }
        store?.isHeldUp = false
        store?.work()
        if random.next(below: 20) == 0 { store?.tick() }
        if random.bool(), !disk.isOff { reader?.step() }
    }

    /// Ends all faults, and compares everything.
    private func checkAll() {
        disk.cutPower(afterChanges: .max, failurePeriod: nil)
        // The first time, the store may notice that a checkpoint has failed.
        for _ in 0..<2 { store?.work() }
        let stored = readAll()
        checkEdges { stored[$0]?.summary ?? RoomSummary(form: nil) }
    }

    private func restart(_ ending: Ending) {
        if ending == .cleanEnd { store?.close() }
        disk.cutPower()
        end()
        let contents = disk.contents(isPowerCut: ending == .powerCut)
        let hasFailed = disk.state.withLock { $0.failureCount > 0 }
        // A room is set aside if three servers of one machine end while they read it.
        killCount = ending == .kill && killCount < 2 ? killCount + 1 : 0
        if killCount == 0 { machine += 1 }
        disk.remove()
        disk = Disk(seed: random.next(), contents)
        start()
        // Reading notes epochs.
        let earlierEpochs = storedEpochs
        let stored = readAll()
        // After a failure, the file may have been opened again, with new epochs.
        for name in rooms where !hasFailed && !forgotten.contains(name) {
            if let epoch = earlierEpochs[name], stored[name]?.epoch != epoch {
                fail("\(name.text) has another epoch")
            }
        }
        storedEpochs = stored.mapValues(\.epoch)
        received = stored.mapValues(\.summary.sequence)
        forgotten = []
    }

    /// Reads all rooms, and checks that they have every event that anybody has received.
    private func readAll() -> [RoomName: (epoch: UInt64, summary: RoomSummary)] {
        let stored = reader?.readAll() ?? [:]
        for name in rooms where !forgotten.contains(name) {
            let (last, expected) = (stored[name]?.summary.sequence ?? 0, received[name] ?? 0)
            if last < expected {
                fail("the events \(last + 1)…\(expected) of \(name.text) are lost")
            }
        }
        return stored
    }

    private func start() {
        startCount += 1
        disk.state.withLock { $0.ignoresSyncs = bug == .nothingIsSynced }
        do throws(StoreError) {
            let store = try SimulatedFileStore(self, options)
            self.store = store
            edges = (0..<3).map { _ in SimulatedEdge(self, store) }
            reader = SimulatedReader(self, store.makeReader())
        } catch {
            fail("the file cannot be opened: \(error)")
        }
    }

    private func end() {
        for edge in edges { edge.end() }
        edges = []
        reader = nil
        store = nil
    }

    private var options: SQLiteOptions {
        var options = disk.options(folder.path(of: "rooms.db"), boot: machine, epochs)
        options.common.report = { [unowned self] in note("\($0)") }
        options.limits.history.eventsMax = 100
        return options
    }

    override func note(requestBy edge: UInt32, _ request: LogRequest) {
        super.note(requestBy: edge, request)
        if case .forget(let name, _) = request { forgotten.insert(name) }
    }

    override func check(_ event: Event, of name: RoomName, _ epoch: UInt64) {
        super.check(event, of: name, epoch)
        storedEpochs[name] = epoch
        received[name] = max(received[name] ?? 0, event.sequence)
    }

    override var isOff: Bool { disk.isOff }
    override var isReadable: Bool { !disk.isOff }
    override var failureCount: Int { startCount + disk.state.withLock { $0.failureCount } }

    override func has(_ log: StoredLog, eventsFrom first: Int64) -> Bool {
        store?.oldestEvent(of: log).map { $0 <= first } ?? false
    }

    override func has(_ log: StoredLog, tapeFrom first: Int64) -> Bool {
        has(log, eventsFrom: first)
    }
}

/// Does the work of the thread of `SQLiteStore`: an engine with the backend of SQLite.
final class SimulatedFileStore: RoomStore, @unchecked Sendable {
    private unowned let world: SimulatedWorld
    private let backend: SQLiteBackend
    private let engine = StoreEngine(isShared: false)
    private var deliveries = Deliveries()
    private var waiting: [(request: LogRequest, edge: UInt32)] = []
    /// True while requests wait for each other.
    var isHeldUp = false

    init(_ world: SimulatedWorld, _ options: SQLiteOptions) throws(StoreError) {
        self.world = world
        backend = try SQLiteBackend(options)
        plantBug()
    }

    func attach(together deliver: @escaping @Sendable ([LogReport]) -> Void) -> UInt32 {
        let edge = deliveries.attach(deliver)
        engine.attach(edge)
        return edge
    }

    func submit(_ requests: [LogRequest], from edge: UInt32) {
        waiting += requests.map { ($0, edge) }
        if !isHeldUp { work() }
    }

    func detach(_ edge: UInt32) {
        deliveries.detach(edge)
        engine.detach(edge)
    }

    func makeReader() -> any LogReader { SQLiteLogReader(backend.shared, prove: backend.prove) }

    /// Executes everything that waits, and some work between the groups.
    func work() {
        backend.reopenIfClosed()
        for (request, edge) in waiting {
            engine.receive(request, from: edge)
            engine.run(backend, world.bug)
        }
        waiting = []
        settle()
        var roomsLeft = world.random.next(below: 3)
        _ = backend.workBetweenGroups {
            roomsLeft -= 1
            return roomsLeft <= 0
        }
        requestCheckpoint()
    }

    func tick() {
        backend.executeOrders()
        settle()
        requestCheckpoint()
    }

    func close() {
        work()
        try? backend.file.end()
    }

    private func settle() {
        repeat {
            backend.commit()
            engine.run(backend, world.bug)
        } while backend.hasStagedEvents
        while case let next = engine.nextReports(world.bug), !next.isEmpty {
            for (edges, report) in next { deliveries.add(report, for: edges) }
        }
        deliveries.deliver()
    }

    private func requestCheckpoint() {
        backend.requestCheckpoint()
        backend.file.checkpointer.finish()
        if backend.file.checkpointer.consumeLeftLog() { backend.wantsTruncation = true }
    }

    /// The first event in the history of a log, or the next one; nil if the room does not have the log.
    func oldestEvent(of log: StoredLog) -> Int64? {
        guard let row = try? backend.file.connection.room(named: log.name),
            row.epoch ^ backend.file.storeEpoch == log.epoch
        else { return nil }
        return row.oldest
    }

    private func plantBug() {
        let statement: String? =
            switch world.bug {
            case .rowsOfTheJournalAreLost: Self.trigger(on: "journal", column: "id")
            case .linesOfTheTapeAreLost: Self.trigger(on: "tape", column: "sequence")
            default: nil
            }
        if let statement { try? backend.file.connection.execute(statement) }
    }

    /// A trigger that deletes some new rows.
    private static func trigger(on table: String, column: String) -> String {
        """
        CREATE TEMP TRIGGER bug AFTER INSERT ON \(table) WHEN new.\(column) % 10 = 0
        BEGIN DELETE FROM \(table) WHERE id = new.id; END
        """
    }
}
