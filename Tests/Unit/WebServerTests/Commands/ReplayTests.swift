import Foundation
import SharedRoom
import Testing

@testable import RoomStore
@testable import SQLiteStore
@testable import WebServer

@Test func `replay prints a line with the display for every event`() throws {
    let file = try closedFile { story in
        try story.enter("")
        try story.press("5 + 7 =")
        story.act(.keypad(.tip))
        story.act(.lock(true))
        try story.press("8", by: 2)
    }
    let replay = try FileCommand("replay story", of: file.path)
    #expect(replay.status == 0 && replay.errorLines == [])
    #expect(replay.lines[1].hasPrefix("2\t\t\"enter\":{\"identity\":\""))
    #expect(
        Array(replay.lines[3...9]) == [
            "4\tAda\t5\t5", "5\tAda\t+\t5", "6\tAda\t7\t7", "7\tAda\t=\t12",
            "8\tAda\t\"keypad\":\"tip\"\t12.00", "9\tAda\t\"lock\":true\t12.00",
            "10\tPerson 2\t8\t12.00\tvoid: locked",
        ])
    #expect(replay.lines.count == 11)
}

@Test func `replay verifies all snapshots and events`() throws {
    let story = try RoomStory(.file, eventsKeptMax: 160)
    // Of 82 events, most are in the history, which has milestones, and some in the journal.
    for _ in 0..<20 { try story.press("1 + 2 =") }
    let file = try #require(story.file)
    let served = try FileCommand("replay story", of: file.path)
    #expect(served.status == 0 && served.lines.count == 83)
    let hash = String(try story.room.hash, radix: 16)
    #expect(served.lines[82].hasSuffix(hash), "\(served.lines[82])")
    #expect(served.lines[82].hasPrefix("verified 2 snapshots, 82 events, hash "))
    try file.close()
    #expect(try FileCommand("replay story", of: file.path).lines == served.lines)
}

@Test func `replay reports a mismatch with exit status 1`() throws {
    for (statement, problem) in [
        ("UPDATE history SET events = replace(events, '\"7\"', '\"8\"')", "a row of the history"),
        ("DELETE FROM history WHERE first > 257", "a gap in the history"),
        ("UPDATE rooms SET sequence = sequence + 1", "a room's row"),
        (
            "DELETE FROM tape WHERE sequence = (SELECT min(sequence) FROM tape)",
            "49 dropped tape lines are stored instead of 50"
        ),
        ("UPDATE tape SET line = replace(line, '7 + 7', '8 + 7')", "a line of the tape"),
    ] {
        let file = try closedFile(eventsKeptMax: 2_400) { story in
            for _ in 0..<150 { try story.press("7 + 7 =") }
        }
        #expect(try FileCommand("replay story", of: file.path).status == 0)
        try file.change(statement)
        let replay = try FileCommand("replay story", of: file.path)
        #expect(replay.status == 1, "\(statement)")
        #expect(
            replay.errorLines == ["calcroom: The room story is damaged: \(problem)."])
    }
}

@Test func `replay finds a snapshot that does not follow from its events`() throws {
    let file = try closedFile(eventsKeptMax: 160) { story in
        for _ in 0..<10 { try story.press("1 + 2 =") }
    }
    // All checksums are right, as if another engine had written the snapshot.
    let row = try #require(try SQLiteConnection(file.path, .reading).room(1))
    let other = try closedFile(eventsKeptMax: 160) { story in
        for _ in 0..<10 { try story.press("1 + 3 =") }
    }
    var forged = row
    forged.snapshot = try #require(try SQLiteConnection(other.path, .reading).room(1)).snapshot
    try SQLiteConnection(file.path, .writing).write(forged)
    let replay = try FileCommand("replay story", of: file.path)
    #expect(replay.status == 1 && replay.lines.count == 42)
    #expect(
        replay.errorLines == [
            "calcroom: The room story is damaged: "
                + "the snapshot after event 42 differs from the replay."
        ])
}

