import Dispatch
import RoomStore
import SeededNumbers
import SharedRoom

/// A store on a disk whose power goes, again and again, under load.
final class CutStore {
    enum Ending { case powerCut, kill }

    private let path: String
    private let folder = TemporaryFolder()
    private let durability: Durability
    private let vouches: Bool
    private let number: Int
    private var random: SplitMix
    private var contents: [String: [UInt8]] = [:]
    private let pasts: Guarded<[RoomName: RoomPast]>
    private let rooms: [RoomName] = ["hall", "yard", "attic", "cellar"]
    private var lastLine: Int64 = 0
    private var machine: UInt64 = 1
    private let epochs = TestRandom()
    private let setAside = Guarded<[String]>([])
    private let arrivals = DispatchSemaphore(value: 0)
    private(set) var failureCount = 0
    private(set) var roundCount = 0

    /// - Parameter vouches: Whether nothing may be missing.
    init(_ number: Int, _ durability: Durability, vouches: Bool) {
        self.number = number
        self.durability = durability
        self.vouches = vouches
        path = folder.path(of: "rooms.db")
        random = SplitMix(seed: UInt64(number))
        pasts = Guarded(Dictionary(uniqueKeysWithValues: rooms.map { ($0, RoomPast()) }))
    }

    deinit { folder.remove() }

    var faults: [String] {
        setAside.withLock { $0 } + pasts.withLock { $0.values.flatMap(\.faults) }
    }

    /// Opens what is left, looks whether everything is there, and lets it end amid work.
    func run(_ ending: Ending, failurePeriod: Int? = nil) throws {
        let disk = Disk(number, seed: random.next(), contents)
        defer { disk.remove() }
        let store = try SQLiteStore(options(on: disk))
        defer { store.close() }
        try look(store)
        disk.cutPower(afterChanges: random.next(below: 200), failurePeriod: failurePeriod)
        try work(store, disk)
        disk.cutPower()
        store.close()
        contents = disk.contents(isPowerCut: ending == .powerCut)
        if ending == .powerCut { machine += 1 }
        failureCount += disk.state.withLock { $0.failureCount }
        roundCount += 1
    }

    private func options(on disk: Disk) -> SQLiteOptions {
        let epochs = epochs
        var options = SQLiteOptions(
            path: path, clock: { 1_790_000_000_000 }, random: { epochs.next() },
            fold: RoomSummary.fold, rules: 1)
        options.system = disk.name
        options.machine = machine
        let setAside = setAside
        options.report = { notice in
            if case .setAside(_, let why) = notice { setAside.withLock { $0.append(why) } }
        }
        options.durability = durability
        options.limits.unfoldedEventsMax = 8
        options.limits.eventsPerMilestone = 16
        options.limits.journalBytesMax = 1_000
        options.limits.logPagesMax = 12
        return options
    }

    private func look(_ store: SQLiteStore) throws {
        let probe = StoreProbe(of: store)
        for name in rooms {
            let opened = try probe.opening(of: name)
            let part = try probe.part(of: name, from: 1, count: .max)
            pasts.withLock { $0[name]?.resume(opened.epoch, part.events, vouches: vouches) }
        }
        let faults = probe.inbox.faults
        probe.detach()
        if !faults.isEmpty { throw Torn(faults: faults) }
    }

    struct Torn: Error { var faults: [String] }

    struct TimedOut: Error {}

    /// Asks for this and that, a few things at a time, until the power goes or it has been enough.
    private func work(_ store: SQLiteStore, _ disk: Disk) throws {
        let (pasts, arrivals) = (pasts, arrivals)
        let edge = store.attach { report in
            // What a machine says whose power is off nobody hears.
            if disk.isOff { return }
            pasts.withLock { $0[report.room]?.hear(report) }
            arrivals.signal()
        }
        var burst = rooms.map { LogRequest.open($0) }
        for _ in 0..<40 where !disk.isOff {
            for request in burst {
                pasts.withLock { $0[request.room]?.ask(request) }
                store.submit(request, from: edge)
            }
            try wait { disk.isOff || pasts.withLock { $0.values.allSatisfy(\.isSettled) } }
            burst = (0...random.next(below: 6)).flatMap { _ in requests() }
        }
        disk.cutPower()
        store.detach(edge)
    }

    private func wait(for isDone: () -> Bool) throws {
        let deadline = DispatchTime.now() + .seconds(20)
        while !isDone() {
            // When the power goes, nobody says so.
            _ = arrivals.wait(timeout: .now() + .milliseconds(1))
            if DispatchTime.now() > deadline { throw TimedOut() }
        }
    }

    private func requests() -> [LogRequest] {
        let name = random.element(of: rooms)
        lastLine += 10
        switch random.next(below: 16) {
        case 0: return [.forget(name, ticket: lastLine), .open(name)]
        case 1: return [.close(name), .open(name)]
        default:
            let drafts = (0...random.next(below: 3)).map {
                Draft(
                    .recall(lastLine + Int64($0)),
                    signature: Signature(author: 1, pen: 0, count: lastLine))
            }
            return [.append(name, drafts, ticket: lastLine)]
        }
    }
}
