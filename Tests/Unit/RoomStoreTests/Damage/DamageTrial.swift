import SeededNumbers
import SharedRoom

@testable import RoomStore
@testable import SQLiteStore

/// A store with damaged files. It is opened twice. Each time all rooms are read, checked and continued.
struct DamageTrial {
    private let before: [RecordedRoom]
    private var rooms: [RecordedRoom]
    private let path: String
    /// The number of rooms that were empty at the first opening.
    private var emptyCount = 0

    struct Fault: Error {
        var what: String
    }

    private init(_ store: RecordedStore, _ path: String) {
        before = store.rooms
        rooms = store.rooms
        self.path = path
    }

    /// Returns false if the file is refused at the first opening.
    static func run(_ store: RecordedStore, seed: UInt64, at path: String) throws -> Bool {
        var damage = Damage(store, seed: seed)
        if damage.next(below: 5) == 0 {
            try store.running.write(to: path)
            let connection = try SQLiteConnection(path, .writing)
            for _ in 0...damage.next(below: 3) { try? connection.execute(damage.statement()) }
        } else {
            try damage.files().write(to: path)
        }
        let durability: Durability = damage.next(below: 16) == 0 ? .full : .none
        var trial = DamageTrial(store, path)
        guard try trial.open(durability, 0) else { return false }
        _ = try trial.open(durability, 1)
        return true
    }

    /// Returns false if the file is refused.
    private mutating func open(_ durability: Durability, _ round: Int) throws -> Bool {
        let store: SQLiteStore
        do throws(StoreError) {
            store = try opened(durability)
        } catch {
            switch error {
            case .notOurs, .newer, .damaged: return false
            case .missing, .notReachable, .inUse, .full, .exists, .unanswered, .otherRules,
                .changed:
                throw Fault(what: error.message)
            }
        }
        let probe = StoreProbe(of: store)
        defer { store.close() }
        for place in rooms.indices { try visit(place, probe, round) }
        // A deleted file is created again, without rooms.
        guard [0, rooms.count].contains(emptyCount) else {
            throw Fault(what: "\(emptyCount) rooms are empty, the others are not")
        }
        return true
    }

    /// Opens the store. A process that another test starts may hold the lock until it executes its program.
    private func opened(_ durability: Durability) throws(StoreError) -> SQLiteStore {
        let end = ContinuousClock.now + .seconds(60)
        while true {
            do throws(StoreError) {
                return try SQLiteStore(RecordedStore.options(path, durability))
            } catch {
                guard case .inUse = error, .now < end else { throw error }
            }
        }
    }

    private mutating func visit(_ place: Int, _ probe: StoreProbe, _ round: Int) throws {
        let name = rooms[place].name
        probe.inbox.clear()
        guard let opened = try probe.openingOrNone(of: name) else { return }
        if round == 0, opened.snapshot == nil && opened.events.isEmpty { emptyCount += 1 }
        // A room that was not found at the first opening, and began again, may be found at the second.
        if !rooms[place].contains(opened.snapshot, then: opened.events) {
            rooms[place] = before[place]
        }
        let sequence = try replay(opened.snapshot, opened.events, of: rooms[place])
        if round == 0 { try readPages(of: rooms[place], probe) }
        rooms[place].truncate(to: sequence)
        try append(to: place, probe, round)
        if round == 1 { try readPages(of: rooms[place], probe) }
        probe.submit(.close(name))
    }

    /// Checks that the room once had this state and these events. Returns the last sequence number.
    @discardableResult
    private func replay(
        _ snapshot: [UInt8]?, _ events: [Event], of recorded: RecordedRoom
    ) throws -> Int64 {
        guard recorded.contains(snapshot, then: events) else {
            throw Fault(what: "\(recorded.name.text) never had this state")
        }
        if let last = events.last { return last.sequence }
        return Room(snapshot: snapshot)?.sequence ?? 0
    }

    private func readPages(of recorded: RecordedRoom, _ probe: StoreProbe) throws {
        for (from, count) in [(1, .max), (90, 30)] as [(Int64, Int)] {
            try unlessDamaged {
                let part = try probe.part(of: recorded.name, from: from, count: count)
                try replay(part.snapshot, part.events, of: recorded)
            }
        }
        try unlessDamaged {
            let lines = try probe.tape(recorded.name, before: .max, count: 1_000)
            guard lines.allSatisfy({ recorded.droppedLines.contains($0.line) }) else {
                throw Fault(what: "\(recorded.name.text) has lines that it never had")
            }
        }
        probe.inbox.clear()
    }

    private func unlessDamaged(_ body: () throws -> Void) throws {
        do { try body() } catch StoreError.damaged {}
    }

    private mutating func append(to place: Int, _ probe: StoreProbe, _ round: Int) throws {
        let name = rooms[place].name
        var random = SplitMix(seed: UInt64(round))
        for _ in 0..<2 {
            let drafts = rooms[place].drafts(6, &random)
            let answer = try probe.answerOrEvents(
                .append(name, drafts, ticket: 9), ticket: 9, of: name)
            if let events = answer { rooms[place].append(events) }
        }
    }
}

extension StoreProbe {
    /// Nil if the room is set aside. After an I/O error, no room can be opened until the file is open again.
    fileprivate func openingOrNone(of room: RoomName) throws -> OpenedRoom? {
        let end = ContinuousClock.now + .seconds(60)
        while true {
            let ticket = inbox.nextTicket()
            let answer = try answer(to: ticket, .open(room, ticket: ticket))
            switch answer {
            case .opened(_, _, let opened): return opened
            case .refused(_, _, .setAside): return nil
            case .refused(_, _, .unavailable) where ContinuousClock.now < end: inbox.clear()
            default: throw DamageTrial.Fault(what: "an opening: \(answer)")
            }
        }
    }

    /// Nil if the append is refused.
    fileprivate func answerOrEvents(
        _ request: LogRequest, ticket: Int64, of room: RoomName
    ) throws -> [Event]? {
        submit(request)
        defer { inbox.clear() }
        return try inbox.wait(for: "the answer to an append") { reports in
            reports.lazy.compactMap { report -> [Event]?? in
                switch report {
                case .events(room, let events): events
                case .refused(room, ticket, .unavailable): .some(nil)
                default: nil
                }
            }.first
        }
    }
}
