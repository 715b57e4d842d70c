import Foundation
import RunningPrograms
import RunningRedis
import SharedRoom
import Testing

@testable import RoomStore
@testable import WebServer

private let missing: Comment = "redis-server is not installed (Debian: redis-tools)"

/// Two servers on one Redis, with the room `hall`, in which somebody types until the room is left, and the silent
/// room `yard`.
private final class BusyRedis {
    let redis: RunningRedis
    let servers: [ServingProgram]
    let typist: Visitor

    init() throws {
        redis = try RunningRedis()
        let data = "redis://127.0.0.1:\(redis.port)"
        servers = try (0..<2).map { _ in
            try ServingProgram(data, ["--loops", "1", "--history-events", "4500"])
        }
        typist = try Visitor(at: servers[0].link("hall"), seed: 1, pauses: 1..<3)
        #expect(try servers[1].press("1 2 + 3 =", in: "yard") == ["15"])
        try Wait.untilTrue(seconds: 60) { self.typist.seen.confirmedCount > 700 }
    }

    var data: String { "redis://127.0.0.1:\(redis.port)" }

    func command(_ words: String) throws -> FileCommand { try FileCommand(words, of: data) }

    func end() {
        typist.setMode(.leave)
        for server in servers { try? server.kill() }
        redis.end()
    }
}

@Test(.enabled(if: RunningRedis.isInstalled, missing))
func `rooms, export and replay read a Redis while servers use it`() throws {
    let busy = try BusyRedis()
    defer { busy.end() }
    // Compactions delete events at the same time.
    for _ in 0..<5 {
        let replay = try busy.command("replay hall")
        #expect(replay.status == 0, "\(replay.errorLines)")
        #expect(replay.lines.last?.hasPrefix("verified ") == true)
    }
    busy.typist.setMode(.idle)
    try Wait.untilTrue(seconds: 60) { busy.typist.seen.hasAllConfirmed }
    let epoch = busy.redis.ask("HGET calcroom:store epoch")
    let rooms = try busy.command("rooms --json").lines
    #expect(rooms.count == 2 && rooms[0].contains("hall") && rooms[1].contains("yard"))
    #expect(try busy.command("replay yard").lines.last?.hasPrefix("verified ") == true)
    for name in ["log", "tape.csv", "tape.txt"] {
        let exported = try busy.command("export yard --as \(name)")
        let served = try HTTPReply(
            port: busy.servers[0].port, "GET /rooms/yard/\(name) HTTP/1.1")
        #expect(exported.status == 0 && exported.output == served.body, "\(name)")
    }
    #expect(busy.redis.ask("HGET calcroom:store epoch") == epoch)
    let unknown = try busy.command("export gard")
    let place = "Redis at 127.0.0.1:\(busy.redis.port)"
    #expect(unknown.failure == "1: There is no room gard in \(place). Did you mean yard?")
}

/// Rights that docs/operations.md adds to those of a server with one Redis.
private enum MoreRights: String {
    case commands = "Commands also need `+exists +memory|usage +rename +scan`"
    case cluster = "Add `+cluster|slots`"
}

/// The arguments of `ACL SETUSER` for the user that docs/operations.md describes.
private func documentedRights(_ more: MoreRights) throws -> String {
    let text = try Checkout.text(of: "docs/operations.md")
    let rule = try #require(text.split(separator: "\n").first { $0.hasPrefix("user calcroom on ") })
    #expect(text.contains(more.rawValue))
    return "\(rule.dropFirst("user ".count)) \(more.rawValue.split(separator: "`")[1])"
}

@Test(.enabled(if: RunningRedis.isInstalled, missing))
func `the documented rights suffice for commands, with the password in a file`() throws {
    let redis = try RunningRedis()
    defer { redis.end() }
    let rights = try documentedRights(.commands)
    #expect(redis.ask("ACL SETUSER \(rights)") == "OK")
    let server = try ServingProgram("redis://calcroom:PASSWORD@127.0.0.1:\(redis.port)")
    defer { try? server.kill() }
    #expect(try server.press("5 + 7 =", in: "hall") == ["12"])
    let folder = try TemporaryFolder()
    let (password, backup) = (folder.path(of: "password"), folder.path(of: "backup.db"))
    try Data("PASSWORD\n".utf8).write(to: URL(filePath: password))
    for words in [
        "rooms", "export hall", "replay hall", "backup \(backup)", "restore \(backup) --replace",
        "forget hall",
    ] {
        let command = try FileCommand(
            "\(words) --redis-password-file \(password)",
            of: "redis://calcroom@127.0.0.1:\(redis.port)")
        #expect(command.status == 0 && !command.lines.isEmpty, "\(words) \(command.errorLines)")
    }
    #expect(redis.ask("ACL LOG") == "0")
}

@Test(.enabled(if: RunningRedis.isInstalled, missing))
func `the documented rights suffice for a cluster with TLS whose replicas confirm keys`() throws {
    let certificates = try Certificates()
    try certificates.make("server")
    let cluster = try RunningCluster(primaries: 2, certificates: certificates)
    defer { cluster.end() }
    let rights = try documentedRights(.cluster)
    for redis in cluster.servers { #expect(redis.ask("ACL SETUSER \(rights)") == "OK") }
    let hosts = cluster.servers.map { "127.0.0.1:\($0.tlsPort)" }.joined(separator: ",")
    let server = try ServingProgram(
        "rediss://calcroom:PASSWORD@\(hosts)",
        ["--redis-ca", certificates.authority, "--redis-replicas", "1"])
    defer { try? server.kill() }
    // Half of the rooms are at each primary.
    let rooms = (1...8).map { "room-\($0)" }
    for room in rooms { #expect(try server.press("5 + 7 =", in: room) == ["12"]) }
    let rest = cluster.servers.suffix(2)
    #expect(rest.allSatisfy { Int($0.ask("DBSIZE") ?? "0") ?? 0 > 1 })
    for redis in cluster.servers { #expect(redis.ask("ACL LOG") == "0") }
    // Without a replica, keys wait.
    let waiting = try Visitor(at: server.link("room-1"), seed: 1, pauses: 100..<200)
    defer { waiting.setMode(.leave) }
    try Wait.untilTrue { waiting.seen.confirmedCount > 2 }
    for replica in rest { replica.setRunning(false) }
    let count = waiting.seen.confirmedCount
    try Wait.untilTrue { waiting.seen.pressed.count > waiting.seen.confirmedCount + 8 }
    #expect(waiting.seen.confirmedCount <= count + 2)
    for replica in rest { replica.setRunning(true) }
    try Wait.untilTrue { waiting.seen.confirmedCount > count + 8 }
}

@Test func `commands name a Redis that is not reachable, without its password`() throws {
    let command = try FileCommand("rooms", of: "redis://me:secret@127.0.0.1:1/0")
    #expect(command.status == 1)
    #expect(command.errorLines.count == 1)
    let line = command.errorLines.first ?? ""
    #expect(line.contains("Redis at 127.0.0.1:1") && !line.contains("secret"), "\(line)")
}
