import SeededNumbers
import SharedRoom

@testable import RoomStore
@testable import SQLiteStore

/// The files of a store at several times, and the states of its rooms. They are written on one thread, so that they do
/// not depend on the time that something takes. Only the salts of the write-ahead log and the inode differ.
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
        options.boot = 7
        options.limits.roomJournalEventsMax = 30
        options.limits.history.eventsPerMilestone = 60
        return options
    }

    /// Appends random events to all rooms. Returns the files before the store is closed.
    private static func run(
        _ rooms: inout [RecordedRoom], _ random: inout SplitMix, _ path: String, rounds: Int
    ) throws -> StoreFiles {
        let backend = try SQLiteBackend(options(path))
        defer { try? backend.file.end() }
        for room in rooms { backend.perform(.load(room.name, 0)) }
        for _ in 0..<rounds {
            for place in rooms.indices {
                // The first rooms have fewer events.
                let drafts = rooms[place].drafts(2 + place * 5, &random)
                backend.perform(.append(rooms[place].name, 0, drafts))
                backend.commit()
                while let event = backend.events.removeFirst() {
                    if case .appended(_, _, let events) = event { rooms[place].append(events) }
                }
                backend.compactSome { false }
            }
        }
        return StoreFiles(at: path)
    }
}
