import Foundation
import SharedRoom
import Testing

@testable import RoomStore
@testable import WebServer

/// True if one of the store's files contains the text.
private func isFound(_ text: String, in file: StoredFile) throws -> Bool {
    try ["", "-wal", "-journal"].contains { suffix in
        let url = URL(filePath: file.path + suffix)
        guard FileManager.default.fileExists(atPath: url.path) else { return false }
        return try Data(contentsOf: url).range(of: Data(text.utf8)) != nil
    }
}

@Test(arguments: [false, true])
func `forget deletes every trace of a room, with and without a server`(isServed: Bool) throws {
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

@Test func `clients in a forgotten room are notified`() throws {
    let file = try StoredFile()
    let server = try TestServer(store: file.store)
    let ada = try WebSocket.joined(server, "a", WebSocket.make)
    try ada.send(#"{"n":1,"press":"7"}"#)
    try ada.receive(until: #""press":"7""#)
    #expect(try FileCommand("forget 7b", of: file.path).status == 0)
    try ada.receive(until: #""bye""#)
    #expect(try HTTPReply(server, "GET /rooms/7b/state HTTP/1.1").status == 404)
    try server.stop()
}

@Test func `a forgotten room that was set aside leaves nothing in the journal`() throws {
    for isServed in [false, true] {
        let story = try RoomStory(.file, name: "unmistakable-room")
        try story.press("1 + 2 =")
        let file = try #require(story.file)
        try file.close()
        try file.change("UPDATE rooms SET trials = 3")
        #expect(try file.number("SELECT count(*) FROM journal") ?? 0 > 0)
        let store = isServed ? try SQLiteStore(file.options) : nil
        #expect(try FileCommand("forget unmistakable-room", of: file.path).status == 0)
        store?.close()
        #expect(try file.number("SELECT count(*) FROM journal") == 0)
        #expect(try !isFound("unmistakable", in: file))
    }
}

@Test func `forget fails and withdraws its order if the server does not answer`() throws {
    let file = try closedFile()
    // The process that holds the lock is expected to carry out orders.
    let lock = try FileLock(of: file.path)
    let name = try #require(RoomAddress.name("story"))
    #expect(throws: RoomFileError.unanswered(path: file.path)) {
        try RoomOrder(.forget, name).execute(in: file.path, secondsMax: 0)
    }
    withExtendedLifetime(lock) {}
    #expect(try file.number("SELECT count(*) FROM rooms") == 1)
    #expect(try file.number("SELECT count(*) FROM orders") == 0)
}

/// A later server would execute it, although the operator was told that it has failed.
@Test func `forget withdraws its order if the file cannot be used`() throws {
    let file = try closedFile()
    try file.change("CREATE TABLE other (id)")
    let name = try #require(RoomAddress.name("story"))
    #expect(throws: RoomFileError.damaged(path: file.path, what: "its schema")) {
        try RoomOrder(.forget, name).execute(in: file.path)
    }
    #expect(try file.number("SELECT count(*) FROM orders") == 0)
}
