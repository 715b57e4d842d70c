import CalculatorEngine
import Foundation
import RunningPrograms
import SharedRoom
import Testing

@testable import RoomStore
@testable import WebServer

/// Compares the cost of joining rooms with short and long histories.
@Suite struct LongRoomTests {
    /// Names and numbers of events. The second and the third room have a full undo history and tape.
    private static let rooms = [
        ("ten", 10), ("full", 3_000), ("long", Effort.count(6_000, full: 100_000)),
    ]
    private static let rounds = Effort.count(4, full: 50)
    /// Other processes can make a trial slower, so one good trial is enough.
    private static let trials = 10

    @Test func `a join reads about as many pages from a long room as from a short one`() throws {
        let usual = try withServer(usualCosts)
        #expect(usual[2].pages * 2 <= usual[0].pages * 3)
    }

    @Test(.enabled(if: Effort.isFull, "a benchmark, run with CALCROOM_FULL=1"))
    func `a join takes as long in a long room as in a short one`() throws {
        let isTheSame = try withServer { server, store in
            for _ in 0..<Self.trials {
                let usual = try usualCosts(server, store)
                for (room, cost) in zip(Self.rooms, usual) { print(room.0, cost) }
                // The welcome of a room with ten events is smaller. So the times are compared with
                // that room including the connection, and with the full room excluding it.
                if usual[2].withConnection <= usual[0].withConnection * 3 / 2,
                    usual[2].microseconds <= usual[1].microseconds * 3 / 2
                {
                    return true
                }
            }
            return false
        }
        #expect(isTheSame)
    }

    private func withServer<Result>(
        _ body: (TestServer, SQLiteStore) throws -> Result
    ) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try SQLiteStore(
            SQLiteOptions(
                path: folder.appending(path: "rooms.db").path,
                clock: { Int64(Date().timeIntervalSince1970 * 1_000) },
                random: { .random(in: .min ... .max) }))
        defer { store.close() }
        for (name, count) in Self.rooms { try fill(store, name, count) }
        let server = try TestServer(store: store) { configuration in
            configuration.limits.roomIdleTime = 1
            configuration.addressLimits.joinsPerMinute = 1_000_000
        }
        let result = try body(server, store)
        try server.stop()
        return result
    }

    /// The lower quartile of the costs of each room.
    private func usualCosts(_ server: TestServer, _ store: SQLiteStore) throws -> [Cost] {
        var costs = Self.rooms.map { _ in [Cost]() }
        for _ in 0..<Self.rounds {
            for (index, room) in Self.rooms.enumerated() {
                costs[index].append(try join(server, store, room.0))
            }
        }
        return costs.map(Cost.lowerQuartile)
    }

    private struct Cost {
        /// The time from the join to the welcome.
        var microseconds: Int
        /// The time from the start of the connection to the welcome.
        var withConnection: Int
        /// The number of pages read from the file.
        var pages: Int
        /// The size of the welcome.
        var bytes: Int

        static func lowerQuartile(_ costs: [Cost]) -> Cost {
            func part(_ part: KeyPath<Cost, Int>) -> Int {
                costs.map { $0[keyPath: part] }.sorted()[costs.count / 4]
            }
            return Cost(
                microseconds: part(\.microseconds), withConnection: part(\.withConnection),
                pages: part(\.pages), bytes: part(\.bytes))
        }
    }

    /// Joins a room that is not open, and measures the cost.
    private func join(
        _ server: TestServer, _ store: SQLiteStore, _ room: String
    ) throws -> Cost {
        _ = try Wait.until { store.roomCount == 0 ? true : nil }
        _ = store.holdUp { $0?.takePagesRead() }
        let connecting = ContinuousClock.now
        let socket = try WebSocket(server, "/rooms/\(room)")
        let start = ContinuousClock.now
        try socket.join("a", #","watch":true"#)
        let welcome = try socket.receiveFrame()
        let end = ContinuousClock.now
        try #require(welcome.bytes.starts(with: #"{"welcome""#.utf8))
        return Cost(
            microseconds: Int(start.duration(to: end) / .microseconds(1)),
            withConnection: Int(connecting.duration(to: end) / .microseconds(1)),
            pages: store.holdUp { $0?.takePagesRead() ?? 0 },
            bytes: welcome.bytes.count)
    }

    /// Appends `count` events through the store.
    private func fill(_ store: SQLiteStore, _ room: String, _ count: Int) throws {
        let name = try #require(RoomName(normal: room.utf8))
        let committed = Guarded(0)
        let edge = store.attach { report in
            if case .events(_, let events) = report { committed.withLock { $0 += events.count } }
        }
        defer { store.detach(edge) }
        store.submit(.open(name, ticket: 0), from: edge)
        let salt = Fingerprint(high: 1, low: 2)
        let entrance = Entrance(identity: Fingerprint(high: 3, low: 4), pen: 5, name: .none)
        let first = [
            Draft(.make(RoomSetup(keypad: .standard, salt: salt))), Draft(.enter(entrance)),
        ]
        let keys = "1 + 2 =".split(separator: " ").compactMap { Key(named: $0.utf8) }
        let drafts =
            first
            + (1...count - 2).map { number in
                Draft(
                    .press(keys[number % keys.count]),
                    signature: Signature(author: 1, pen: 0, number: Int64(number)))
            }
        for start in stride(from: 0, to: count, by: 1_000) {
            let part = Array(drafts[start..<min(count, start + 1_000)])
            store.submit(.append(name, part, ticket: 0), from: edge)
            // Waits, so that the store compacts each part before the next, as it does in practice.
            _ = try Wait.until { committed.withLock { $0 } >= start + part.count ? true : nil }
        }
    }
}
