import Foundation
import Glibc
import RunningPrograms
import SharedRoom
import Testing

@testable import RoomStore
@testable import SQLiteStore
@testable import WebServer

@Test func `a backup has all rooms and overwrites no file`() throws {
    let story = try RoomStory(.file)
    try story.press("5 + 7 =")
    let file = try #require(story.file)
    let target = file.path(of: "copy.db")
    let backup = try FileCommand("backup \(target)", of: file.path)
    #expect(backup.status == 0 && backup.lines == ["copied 1 room to \(target)"])
    #expect(
        try FileCommand("export story --as log", of: target).lines
            == FileCommand("export story --as log", of: file.path).lines)
    let again = try FileCommand("backup \(target)", of: file.path)
    #expect(again.failure == "1: \(target) already exists.")
    let missing = file.path(of: "no")
    let nowhere = try FileCommand("backup \(missing)/copy.db", of: file.path)
    #expect(
        nowhere.failure == "1: \(missing)/copy.db cannot be used: there is no folder \(missing).")
    let none = try FileCommand("backup", of: file.path)
    #expect(none.failure == "2: backup needs a file, such as: calcroom backup monday.db")
    var status = stat()
    #expect(stat(target, &status) == 0 && status.st_mode & 0o777 == 0o600)
    // No temporary files are left.
    let folder = URL(filePath: file.path).deletingLastPathComponent()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { $0.contains("unfinished") } == [])
    #expect(names.filter { $0.hasPrefix("copy.db-wal") } == [])
}

@Test(.enabled(if: SmallDisk.isPossible, "mounting is not permitted here"))
func `a file on a read-only disk is not read, and the error names the remedy`() throws {
    let file = try closedFile("hall")
    let disk = try SmallDisk()
    let wrapper = disk.wrapper(
        then: "cp \(file.path) \(disk.folder)/ && mount -o remount,ro \(disk.folder)")
    let path = "\(disk.folder)/rooms.db"
    let program = try RunningProgram(["rooms", "--data", path], through: wrapper)
    #expect(
        try program.failure() == "1: \(path) cannot be used: its folder cannot be written; "
            + "copy it and its -wal file to another.")
}

@Test func `a backup contains nothing of forgotten rooms`() throws {
    let file = try closedFile("unmistakable-room")
    let target = file.path(of: "copy.db")
    #expect(try FileCommand("forget unmistakable-room", of: file.path).status == 0)
    #expect(
        try FileCommand("backup \(target)", of: file.path).lines == ["copied 0 rooms to \(target)"])
    let data = try Data(contentsOf: URL(filePath: target))
    #expect(data.range(of: Data("unmistakable".utf8)) == nil)
}

