import Foundation
import RunningPrograms
import RunningRedis
import SharedRoom
import Testing

@testable import RedisStore
@testable import RoomStore
@testable import SQLiteStore
@testable import WebServer

@Test(arguments: RunningRedis.isInstalled ? ["file", "redis"] : ["file"])
func `rooms that version 0 1 0 has stored are served`(kind: String) {
    let promise: Comment =
        "Broken promise: a server opens what version 0.1.0 has stored (\(kind))."
    #expect(throws: Never.self, promise) { try checkRooms(kind, promise) }
}

private func checkRooms(_ kind: String, _ promise: Comment) throws {
    let folder = try TemporaryFolder()
    let redis = kind == "redis" ? try RunningRedis.withSample() : nil
    defer { redis?.end() }
    let common = StoreOptions(clock: { RoomStory.now })
    let store: any RoomStore =
        if let redis {
            try RedisStore(
                RedisOptions(
                    address: #require(RedisAddress("redis://127.0.0.1:\(redis.port)")),
                    common))
        } else {
            try SQLiteStore(
                SQLiteOptions(path: sampleFile(in: folder), common))
        }
    let server = try TestServer(store: store)
    for row in try Samples.rows(of: "rooms.tsv") where row[0] == kind {
        let (name, rules, hash, state) = (row[1], row[2], row[3], row[4])
        let board = try WebSocket(server, "/rooms/\(name)")
        try board.join("w", #","watch":true"#)
        let welcome = try board.welcome()
        // Newer rules may add to the state of a room.
        if rules == "\(welcome.rules)" {
            #expect(hash == String(welcome.hash, radix: 16), promise)
        }
        let found = try server.get("/rooms/\(name)/state").body
        #expect(Samples.isSample(state, in: Data(found.utf8)), "\(promise)\n\(state)\n\(found)")
        #expect(try server.get("/rooms/\(name)/tape.txt").body == row[5].unescaped, promise)
    }
    try server.stop()
}

@Test func `commands of version 0 1 0 keep their options and limits`() throws {
    let promise = "Broken promise: scripts and settings for version 0.1.0 still work."
    for row in try Samples.rows(of: "options.tsv") {
        if row[0] == "limit" {
            let isKnown = ServerConfiguration.limitNames.contains(row[1])
            #expect(isKnown, "\(promise) There is no limit \(row[1]).")
            continue
        }
        // The help has two spaces after an option without a value.
        let isSwitch = !row[1].hasSuffix(" VALUE")
        let start = "  " + row[1].replacing(" VALUE", with: "") + " "
        let isKnown = try FileCommand(["help", row[0]]).lines.contains {
            $0.hasPrefix(start) && $0.hasPrefix(start + " ") == isSwitch
        }
        #expect(isKnown, "\(promise) calcroom \(row[0]) does not have the option \(row[1]).")
    }
}

@Test func `commands of version 0 1 0 keep their output and exit status`() throws {
    let folder = try TemporaryFolder()
    let file = try sampleFile(in: folder)
    let server = try TestServer()
    for row in try Samples.rows(of: "commands.tsv") {
        let (command, input, status, output) = (row[0], row[1], row[2], row[3].unescaped)
        let words = command.replacing("FILE", with: file)
            .replacing("URL", with: RunningProgram.room(server)).split(separator: " ")
        let found = try Child.run(
            [RunningProgram.binary.path] + words.map(String.init), in: folder.url, input: input)
        let isKept =
            output.hasPrefix("{")
            ? found.output.split(separator: "\n").contains {
                Samples.isSample(output, in: Data($0.utf8))
            }
            : found.output.hasPrefix(output)
        #expect(
            isKept && "\(found.status)" == status,
            """
            Broken promise: scripts for version 0.1.0 still work.
            calcroom \(command)
            expected \(status): \(output)
            found \(found.status): \(found.output)
            """)
    }
}

/// Creates the data file of version 0.1.0, and returns its path.
private func sampleFile(in folder: TemporaryFolder) throws -> String {
    let path = folder.path(of: "rooms.db")
    try SQLiteConnection(path, .creating).execute(Samples.text(of: "rooms.sql"))
    return path
}

extension RunningRedis {
    fileprivate static func withSample() throws -> RunningRedis {
        let redis = try RunningRedis()
        for line in try Samples.text(of: "rooms.redis").split(separator: "\n")
        where !line.hasPrefix("#") {
            let reply = redis.ask(String(line))
            try #require(reply != nil && reply?.hasPrefix("ERR") == false, "\(line)")
        }
        return redis
    }
}

extension String {
    /// The text with the characters that `\n`, `\r` and `\t` stand for.
    fileprivate var unescaped: String {
        replacing(#"\n"#, with: "\n").replacing(#"\r"#, with: "\r").replacing(#"\t"#, with: "\t")
    }
}
