import RoomStore
import SeededNumbers
import SharedRoom

/// The files of a store at different moments of its life, and what its rooms were until then.
struct LivedStore: Sendable {
    let rooms: [LivedRoom]
    /// In the middle of its life, while it ran.
    let older: StoreFiles
    /// While it ran, with a log beside the file: rows in the journal, in the history, tape lines.
    let running: StoreFiles
    /// After it ended cleanly: all is in the file.
    let ended: StoreFiles

    init(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path(of: "rooms.db")
        var rooms = (1...4).map { LivedRoom(RoomName("room-\($0)")) }
        _ = try Self.live(&rooms, &random, path, rounds: 16)
        older = try Self.live(&rooms, &random, path, rounds: 5)
        running = try Self.live(&rooms, &random, path, rounds: 7)
        ended = StoreFiles(at: path)
        self.rooms = rooms
    }

    static func options(_ path: String, _ durability: Durability = .none) -> SQLiteOptions {
        let (clock, random) = (TestClock(), TestRandom())
        var options = SQLiteOptions(
            path: path, clock: { clock.now }, random: { random.next() })
        options.durability = durability
        options.limits.unfoldedEventsMax = 30
        options.limits.eventsPerMilestone = 60
        return options
    }

    /// All rooms are open, and something happens in all of them, so many times. The result is what
    /// lies there then, before the store ends.
    private static func live(
        _ rooms: inout [LivedRoom], _ random: inout SplitMix, _ path: String, rounds: Int
    ) throws -> StoreFiles {
        let store = try SQLiteStore(options(path))
        let probe = StoreProbe(of: store)
        for room in rooms { try probe.open(room.name) }
        for _ in 0..<rounds {
            for place in rooms.indices {
                // The first ones have less to tell.
                let drafts = rooms[place].drafts(2 + place * 5, &random)
                probe.submit(.append(rooms[place].name, drafts, ticket: 0))
                rooms[place].take(try probe.events(of: rooms[place].name, drafts.count))
            }
        }
        _ = store.roomCount
        defer { store.close() }
        return StoreFiles(at: path)
    }
}

extension StoreProbe {
    /// The events that it was told last, once these are so many.
    func events(of room: RoomName, _ count: Int) throws -> [Event] {
        defer { inbox.clear() }
        return try inbox.wait(for: "events") { reports in
            reports.firstResult { report in
                if case .events(room, let events) = report, events.count == count {
                    events
                } else {
                    nil
                }
            }
        }
    }
}
