import Foundation
import Glibc
import RunningPrograms
import RunningRedis
import SharedRoom
import Testing

@testable import RedisStore
@testable import RoomStore
@testable import SQLiteStore
@testable import WebServer

private let isPossible = ConditionTrait.enabled(
    if: RunningRedis.isInstalled, "redis-server is not installed (Debian: redis-tools)")

/// A Redis, and a folder for files.
private final class CopyPlace {
    let redis: RunningRedis
    private let folder: TemporaryFolder

    init(_ settings: [String] = []) throws {
        folder = try TemporaryFolder()
        redis = try RunningRedis(settings)
    }

    deinit { redis.end() }

    var data: String { "redis://127.0.0.1:\(redis.port)" }
    var name: String { "Redis at 127.0.0.1:\(redis.port)" }

    func file(_ name: String) -> String { folder.path(of: name) }

    var fileNames: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
    }

    func copy(_ source: String, _ target: String, _ options: String = "") throws -> FileCommand {
        let words = options.split(separator: " ").map(String.init)
        return try FileCommand(["copy", "--from", source, "--to", target] + words)
    }

    func serve(_ options: [String] = []) throws -> ServingProgram {
        try ServingProgram(data, ["--loops", "1"] + options)
    }
}

/// Everything that commands show of a room.
private func contents(of room: String, in place: String) throws -> [String] {
    let replay = try FileCommand("replay \(room)", of: place)
    #expect(replay.lines.last?.hasPrefix("verified ") == true, "\(replay.errorLines)")
    let exports = try ["log", "tape.csv", "tape.txt"].flatMap {
        try FileCommand("export \(room) --as \($0)", of: place).lines
    }
    // The first line of a log may be a snapshot, with the epoch.
    return replay.lines + exports.filter { !$0.hasPrefix(#"{"snapshot""#) }
}

private func epoch(_ archive: any RoomArchive) throws -> UInt64 {
    let name = try #require(RoomAddress.name("story"))
    return try #require(try archive.reader.room(name)).epoch
}

/// The room 7b at a server.
private func join(_ server: ServingProgram, _ letter: Character) throws -> (WebSocket, Welcome) {
    let socket = try WebSocket(port: server.port)
    try socket.join(letter, WebSocket.make)
    return (socket, try socket.welcome())
}

@Test(isPossible, arguments: [false, true])
func `a copied room has the same history, tape and hash, in Redis and in a file`(
    hasLeft: Bool
) throws {
    let story = try RoomStory(.file, eventsKeptMax: 8_000)
    try story.press("1 + 2 =", times: 700)
    // The last events stay in the journal unless the room is compacted.
    if hasLeft { story.leave() }
    let file = try #require(story.file)
    try file.close()
    let place = try CopyPlace()
    let copy = try place.copy(file.path, place.data)
    #expect(copy.status == 0 && copy.lines == ["copied 1 room to \(place.name)"])
    let expected = try contents(of: "story", in: file.path)
    #expect(expected.count > 2_000)
    #expect(try contents(of: "story", in: place.data) == expected)
    let backup = try FileCommand("backup \(place.file("copy.db"))", of: place.data)
    #expect(backup.lines == ["copied 1 room to \(place.file("copy.db"))"], "\(backup.errorLines)")
    #expect(try contents(of: "story", in: place.file("copy.db")) == expected)
    #expect(
        try Set([
            epoch(FileArchive(file.path)), epoch(FileArchive(place.file("copy.db"))),
            epoch(RedisArchive(#require(RedisAddress(place.data)))),
        ]).count == 3)
    #expect(try place.fileNames == ["copy.db"])
    // Only the room, the store, and no part of the copy.
    #expect(place.redis.ask("EVAL \"return #redis.call('KEYS', 'calcroom:copy:*')\" 0") == "0")
    // A server can continue both.
    let server = try place.serve()
    defer { try? server.kill() }
    let inFile = try ServingProgram(place.file("copy.db"))
    defer { try? inFile.kill() }
    for served in [server, inFile] {
        #expect(try served.press("C 5 + 7 =", in: "story") == ["12"])
    }
    try inFile.stop()
    for data in [place.data, place.file("copy.db")] {
        let lines = try FileCommand("export story --as log", of: data).lines
        #expect(lines.count == 2_802 + 6, "\(data)")
        #expect(try FileCommand("replay story", of: data).status == 0)
    }
}

/// Without events, a stream in Redis would number the next one 1.
@Test(isPossible, arguments: [1_000, 8_000])
func `a copy to Redis keeps only as much history as --history-events`(milestone: Int) throws {
    let file = try closedFile(eventsKeptMax: milestone * 4) { story in
        try story.press("1 + 2 =", times: 1_500)
    }
    let place = try CopyPlace()
    let copy = try place.copy(file.path, place.data, "--history-events 2000")
    #expect(copy.status == 0, "\(copy.errorLines)")
    let kept = Int(place.redis.ask("XLEN calcroom:room:story:events") ?? "") ?? -1
    #expect(milestone == 1_000 ? (1_000...2_000).contains(kept) : kept == 0, "\(kept)")
    let server = try place.serve()
    defer { try? server.kill() }
    #expect(try server.press("C 5 + 7 =", in: "story") == ["12"])
    let replay = try FileCommand("replay story", of: place.data)
    #expect(replay.status == 0, "\(replay.errorLines)")
    #expect(replay.lines.first?.hasPrefix("the history begins with event ") == true)
    #expect(replay.lines.dropLast().last?.hasPrefix("6008\t") == true)
}

@Test(isPossible)
func `forget ends a room of a Redis at all servers, which can make it again`() throws {
    let place = try CopyPlace()
    let servers = try (0..<2).map { _ in try place.serve() }
    defer { for server in servers { try? server.kill() } }
    let (ada, _) = try join(servers[0], "a")
    let (ben, first) = try join(servers[1], "b")
    try ada.send(#"{"n":1,"press":"7"}"#)
    try ben.receive(until: #""press":"7""#)
    let forget = try FileCommand("forget 7B", of: place.data)
    #expect(forget.status == 0 && forget.lines == ["forgot 7b"], "\(forget.errorLines)")
    for socket in [ada, ben] { try socket.receive(until: #"{"bye":{"why":"deleted""#) }
    let again = try FileCommand("forget 7b", of: place.data)
    #expect(again.status == 1)
    #expect(again.errorLines.first?.contains("There is no room 7b in \(place.name)") == true)
    let (carl, second) = try join(servers[0], "c")
    #expect(second.epoch != first.epoch && second.sequence == 2)
    let (dora, _) = try join(servers[1], "d")
    try carl.send(#"{"n":1,"press":"8"}"#)
    try dora.receive(until: #""press":"8""#)
}

@Test(isPossible)
func `servers continue with restored rooms, and the others stay`() throws {
    let place = try CopyPlace()
    let servers = try (0..<2).map { _ in try place.serve() }
    defer { for server in servers { try? server.kill() } }
    let (ada, first) = try join(servers[0], "a")
    let (ben, _) = try join(servers[1], "b")
    try ada.send(#"{"n":1,"press":"5"}"#)
    try ben.receive(until: #""press":"5""#)
    let backup = place.file("monday.db")
    #expect(try FileCommand("backup \(backup)", of: place.data).status == 0)
    #expect(try servers[1].press("1", in: "yard") == ["1"])
    var sockets = [ada, ben]
    var epochs = [first.epoch]
    for round in 0..<2 {
        try sockets[0].send(#"{"n":2,"press":"7"}"#)
        try sockets[1].receive(until: #""press":"7""#)
        let refused = try FileCommand("restore \(backup)", of: place.data)
        #expect(refused.status == 1)
        #expect(
            refused.errorLines == [
                "calcroom: \(place.name) has rooms already; "
                    + "--replace deletes those of the same name instead of failing."
            ])
        // A server without a connection receives no message.
        for type in ["pubsub", "normal"] where round == 1 {
            _ = place.redis.ask("CLIENT KILL TYPE \(type)")
        }
        let restore = try FileCommand("restore \(backup) --replace", of: place.data)
        #expect(
            restore.lines == ["restored 1 room to \(place.name)"], "\(restore.errorLines)")
        for socket in sockets { try socket.receive(until: #"{"bye":{"why":"storage""#) }
        let joined = try zip(servers, "ab").map { try join($0, $1) }
        sockets = joined.map(\.0)
        #expect(joined.allSatisfy { $0.1.sequence == 4 })
        #expect(joined[0].1.you?.last == 1)
        epochs.append(joined[0].1.epoch)
        #expect(joined[1].1.epoch == joined[0].1.epoch)
    }
    #expect(Set(epochs).count == 3)
    #expect(try FileCommand("rooms", of: place.data).lines.count == 3)
    try sockets[0].send(#"{"n":2,"press":"9"}"#)
    try sockets[1].receive(until: #""press":"9""#)
}

@Test(isPossible)
func `backups of a busy Redis can be restored, and have the hash of a moment`() throws {
    let place = try CopyPlace()
    let server = try place.serve(["--history-events", "1000"])
    defer { try? server.kill() }
    let typist = try Visitor(at: server.link("hall"), seed: 1, pauses: 1..<3)
    defer { typist.setMode(.leave) }
    let other = try CopyPlace()
    for number in 1...3 {
        try Wait.untilTrue { typist.seen.confirmedCount > number * 700 }
        let path = place.file("\(number).db")
        let backup = try FileCommand("backup \(path)", of: place.data)
        #expect(backup.lines == ["copied 1 room to \(path)"], "\(backup.errorLines)")
        let restore = try FileCommand("restore \(path) --replace", of: other.data)
        #expect(restore.status == 0, "\(restore.errorLines)")
        let file = try contents(of: "hall", in: path)
        #expect(try contents(of: "hall", in: other.data) == file)
    }
    #expect(typist.seen.failure == nil)
}

@Test(isPossible)
func `rooms that cannot be copied are named, and the others are copied`() throws {
    let file = try closedFile()
    let place = try CopyPlace()
    #expect(try place.copy(file.path, place.data).status == 0)
    for (room, field) in [("lost", "head 99"), ("new", "rules 99"), ("odd", "head x")] {
        #expect(place.redis.ask("COPY calcroom:room:story calcroom:room:\(room)") == "1")
        #expect(place.redis.ask("HSET calcroom:room:\(room) \(field)") == "0")
    }
    let backup = try FileCommand("backup \(place.file("copy.db"))", of: place.data)
    #expect(backup.status == 1 && backup.lines == ["copied 1 room to \(place.file("copy.db"))"])
    #expect(
        backup.errorLines == [
            "calcroom: lost was not copied: it is damaged (its data in Redis are invalid).",
            "calcroom: new was not copied: its rules version is 99, and that of this calcroom \(Room.rules).",
            "calcroom: odd was not copied: it is damaged (its data in Redis are invalid).",
            "calcroom: 3 of 4 rooms could not be copied.",
        ])
    #expect(
        try contents(of: "story", in: place.file("copy.db"))
            == contents(of: "story", in: file.path))
    // A damaged room can be forgotten.
    #expect(try FileCommand("forget lost", of: place.data).status == 0)
    try file.change("UPDATE rooms SET trials = 3")
    let empty = try CopyPlace()
    let setAside = try empty.copy(file.path, empty.data)
    #expect(setAside.status == 1 && setAside.lines == ["copied 0 rooms to \(empty.name)"])
    #expect(setAside.errorLines.first?.contains("story was not copied: it is") == true)
}

@Test(isPossible)
func `a copy that fails says why in one line, and leaves nothing`() throws {
    let file = try closedFile()
    let place = try CopyPlace(["requirepass secret"])
    let target = place.file("copy.db")
    func failure(_ command: FileCommand) -> String {
        #expect(command.status == 1 && command.lines == [] && command.errorLines.count == 1)
        return command.errorLines.first ?? ""
    }
    let wrong = "redis://:wrong@127.0.0.1:\(place.redis.port)"
    #expect(try failure(place.copy(file.path, wrong)).contains("WRONGPASS"))
    let redis = try CopyPlace()
    for command in ["backup \(target)", "forget story"] {
        #expect(
            try failure(FileCommand(command, of: "redis://127.0.0.1:1")).contains("127.0.0.1:1"))
    }
    // Writing needs memory.
    #expect(redis.redis.ask("CONFIG SET maxmemory 1") == "OK")
    #expect(
        try failure(redis.copy(file.path, redis.data))
            .hasPrefix("calcroom: \(redis.name) cannot be used: OOM "))
    #expect(redis.redis.ask("CONFIG SET maxmemory 0") == "OK")
    // Writing stops, but reading continues.
    #expect(redis.redis.ask("CLIENT PAUSE 60000 WRITE") == "OK")
    #expect(
        try failure(redis.copy(file.path, redis.data))
            == "calcroom: \(redis.name) cannot be used: it does not answer.")
    #expect(redis.redis.ask("CLIENT UNPAUSE") == "OK")
    // Adopting is not permitted.
    #expect(redis.redis.ask("ACL SETUSER calc on >word ~* &* +@all -rename") == "OK")
    let limited = "redis://calc:word@127.0.0.1:\(redis.redis.port)"
    #expect(try failure(redis.copy(file.path, limited)).contains("docs/operations.md"))
    #expect(redis.redis.ask("DBSIZE") == "0")
    #expect(try redis.copy(file.path, redis.data).status == 0)
    try Data("x".utf8).write(to: URL(filePath: target))
    #expect(
        try failure(FileCommand("backup \(target)", of: redis.data))
            == "calcroom: \(target) already exists.")
    #expect(
        try failure(redis.copy(redis.data, target))
            == "calcroom: \(target) exists already; --replace renames it instead of failing.")
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "x")
    try SQLiteConnection(file.path, .writing).execute("PRAGMA user_version = 99")
    #expect(
        try failure(redis.copy(file.path, redis.data, "--replace"))
            == "calcroom: \(file.path) was written by a newer version of calcroom. "
            + "Use that version.")
    #expect(try place.fileNames.sorted() == ["copy.db", "copy.db-lock"])
}

@Test(isPossible, .enabled(if: SmallDisk.isPossible, "mounting is not permitted here"))
func `a backup of a Redis fails on a full disk`() throws {
    let file = try closedFile(eventsKeptMax: 40_000) { try $0.press("1 + 2 =", times: 4_000) }
    let place = try CopyPlace()
    #expect(try place.copy(file.path, place.data).status == 0)
    let disk = try SmallDisk(megabytes: 1)
    let wrapper = disk.wrapper(then: "head -c 900000 /dev/zero >\(disk.folder)/filler")
    let backup = try RunningProgram(
        ["backup", "\(disk.folder)/copy.db", "--data", place.data], through: wrapper)
    #expect(try backup.status() == 1)
    #expect(backup.errorLines.count == 1 && backup.errorLines.first?.contains("full") == true)
}

@Test(isPossible)
func `copy replaces a file only with --replace, and needs two different places`() throws {
    let file = try closedFile()
    let place = try CopyPlace()
    #expect(try place.copy(file.path, place.data).status == 0)
    let target = place.file("rooms.db")
    #expect(try place.copy(place.data, target).lines == ["copied 1 room to \(target)"])
    let again = try place.copy(place.data, target, "--replace")
    #expect(
        again.lines == [
            "copied 1 room to \(target)", "the previous file is now \(target).replaced",
        ])
    #expect(try FileCommand("rooms", of: target).lines.count == 2)
    for (words, message) in [
        (["copy", "--from", target], "copy needs --from and --to"),
        (
            ["copy", "--from", target, "--to", target],
            "The source and the target are the same: \(target)."
        ),
        (
            ["copy", "--from", place.data, "--to", target, "--keep-days", "3"],
            "--keep-days applies only to a copy into Redis."
        ),
        (
            ["copy", "--from", target, "--to", target + "2", "--redis-ca", "x"],
            "--redis-ca applies only to Redis"
        ),
    ] {
        let command = try FileCommand(words)
        #expect(command.status == 2 && command.errorLines.count == 1)
        #expect(command.errorLines.first?.contains(message) == true, "\(command.errorLines)")
    }
}

@Test(isPossible)
func `a server without Redis stays ready, and reports it`() throws {
    let place = try CopyPlace()
    let server = try place.serve()
    defer { try? server.kill() }
    func body() throws -> String {
        let reply = try HTTPReply(port: server.port, "GET /readyz HTTP/1.1")
        #expect(reply.status == 200)
        return reply.body
    }
    #expect(try body() == "The server accepts connections.\nstore: ready\n")
    place.redis.kill()
    let line = /store: cannot write since 20..-..-..T..:..:..Z\n/
    try Wait.untilTrue { try body().contains(line) }
    try place.redis.start()
    try Wait.untilTrue { try body().contains("store: ready") }
}
