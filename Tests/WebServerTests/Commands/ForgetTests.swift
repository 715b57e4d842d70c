import Foundation
import SharedRoom
import Testing

@testable import RoomStore
@testable import WebServer

/// Whether one of the files of a store has these bytes anywhere.
private func isFound(_ text: String, in file: StoredFile) throws -> Bool {
    try ["", "-wal", "-journal"].contains { suffix in
        let url = URL(filePath: file.path + suffix)
        guard FileManager.default.fileExists(atPath: url.path) else { return false }
        return try Data(contentsOf: url).range(of: Data(text.utf8)) != nil
    }
}

@Test(arguments: [false, true])
func `C90 a room is forgotten, whether it is served or not`(isServed: Bool) throws {
    let story = try RoomStory(.file, eventsKeptMax: 40, name: "unmistakable-room")
    try story.enter("Unmistakable")
    for _ in 0..<150 { try story.press("1 + 2 =") }
    let file = try #require(story.file)
    if !isServed { try file.close() }
    #expect(try isFound("nmistakable", in: file))
    let forget = try FileCommand("forget UNMISTAKABLE-room", of: file.path)
    #expect(forget.status == 0 && forget.lines == ["forgot unmistakable-room"])
    #expect(try !isFound("nmistakable", in: file))
    for table in ["rooms", "journal", "history", "tape", "orders"] {
        #expect(try file.number("SELECT count(*) FROM \(table)") == 0, "\(table)")
    }
    let again = try FileCommand("forget unmistakable-room", of: file.path)
    #expect(again.status == 1)
}

@Test func `C90 whoever is in a room that is forgotten is told`() throws {
    let file = try StoredFile()
    let server = try TestServer(store: file.store)
    let ada = try WebSocket.joined(server, "a", WebSocket.make)
    try ada.say(#"{"n":1,"press":"7"}"#)
    try ada.hear(until: #""press":"7""#)
    #expect(try FileCommand("forget 7b", of: file.path).status == 0)
    try ada.hear(until: #""bye""#)
    #expect(try Page(server, "GET /rooms/7b/state HTTP/1.1").status == 404)
    try server.stop()
}

@Test func `C90 one that was set aside leaves nothing in the journal`() throws {
    for isServed in [false, true] {
        let story = try RoomStory(.file, name: "unmistakable-room")
        try story.press("1 + 2 =")
        let file = try #require(story.file)
        try file.close()
        try file.change("UPDATE rooms SET isSetAside = 1")
        #expect(try file.number("SELECT count(*) FROM journal") ?? 0 > 0)
        let store = isServed ? try SQLiteStore(file.options) : nil
        #expect(try FileCommand("forget unmistakable-room", of: file.path).status == 0)
        store?.close()
        #expect(try file.number("SELECT count(*) FROM journal") == 0)
        #expect(try !isFound("unmistakable", in: file))
    }
}

@Test func `C90 a server that does not answer is told, and asked no longer`() throws {
    let file = try finished()
    // Whoever holds the lock should look for orders.
    let lock = try FileLock(of: file.path)
    let name = try #require(RoomAddress.name("story"))
    #expect(throws: RoomFileError.unanswered(path: file.path)) {
        try RoomOrder(.forget, name).carryOut(in: file.path, secondsMax: 0)
    }
    withExtendedLifetime(lock) {}
    #expect(try file.number("SELECT count(*) FROM rooms") == 1)
    #expect(try file.number("SELECT count(*) FROM orders") == 0)
}
