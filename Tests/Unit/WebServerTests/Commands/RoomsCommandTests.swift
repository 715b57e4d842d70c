import Foundation
import SharedRoom
import Testing

@testable import RoomStore
@testable import SQLiteStore
@testable import WebServer

/// A data file with one room. No server has the file open.
func closedFile(
    _ name: String = "story", eventsKeptMax: Int = 30_000,
    _ write: (RoomStory) throws -> Void = { try $0.press("5 + 7 =") }
) throws -> StoredFile {
    let story = try RoomStory(.file, eventsKeptMax: eventsKeptMax, name: name)
    try write(story)
    story.leave()
    let file = try #require(story.file)
    try file.close()
    return file
}

@Test func `the command line or the environment names the data file`() throws {
    let file = try closedFile()
    let named = try FileCommand("rooms", of: file.path)
    let environment = ["CALCROOM_DATA": file.path]
    #expect(try FileCommand(["rooms"], environment: environment).lines == named.lines)
    let other = try FileCommand("rooms", of: "/nowhere/rooms.db", environment: environment)
    #expect(other.failure == "1: There is no file /nowhere/rooms.db.")
}

@Test(arguments: [
    ["rooms"], ["export", "a"], ["replay", "a"], ["forget", "a"], ["backup", "b"],
    ["restore", "b"],
])
func `commands for stored rooms reject other locations`(words: [String]) throws {
    for store in ["", ":memory:", "redis://", "http://127.0.0.1"] {
        #expect(
            try FileCommand(words + ["--data", store]).failure
                == "2: --data takes the path of a data file, or "
                + "redis://USER:PASSWORD@HOST:PORT/DB (rediss:// with TLS).")
    }
}

@Test func `a missing argument is reported before a missing file`() throws {
    let command = try FileCommand("export", of: "/nowhere/rooms.db")
    #expect(command.errorLines[0].hasPrefix("calcroom: export needs the name of a room"))
}

@Test(arguments: ["CAFÉ-7", "cafe\u{301}-7", "café-7"])
func `room names are normalized`(name: String) throws {
    let file = try closedFile("Café-7")
    let command = try FileCommand(["export", name, "--data", file.path])
    #expect(command.status == 0 && command.lines.count == 1)
}

@Test(arguments: ["export", "replay", "forget"])
func `the error for an unknown room suggests similar names`(command: String) throws {
    let file = try closedFile("party")
    for (words, message) in [
        ("prty", "1: There is no room prty in \(file.path). Did you mean party?"),
        (
            "class",
            "1: There is no room class in \(file.path). For a list, run: "
                + "calcroom rooms --data \(file.path)."
        ),
        ("", "2: \(command) needs the name of a room, such as: calcroom \(command) party"),
        ("one two", "2: Unexpected argument two; \(command) takes one room."),
    ] {
        #expect(try FileCommand("\(command) \(words)", of: file.path).failure == message)
    }
    let wrong = try FileCommand("\(command) a/b", of: file.path)
    #expect(wrong.failure.hasPrefix("2: a/b is not a room name"))
}

@Test(arguments: [
    ["rooms"], ["export", "a"], ["replay", "a"], ["forget", "a"], ["backup", "b"],
])
func `an unusable data file is reported in one line`(words: [String]) throws {
    let file = try closedFile()
    let path = file.path(of: "other")
    func message() throws -> String {
        let words = words.map { $0 == "b" ? file.path(of: "b") : $0 }
        let command = try FileCommand(words + ["--data", path])
        #expect(command.errorLines.count == 1)
        #expect(!FileManager.default.fileExists(atPath: file.path(of: "b")))
        return command.failure
    }
    #expect(try message() == "1: There is no file \(path).")
    for text in words == ["rooms"]
        ? ["", "Dear diary", String(repeating: "\0", count: 8_192)] : [""]
    {
        try Data(text.utf8).write(to: URL(filePath: path))
        #expect(try message() == "1: \(path) is not a Calcroom data file.")
    }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(try message() == "1: \(path) is not a Calcroom data file.")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: file.path, toPath: path)
    try SQLiteConnection(path, .writing).execute("PRAGMA user_version = 99")
    #expect(
        try message()
            == "1: \(path) was written by a newer version of calcroom. Use that version.")
    try Data(contentsOf: URL(filePath: file.path)).prefix(12_288).write(to: URL(filePath: path))
    #expect(try message().hasPrefix("1: \(path) is damaged: "))
}

@Test func `rooms lists the size and last visit of each room`() throws {
    let file = try closedFile()
    let other = try RoomStory(.file, name: "b", people: ["Ada", "Ben"])
    try other.press("1 2 3")
    let path = try #require(other.file?.path)
    // One file is served, the other is not.
    #expect(
        try FileCommand("rooms", of: path).lines[1].hasPrefix("b          6       2  2026-09-21 "))
    let lines = try FileCommand("rooms", of: file.path).lines
    #expect(lines.count == 2 && lines[0].hasPrefix("room   events  people  last visit  bytes"))
    #expect(lines[1].hasPrefix("story       6       1  2026-09-21 "))
    let json = try FileCommand("rooms --json", of: file.path).lines
    #expect(json.count == 1)
    #expect(
        json[0].hasPrefix(
            #"{"name":"story","events":6,"people":1,"lastVisit":"2026-09-21","bytes":"#))
    #expect(json[0].hasSuffix(#","state":"sound"}"#))
}

@Test func `rooms lists the problem of a room`() throws {
    let file = try closedFile()
    for (statement, state, events, problem) in [
        (
            "trials = 3", "setAside", 6,
            "set aside; run calcroom replay to check it and put it back"
        ),
        (
            "trials = 0, time = time + 1", "damaged", 6,
            "damaged; run calcroom replay for details"
        ),
        ("rules = 99", "otherRules", 6, "written by a version with other rules"),
    ] {
        try file.change("UPDATE rooms SET \(statement)")
        let line = try #require(try FileCommand("rooms", of: file.path).lines.last)
        #expect(line.hasPrefix("story ") && line.hasSuffix("  \(problem)"), "\(line)")
        let json = try #require(try FileCommand("rooms --json", of: file.path).lines.last)
        #expect(json.contains(#""events":\#(events),"people":null,"#), "\(json)")
        #expect(json.hasSuffix(#","state":"\#(state)"}"#))
    }
}
