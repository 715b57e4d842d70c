import RunningPrograms
import RunningRedis
import SharedRoom
import Testing

@testable import RedisStore
@testable import RoomStore

/// The words of the rule in the documentation, which begins with the name of the user.
private func documentedRule() throws -> [String] {
    let lines = try Checkout.text(of: "docs/operations.md").split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("user calcroom on >PASSWORD ") })
    return line.split(separator: " ").dropFirst().map(String.init)
}

@Test(.needsRedis)
func `the documented rule has all rights that nodes and readers need`() throws {
    let rule = try documentedRule().joined(separator: " ")
    let settings = ["user \(rule)", "appendonly yes", "appendfsync always"]
    try Nodes.hold(
        2, settings,
        {
            $0.address.user = "calcroom"; $0.address.password = "PASSWORD"
        }
    ) {
        nodes in
        let (ada, bob) = (nodes.edge(at: 0), nodes.edge(at: 1))
        let first = try ada.open("hall")
        try bob.open("hall")
        ada.submit(.announce("hall", came: [7], gone: []))
        for _ in 1...3 { ada.append(Array(1...400), to: "hall") }
        try bob.follow("hall", to: 1_200)
        nodes.redis.wait(for: "HEXISTS calcroom:room:hall snapshot", "1")
        let reader = nodes.stores[1].makeReader()
        let log = StoredLog("hall", try #require(try reader.room("hall")))
        _ = try reader.state(before: 1_100, of: log)
        #expect(try reader.events(after: 1_199, of: log).count == 1)
        _ = try reader.tapeRange(before: .max, count: 9, of: log)
        #expect(nodes.redis.ask("ACL LOG") == "0")
        nodes.redis.kill()
        try nodes.redis.start()
        try ada.appendWhenPossible(1, to: "hall")
        #expect(try bob.openWhenPossible("hall").epoch == first.epoch)
        ada.submit(.announce("hall", came: [], gone: [7]), .forget("hall", ticket: 1))
        try bob.wait(for: .forgotten("hall"))
        nodes.stores[0].close()
        #expect(nodes.redis.ask("ACL LOG") == "0")
    }
}

@Test(.needsRedis)
func `a store does not open with a user that lacks a right, and names it`() throws {
    let rule = try documentedRule()
    let redis = try RunningRedis(["user \(rule.joined(separator: " "))"])
    defer { redis.end() }
    func failure() throws -> String? {
        try redisProblem(
            RedisAddress("redis://calcroom:PASSWORD@127.0.0.1:\(redis.port)/1"), timeout: 10_000)
    }
    #expect(try failure() == nil)
    // Without it, each restart of Redis changes all epochs.
    let needed = rule.filter { $0.hasPrefix("+") && $0 != "+config|get" }
    #expect(needed.count > 20)
    for right in needed {
        let name = right.dropFirst()
        #expect(redis.ask("ACL SETUSER calcroom -\(name)") == "OK")
        let message = try #require(try failure(), "\(name)")
        #expect(message.contains(name), "\(message)")
        #expect(
            message.hasSuffix("; give the user the rights that docs/operations.md lists"),
            "\(message)")
        #expect(redis.ask("ACL SETUSER calcroom +\(name)") == "OK")
    }
    for (without, with) in [("resetkeys", "~calcroom:*"), ("resetchannels", "&calcroom:*")] {
        #expect(redis.ask("ACL SETUSER calcroom \(without)") == "OK")
        #expect(try #require(try failure()).contains("NOPERM"))
        #expect(redis.ask("ACL SETUSER calcroom \(with)") == "OK")
    }
    #expect(try failure() == nil)
}
