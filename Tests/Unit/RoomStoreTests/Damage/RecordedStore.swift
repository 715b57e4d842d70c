import RoomStore
import SQLiteStore
import SeededNumbers
import SharedRoom

/// The files of a store at several times, and the states of its rooms.
struct RecordedStore: Sendable {
    let rooms: [RecordedRoom]
    /// While an earlier store was running.
    let older: StoreFiles
    /// While the last store was running: with a write-ahead log, and rows in all tables.
    let running: StoreFiles
    /// After a clean end, without a write-ahead log.
    let ended: StoreFiles

    init(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path(of: "rooms.db")
        var rooms = (1...4).map { RecordedRoom(RoomName("room-\($0)")) }
        _ = try Self.run(&rooms, &random, path, rounds: 16)
        older = try Self.run(&rooms, &random, path, rounds: 5)
        running = try Self.run(&rooms, &random, path, rounds: 7)
        ended = StoreFiles(at: path)
        self.rooms = rooms
    }

    static func options(_ path: String, _ durability: Durability = .none) -> SQLiteOptions {
        let (clock, random) = (TestClock(), TestRandom())
        var options = SQLiteOptions(
            path: path, StoreOptions(clock: { clock.now }, random: { random.next() }))
        options.durability = durability
        options.limits.roomJournalEventsMax = 30
        options.limits.history.eventsPerMilestone = 60
        return options
    }

    /// Appends random events to all rooms. Returns the files before the store is closed.
    private static func run(
        _ rooms: inout [RecordedRoom], _ random: inout SplitMix, _ path: String, rounds: Int
    ) throws -> StoreFiles {
        let store = try SQLiteStore(options(path))
        let probe = StoreProbe(of: store)
        for room in rooms { try probe.open(room.name) }
        for _ in 0..<rounds {
            for place in rooms.indices {
                // The first rooms have fewer events.
                let drafts = rooms[place].drafts(2 + place * 5, &random)
                probe.submit(.append(rooms[place].name, drafts, ticket: 0))
                rooms[place].append(try probe.events(of: rooms[place].name, drafts.count))
            }
        }
        _ = store.roomCount
        defer { store.close() }
        return StoreFiles(at: path)
    }
}

extension StoreProbe {
    /// Waits for a report of this number of events.
    func events(of room: RoomName, _ count: Int) throws -> [Event] {
        defer { inbox.clear() }
        return try inbox.wait(for: "events") { reports in
            reports.lazy.compactMap { report in
                if case .events(room, let events) = report, events.count == count {
                    events
                } else {
                    nil
                }
            }.first
        }
    }
}