@Test func `a backup made while keys arrive is a prefix of the log, in another epoch`() throws {
    let file = try StoredFile(eventsKeptMax: 30_000)
    let server = try TestServer(store: file.store) { $0.limits.lift() }
    let people = try ["a", "b", "c"].map { try WebSocket.joined(server, $0, WebSocket.make) }
    var counts = [1, 1, 1]
    func press(rounds: Int) throws {
        for _ in 0..<rounds {
            for (index, person) in people.enumerated() {
                try person.send(#"{"n":\#(counts[index]),"press":["1","+","2","="]}"#)
                counts[index] += 4
            }
        }
        // The server closes connections whose clients read nothing for long.
        for (index, person) in people.enumerated() {
            try person.receive(until: #""by":\#(index + 1),"n":\#(counts[index] - 1),"press":"=""#)
        }
    }
    var copies: [String] = []
    for number in 1...Effort.count(2, full: 8) {
        try press(rounds: 20)
        let target = file.path(of: "copy\(number).db")
        let backup = try RunningProgram(["backup", target, "--data", file.path])
        // The history keeps 15,000 events. A slow backup must not exceed them.
        for _ in 0..<20 where !backup.isEnded { try press(rounds: 5) }
        #expect(try backup.status() == 0)
        copies.append(target)
    }
    let all = 1 + Int64(people.count) + Int64(counts.reduce(0) { $0 + $1 - 1 })
    let log = try Wait.until {
        let lines = try FileCommand("export 7b --as log", of: file.path).lines
        return lines.count == all ? lines : nil
    }
    let name = try #require(RoomAddress.name("7b"))
    var epochs = [try #require(try FileArchive(file.path).reader.room(name)).epoch]
    for (number, copy) in copies.enumerated() {
        let elsewhere = file.path(of: "elsewhere\(number).db")
        let restore = try FileCommand("restore \(copy)", of: elsewhere)
        #expect(restore.lines == ["restored 1 room to \(elsewhere)"], "\(restore.errorLines)")
        #expect(try FileCommand("replay 7b", of: elsewhere).status == 0)
        let lines = try FileCommand("export 7b --as log", of: elsewhere).lines
        #expect(lines.count > 200 && lines == Array(log.prefix(lines.count)))
        var options = file.options
        options.path = elsewhere
        // The first server begins another epoch, which later ones keep.
        let restored = try (0..<2).map { _ in
            let store = try Wait.until { try? SQLiteStore(options) }
            defer { store.close() }
            return try #require(try store.makeReader().room(name)).epoch
        }
        #expect(restored[0] == restored[1])
        epochs.append(restored[0])
    }
    #expect(Set(epochs).count == copies.count + 1)
    try server.stop()
}

@Test func `restore refuses a file in use, and replaces an existing one only with --replace`()
    throws
{
    let file = try closedFile()
    let copy = file.path(of: "copy.db")
    _ = try FileCommand("backup \(copy)", of: file.path)
    let other = try RoomStory(.file, name: "other")
    try other.press("1")
    let path = try #require(other.file?.path)
    let inUse = try FileCommand("restore \(copy) --replace", of: path)
    let user = "a server (process \(getpid()))"
    #expect(inUse.failure == "1: \(path) is in use by \(user). Stop the server first.")
    try other.file?.close()
    let isThere = try FileCommand("restore \(copy)", of: path)
    #expect(
        isThere.failure == "1: \(path) exists already; --replace renames it instead of failing.")
    let itself = try FileCommand("restore \(path) --replace", of: path)
    #expect(itself.failure == "2: The source and the target are the same: \(path).")
    for number in ["", "-2"] {
        let restore = try FileCommand("restore \(copy) --replace", of: path)
        #expect(
            restore.lines == [
                "restored 1 room to \(path)", "the previous file is now \(path).replaced\(number)",
            ], "\(restore.errorLines)")
    }
    #expect(try FileCommand("rooms", of: path).lines[1].hasPrefix("story "))
    #expect(try FileCommand("rooms", of: path + ".replaced").lines[1].hasPrefix("other "))
    #expect(try FileCommand("rooms", of: path + ".replaced-2").lines[1].hasPrefix("story "))
}

@Test(.enabled(if: geteuid() == 0, "only root may change the owner of files"))
func `a file that root restores belongs to the owner of the folder`() throws {
    let file = try closedFile()
    let copy = file.path(of: "copy.db")
    _ = try FileCommand("backup \(copy)", of: file.path)
    let folder = file.path(of: "service")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    chown(folder, 65_533, 65_534)
    for options in ["", " --replace"] {
        let restore = try FileCommand("restore \(copy)\(options)", of: folder + "/rooms.db")
        #expect(restore.status == 0, "\(restore.errorLines)")
    }
    for name in ["rooms.db", "rooms.db-lock", "rooms.db.replaced"] {
        var status = stat()
        #expect(stat("\(folder)/\(name)", &status) == 0 && status.st_uid == 65_533, "\(name)")
        #expect(status.st_gid == 65_534, "\(name)")
    }
}

@Test func `a damaged or foreign backup is not restored`() throws {
    let file = try closedFile(eventsKeptMax: 2_400) { story in
        for _ in 0..<500 { try story.press("1 + 2 =") }
    }
    let copy = file.path(of: "copy.db")
    let target = file.path(of: "target.db")
    func message() throws -> String {
        let restore = try FileCommand("restore \(copy)", of: target)
        #expect(restore.errorLines.count == 1)
        #expect(!FileManager.default.fileExists(atPath: target))
        return restore.failure
    }
    #expect(try message() == "1: There is no file \(copy).")
    try Data("Dear diary".utf8).write(to: URL(filePath: copy))
    #expect(try message() == "1: \(copy) is not a Calcroom data file.")
    try FileManager.default.removeItem(atPath: copy)
    _ = try FileCommand("backup \(copy)", of: file.path)
    var bytes = try Data(contentsOf: URL(filePath: copy))
    for index in bytes.count / 2..<bytes.count / 2 + 5_000 { bytes[index] ^= 0xFF }
    try bytes.write(to: URL(filePath: copy))
    #expect(try message().hasPrefix("1: \(copy) is damaged: "))
    try FileManager.default.removeItem(atPath: copy)
    _ = try FileCommand("backup \(copy)", of: file.path)
    try SQLiteConnection(copy, .writing).execute("PRAGMA user_version = 99")
    #expect(
        try message()
            == "1: \(copy) was written by a newer version of calcroom. Use that version.")
}

@Test(arguments: [
    "UPDATE history SET checksum = checksum + 1", "DELETE FROM history",
    "UPDATE rooms SET rules = 99",
])
func `backup and restore name rooms whose copies are damaged`(damage: String) throws {
    let file = try closedFile(eventsKeptMax: 2_400) { story in
        for _ in 0..<500 { try story.press("1 + 2 =") }
    }
    try file.change(damage)
    let (copy, target) = (file.path(of: "copy.db"), file.path(of: "target.db"))
    for (command, place, lines) in [
        ("backup \(copy)", file.path, "copied 1 room to \(copy)"),
        ("restore \(copy)", target, "restored 1 room to \(target)"),
    ] {
        let result = try FileCommand(command, of: place)
        #expect(result.status == 1 && result.lines == [lines])
        #expect(result.errorLines.count == 2)
        let first = result.errorLines.first ?? ""
        #expect(first.hasPrefix("calcroom: story was copied, but it is damaged ("), "\(first)")
        #expect(result.errorLines.last == "calcroom: 1 of 1 room is damaged.")
    }
}

@Test func `restored rooms count as visited today`() throws {
    let file = try closedFile()
    let (copy, target) = (file.path(of: "copy.db"), file.path(of: "target.db"))
    let connection = try SQLiteConnection(file.path, .writing)
    var row = try #require(try connection.room(1))
    row.day = 3
    try connection.write(row)
    _ = try FileCommand("backup \(copy)", of: file.path)
    #expect(try FileCommand("restore \(copy)", of: target).status == 0)
    let today = Int64(Date().timeIntervalSince1970) / 86_400
    let day = try SQLiteConnection(target, .reading).number("SELECT day FROM rooms")
    #expect((today - 1...today).contains(day ?? 0))
}