@Test func `a room that other rules have written is not replayed`() throws {
    let file = try closedFile()
    var row = try #require(try SQLiteConnection(file.path, .reading).room(1))
    row.rules = 99
    try SQLiteConnection(file.path, .writing).write(row)
    let replay = try FileCommand("replay story", of: file.path)
    let versions = "rules version 99, and this calcroom has version \(Room.rules)"
    #expect(replay.failure == "1: The room has \(versions).")
}

@Test func `replay of a compacted room reports the first event`() throws {
    let file = try closedFile(eventsKeptMax: 80) { story in
        for _ in 0..<60 { try story.press("1 + 2 =") }
    }
    let first = try #require(try file.number("SELECT oldest FROM rooms"))
    #expect(first > 100)
    let replay = try FileCommand("replay story", of: file.path)
    #expect(replay.status == 0, "\(replay.errorLines)")
    #expect(
        replay.lines[0]
            == "the history begins with event \(first); older events were compacted")
    #expect(replay.lines[1].hasPrefix("\(first)\tAda\t"))
    let last = try #require(replay.lines.last)
    #expect(last.contains("snapshots, \(242 - first + 1) events, hash "))
}

/// With 3 failed trials a room is set aside.
@Test(arguments: [(2, false), (3, false), (3, true)])
func `a successful replay clears the count of failed trials`(trials: Int, isServed: Bool) throws {
    let story = try RoomStory(.file, name: "7b")
    try story.press("5 + 7 =")
    let file = try #require(story.file)
    try file.close()
    try file.change("UPDATE rooms SET trials = \(trials)")
    let server = isServed ? try TestServer(store: SQLiteStore(file.options)) : nil
    if let server {
        #expect(try server.get("/rooms/7b/state").status == 503)
    }
    let replay = try FileCommand("replay 7b", of: file.path)
    #expect(replay.status == 0 && replay.errorLines == [])
    #expect(replay.lines.last == "7b is no longer set aside")
    #expect(try file.number("SELECT sum(trials) FROM rooms") == 0)
    // The events of the journal are served again, and the next event follows them.
    let served = try server ?? TestServer(store: SQLiteStore(file.options))
    let ada = try WebSocket.joined(served, "a")
    try ada.send(#"{"n":1,"press":"7"}"#, until: #""press":"7""#)
    let state = try served.get("/rooms/7b/state").body
    #expect(state.hasPrefix(#"{"seq":8,"#) && state.contains(#""display":"7""#), "\(state)")
    #expect(try FileCommand("replay 7b", of: file.path).status == 0)
    try served.stop()
}

@Test func `a room that cannot be replayed stays set aside`() throws {
    let file = try closedFile()
    try file.change("UPDATE rooms SET trials = 3, time = time + 1")
    #expect(try FileCommand("replay story", of: file.path).status == 1)
    #expect(try file.number("SELECT sum(trials = 3) FROM rooms") == 1)
}

@Test func `replay names the event when a fault ends the program`() throws {
    let file = try closedFile(eventsKeptMax: 100_000) { try $0.press("1 + 2 =", times: 5_000) }
    // The program blocks when the pipe is full.
    let pipe = Pipe()
    let program = try RunningProgram(
        ["replay", "story", "--data", file.path], output: pipe.fileHandleForWriting)
    let beginning = try #require(try pipe.fileHandleForReading.read(upToCount: 100))
    #expect(String(decoding: beginning, as: UTF8.self).hasPrefix("1\t\t\"make\":"))
    program.send(SIGILL)
    #expect(try program.status() == 1)
    let pattern = #/calcroom: The engine crashed at event [0-9]+ of story\./#
    #expect(program.errorLines.count == 1)
    #expect(program.errorLines[0].wholeMatch(of: pattern) != nil, "\(program.errorLines)")
}
