import Dispatch
import RoomStore
import SQLiteStore
import SeededNumbers
import SharedRoom

/// A store under load on a simulated disk. In each round the process is killed or the power is cut, and the next round
/// checks the stored rooms.
final class PowerCutTrial {
    enum Ending {
        case powerCut, kill
        /// A power cut after the store was closed; with full durability, possibly while it closes.
        case cleanEnd
    }

    private let path: String
    private let folder = TemporaryFolder()
    private let durability: Durability
    private let isDurable: Bool
    private let number: Int
    private var random: SplitMix
    private var contents: [String: [UInt8]] = [:]
    private let expected: Guarded<[RoomName: ExpectedRoom]>
    private let rooms: [RoomName] = ["hall", "yard", "attic", "cellar"]
    private var lastLine: Int64 = 0
    private var machine: UInt64 = 1
    private var hasEndedCleanly = false
    private let epochs = TestRandom()
    private let setAside = Guarded<[String]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    /// - Parameter isDurable: True if no reported event may be missing.
    init(_ number: Int, _ durability: Durability, isDurable: Bool) {
        self.number = number
        self.durability = durability
        self.isDurable = isDurable
        path = folder.path(of: "rooms.db")
        random = SplitMix(seed: UInt64(number))
        expected = Guarded(Dictionary(uniqueKeysWithValues: rooms.map { ($0, ExpectedRoom()) }))
    }

    deinit { folder.remove() }

    var faults: [String] {
        setAside.withLock { $0 } + expected.withLock { $0.values.flatMap(\.faults) }
    }

    /// Opens the store again, checks its rooms, and ends it during work.
    func run(_ ending: Ending) throws {
        let disk = Disk(seed: random.next(), contents)
        defer { disk.remove() }
        let store = try SQLiteStore(options(on: disk))
        defer { store.close() }
        try check(store)
        let changes = ending == .cleanEnd ? Int.max : random.next(below: 200)
        disk.cutPower(afterChanges: changes, failurePeriod: nil)
        try work(store, disk)
        if ending != .cleanEnd { disk.cutPower() }
        // `close` writes, too.
        if isDurable { disk.cutPower(afterChanges: random.next(below: 150), failurePeriod: nil) }
        store.close()
        contents = disk.contents(isPowerCut: ending != .kill)
        if ending != .kill { machine += 1 }
        hasEndedCleanly = ending == .cleanEnd
    }

    private func options(on disk: Disk) -> SQLiteOptions {
        var options = disk.options(path, boot: machine, epochs)
        let setAside = setAside
        options.common.report = { notice in
            if case .setAside(_, let why) = notice { setAside.withLock { $0.append(why) } }
        }
        options.durability = durability
        return options
    }

    private func check(_ store: SQLiteStore) throws {
        let probe = StoreProbe(of: store)
        for name in rooms {
            let opened = try probe.open(name)
            let part = try probe.part(of: name, from: 1, count: .max)
            expected.withLock {
                $0[name]?.restart(
                    opened.epoch, part.events, isDurable: isDurable || hasEndedCleanly)
            }
        }
        let faults = probe.inbox.faults
        probe.detach()
        if !faults.isEmpty { throw InvalidReports(faults: faults) }
    }

    struct InvalidReports: Error { var faults: [String] }

    struct TimedOut: Error {}

    /// Submits groups of random requests until the power is cut, at most 40.
    private func work(_ store: SQLiteStore, _ disk: Disk) throws {
        let (expected, arrivals) = (expected, arrivals)
        let edge = store.attach { report in
            if disk.isOff { return }
            expected.withLock { $0[report.room]?.handle(report) }
            arrivals.signal()
        }
        var burst = rooms.map { LogRequest.open($0) }
        for _ in 0..<40 where !disk.isOff {
            for request in burst {
                expected.withLock { $0[request.room]?.note(request) }
                store.submit(request, from: edge)
            }
            try wait { disk.isOff || expected.withLock { $0.values.allSatisfy(\.isSettled) } }
            burst = (0...random.next(below: 6)).flatMap { _ in requests() }
        }
        store.detach(edge)
    }

    private func wait(for isDone: () -> Bool) throws {
        let deadline = DispatchTime.now() + .seconds(60)
        while !isDone() {
            // A power cut sends no signal.
            _ = arrivals.wait(timeout: .now() + .milliseconds(1))
            if DispatchTime.now() > deadline { throw TimedOut() }
        }
    }

    private func closing(_ name: RoomName) -> LogRequest {
        .close(name, ticket: ExpectedRoom.closingTicket)
    }

    private func requests() -> [LogRequest] {
        let name = random.element(of: rooms)
        lastLine += 10
        switch random.next(below: 16) {
        case 0: return [.forget(name, ticket: lastLine), .open(name)]
        case 1: return [closing(name), .open(name)]
        case 2: return rooms.map(closing) + rooms.map { .open($0) }
        default:
            let drafts = (0...random.next(below: 3)).map {
                Draft(
                    .recall(lastLine + Int64($0)),
                    signature: Signature(author: 1, pen: 0, number: lastLine))
            }
            return [.append(name, drafts, ticket: lastLine)]
        }
    }
}
