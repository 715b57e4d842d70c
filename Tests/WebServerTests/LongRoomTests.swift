import CalculatorEngine
import Foundation
import RunningPrograms
import SharedRoom
import Testing

@testable import RoomStore
@testable import WebServer

@Test func `a join reads about as many pages from a long room as from a short one`() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(SQLiteOptions(path: folder.path(of: "rooms.db")))
    defer { store.close() }
    try fill(store, "short", 10)
    try fill(store, "long", Effort.count(6_000, full: 100_000))
    let server = try TestServer(store: store) {
        $0.limits.roomIdleTime = 1
        $0.addressLimits.joinsPerMinute = 1_000_000
    }
    /// The lower quartile of several joins.
    func pages(_ room: String) throws -> Int {
        try (0..<8).map { _ in try join(server, store, room) }.sorted()[2]
    }
    let short = try pages("short")
    #expect(try short > 0 && pages("long") * 2 <= short * 3)
    try server.stop()
}

/// Joins a room that is not open. Returns the number of pages read from the file.
private func join(_ server: TestServer, _ store: SQLiteStore, _ room: String) throws -> Int {
    _ = try Wait.until { store.roomCount == 0 ? true : nil }
    _ = store.holdUp { $0?.takePagesRead() }
    let socket = try WebSocket(server, "/rooms/\(room)")
    try socket.join("a", #","watch":true"#)
    try #require(try socket.receiveFrame().bytes.starts(with: #"{"welcome""#.utf8))
    return store.holdUp { $0?.takePagesRead() ?? 0 }
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
