import Foundation
import SharedRoom
import Testing

@testable import RoomStore
@testable import SQLiteStore
@testable import WebServer

@Test(arguments: [false, true])
func `forget deletes every trace of a room, with and without a server`(isServed: Bool) throws {
    let story = try RoomStory(
        .file, eventsKeptMax: 40, name: "unmistakable-room", people: ["Unmistakable"])
    for _ in 0..<150 { try story.press("1 + 2 =") }
    let file = try #require(story.file)
    if !isServed { try file.close() }
    #expect(try file.contains("nmistakable"))
    let forget = try FileCommand("forget UNMISTAKABLE-room", of: file.path)
    #expect(forget.status == 0 && forget.lines == ["forgot unmistakable-room"])
    #expect(try !file.contains("nmistakable"))
    for table in ["rooms", "journal", "history", "tape", "orders"] {
        #expect(try file.number("SELECT count(*) FROM \(table)") == 0, "\(table)")
    }
    let again = try FileCommand("forget unmistakable-room", of: file.path)
    #expect(again.status == 1)
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
        #expect(try !file.contains("unmistakable"))
    }
}

@Test func `forget fails and withdraws its order if the server does not answer`() throws {
    let file = try closedFile()
    // The process that holds the lock is expected to carry out orders.
    let lock = try FileLock(of: file.path)
    let name = try #require(RoomAddress.name("story"))
    #expect(throws: StoreError.unanswered(path: file.path)) {
        try RoomOrder(.forget, name).execute(in: file.path, secondsMax: 0)
    }
    withExtendedLifetime(lock) {}
    #expect(try file.number("SELECT count(*) FROM rooms") == 1)
    #expect(try file.number("SELECT count(*) FROM orders") == 0)
}

/// A later server would execute it, although the operator was told that it has failed.
@Test func `forget withdraws its order if the file cannot be used`() throws {
    let file = try closedFile()
    try file.change("INSERT INTO journal VALUES (\(Int64.max), 1, 1, x'', 0)")
    let name = try #require(RoomAddress.name("story"))
    #expect(throws: StoreError.damaged(path: file.path, what: "the number of a row")) {
        try RoomOrder(.forget, name).execute(in: file.path)
    }
    #expect(try file.number("SELECT count(*) FROM orders") == 0)
}
