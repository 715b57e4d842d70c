import Foundation
import RunningPrograms
import Testing

@testable import RoomStore
@testable import SQLiteStore
@testable import WebServer

@Test func `a join reads about as many pages from a long room as from a short one`() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(SQLiteOptions(path: folder.path(of: "rooms.db")))
    defer { store.close() }
    for (room, rounds) in [("short", 2), ("long", Effort.count(1_500, full: 25_000))] {
        let story = try RoomStory(in: store, name: room, people: ["Ada"])
        try story.press("1 + 2 =", times: rounds)
        story.leave()
    }
    let server = try TestServer(store: store) {
        $0.limits[.roomIdleTime] = 1
        $0.limits[.joinsPerMinute] = 1_000_000
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
    try Wait.untilTrue { store.roomCount == 0 }
    _ = store.holdUp { $0?.takePagesRead() }
    let socket = try WebSocket(server, "/rooms/\(room)")
    try socket.join("a", #","watch":true"#)
    try #require(try socket.receiveFrame().bytes.starts(with: #"{"welcome""#.utf8))
    return store.holdUp { $0?.takePagesRead() ?? 0 }
}
