import Foundation
import SharedRoom
import Testing

@testable import RoomStore
@testable import WebServer

/// A room of a file that nobody serves any more.
func finished(
    _ name: String = "story", eventsKeptMax: Int = 30_000,
    _ write: (RoomStory) throws -> Void = { try $0.press("5 + 7 =") }
) throws -> StoredFile {
    let story = try RoomStory(.file, eventsKeptMax: eventsKeptMax, name: name)
    try story.enter("Ada")
    try write(story)
    story.leave()
    let file = try #require(story.file)
    try file.close()
    return file
}

@Test func `C80 the file is named on the command line, or in the environment`() throws {
    let file = try finished()
    let named = try FileCommand("rooms", of: file.path)
    let environment = ["CALCROOM_DATA": file.path]
    #expect(try FileCommand(["rooms"], environment: environment).lines == named.lines)
    let other = try FileCommand("rooms", of: "/nowhere/rooms.db", environment: environment)
    #expect(other.complaints == ["calcroom: There is no file /nowhere/rooms.db."])
}

@Test(arguments: ["CAFÉ-7", "cafe\u{301}-7", "café-7"])
func `C81 a room is named as people write it`(name: String) throws {
    let file = try finished("Café-7")
    let command = try FileCommand(["export", name, "--data", file.path])
    #expect(command.status == 0 && command.lines.count == 1)
}

@Test(arguments: ["export", "replay", "forget"])
func `C81 a room that is not there is told with the nearest names`(command: String) throws {
    let file = try finished("party")
    let near = try FileCommand("\(command) prty", of: file.path)
    #expect(near.status == 1 && near.lines == [])
    #expect(
        near.complaints == ["calcroom: There is no room prty in \(file.path). Did you mean party?"])
    let far = try FileCommand("\(command) class", of: file.path)
    #expect(
        far.complaints == [
            "calcroom: There is no room class in \(file.path). Those that there are: "
                + "calcroom rooms --data \(file.path)."
        ])
    let none = try FileCommand("\(command)", of: file.path)
    #expect(none.status == 2)
    #expect(
        none.complaints
            == ["calcroom: \(command) needs the name of a room: calcroom \(command) party"])
    let many = try FileCommand("\(command) one two", of: file.path)
    #expect(many.complaints == ["calcroom: two is too much; \(command) takes one room."])
    let wrong = try FileCommand("\(command) a/b", of: file.path)
    #expect(
        wrong.status == 2 && wrong.complaints[0].hasPrefix("calcroom: a/b is no name of a room"))
}

@Test(arguments: [
    ["rooms"], ["export", "a"], ["replay", "a"], ["forget", "a"], ["backup", "b"],
])
func `C82 a file that is none of rooms is told in one line`(words: [String]) throws {
    let file = try finished()
    let path = file.path(of: "other")
    func complaint() throws -> String {
        let words = words.map { $0 == "b" ? file.path(of: "b") : $0 }
        let command = try FileCommand(words + ["--data", path])
        #expect(command.status == 1 && command.lines == [] && command.complaints.count == 1)
        #expect(!FileManager.default.fileExists(atPath: file.path(of: "b")))
        return command.complaints[0]
    }
    #expect(try complaint() == "calcroom: There is no file \(path).")
    for text in words == ["rooms"]
        ? ["", "Dear diary", String(repeating: "\0", count: 8_192)] : [""]
    {
        try Data(text.utf8).write(to: URL(filePath: path))
        #expect(try complaint() == "calcroom: \(path) is no file of rooms.")
    }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(try complaint() == "calcroom: \(path) is no file of rooms.")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: file.path, toPath: path)
    try SQLiteConnection(path, .writing).execute("PRAGMA user_version = 99")
    #expect(
        try complaint() == "calcroom: \(path) was written by a newer calcroom. Use that one.")
    try Data(contentsOf: URL(filePath: file.path)).prefix(12_288).write(to: URL(filePath: path))
    #expect(try complaint().hasPrefix("calcroom: \(path) is damaged: "))
}

@Test func `C83 rooms are listed with what they have`() throws {
    let file = try finished()
    let other = try RoomStory(.file, name: "b")
    try other.enter("Ada")
    try other.enter("Ben")
    try other.press("1 2 3")
    let path = try #require(other.file?.path)
    // Both a file that is served and one that is not.
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

@Test func `C83 what is wrong with a room stands beside it`() throws {
    let file = try finished()
    for (statement, state, events, complaint) in [
        (
            "isSetAside = 1", "setAside", 6,
            "set aside; calcroom replay puts it back if it can be read"
        ),
        ("isSetAside = 0, time = time + 1", "damaged", 6, "damaged; calcroom replay says where"),
        ("rules = 99", "newer", 6, "of newer rules"),
    ] {
        try file.change("UPDATE rooms SET \(statement)")
        let line = try #require(try FileCommand("rooms", of: file.path).lines.last)
        #expect(line.hasPrefix("story ") && line.hasSuffix("  \(complaint)"), "\(line)")
        let json = try #require(try FileCommand("rooms --json", of: file.path).lines.last)
        #expect(json.contains(#""events":\#(events),"people":null,"#), "\(json)")
        #expect(json.hasSuffix(#","state":"\#(state)"}"#))
    }
}
