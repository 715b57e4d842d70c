import RunningRedis
import SeededNumbers
import SharedRoom
import Testing

@testable import RedisStore
@testable import RoomStore

@Test(.needsRedis, arguments: 0..<10)
func `the simulated Redis replies like a real one`(seed: Int) throws {
    let pair = try RedisPair(seed: UInt64(seed))
    defer { pair.end() }
    for step in 0..<300 {
        let command = pair.randomCommand()
        let (real, simulated) = try pair.execute(command)
        try #require(real == simulated, "step \(step): \(command.map(\.text))")
    }
}

/// A real Redis and a simulated one that receive the same commands.
private final class RedisPair {
    private let redis: RunningRedis
    private let connection: RedisConnection
    private let simulated = SimulatedRedis()
    private var digests: [RedisScript: RedisWord] = [:]
    private var random: SplitMix
    private var nodes: [(number: Int64, connection: Int64)] = []
    /// The epochs in replies, and the heads of rooms by key.
    private var epochs: Set<String> = ["1", "2"]
    private var heads: [String: Int] = [:]

    init(seed: UInt64) throws {
        random = SplitMix(seed: seed)
        redis = try RunningRedis()
        let address = try #require(RedisAddress("redis://127.0.0.1:\(redis.port)"))
        connection = try RedisConnection(address, at: address.hosts[0], timeout: 10_000)
        for script in RedisScript.allCases {
            let reply = try connection.execute(["SCRIPT", "LOAD", RedisWord(script.text)])
            digests[script] = RedisWord(try #require(reply.bytes))
        }
        for _ in 0..<2 { try connect(node: 0, lostEpoch: nil) }
    }

    func end() { redis.end() }

    func execute(_ command: [RedisWord]) throws -> (real: String, simulated: String) {
        let simulatedReply = simulated.execute(command)
        var words = command
        let script = RedisScript.allCases.first { command[1] == "\($0)" }
        if let script { words[1] = digests[script] ?? "" }
        connection.send(words)
        let realReply = try connection.nextReply()
        guard script == .open else { return (Self.code(realReply), Self.code(simulatedReply)) }
        let room = command[3].text
        return (try outline(realReply, room), try outline(simulatedReply, room))
    }

    /// Failures are compared by their first word.
    private static func code(_ reply: RedisReply) -> String {
        guard case .failure(let message) = reply else { return reply.outline }
        return String(message.split(separator: " ").first ?? "")
    }

    /// The room, with the fields of hashes in a fixed order.
    private func outline(_ reply: RedisReply, _ room: String) throws -> String {
        let state = try #require(RedisRoomState(reply))
        if state.epoch != 0 { epochs.insert(String(state.epoch, radix: 16)) }
        heads[room] = Int(state.head)
        let present = state.present.sorted { $0.key < $1.key }
            .map { "\($0.key): \($0.value.connection) \($0.value.people.sorted())" }
        let appends = state.appends.map { "\(String(decoding: $0.key, as: UTF8.self)) \($0.value)" }
        let parts: [Any] = [
            state.epoch, state.head, state.last, state.rules, state.compacted,
            state.snapshot as Any, state.events, state.announced, present, appends.sorted(),
            state.storeEpoch,
        ]
        return "\(parts)"
    }

    private func connect(node: Int64, lostEpoch: UInt64?) throws {
        let epoch = random.next()
        let expected = simulated.connect(
            node: UInt32(node), random: epoch, nodesMax: 1_000_000, timeout: 60_000,
            lostEpoch: lostEpoch)
        let keys = RedisKeys()
        let call = RedisCall(
            .connect, keys: [keys.store, keys.lastNode, keys.nodePrefix],
            [
                "run", "1", RedisWord(epoch: epoch), "\(node)", "1000000", "60000",
                lostEpoch.map { RedisWord(epoch: $0) } ?? "", "0",
            ])
        let reply = try connection.execute(call.words(digests: digests))
        let found = reply.list?.dropFirst().compactMap(\.integer) ?? []
        try #require(found == [Int64(expected.node), expected.connection])
        try #require(reply.list?.first?.epoch == expected.epoch)
        nodes.append((found[0], found[1]))
    }
}

extension RedisPair {
    func randomCommand() -> [RedisWord] {
        let room = random.element(of: ["hall", "yard"])
        let key = "calcroom:room:\(room)"
        let head = heads[key] ?? 0
        let keys = [key, key + ":events", key + ":tape", key + ":milestones", key + ":present"]
        let node = random.element(of: nodes)
        let nodeKey = "calcroom:node:\(node.number)"
        let epoch = random.element(of: epochs.sorted())
        let edge = node.number * 4_096 + 1 + Int64(random.next(below: 2))
        let connection = random.next(below: 8) == 0 ? 7 : node.connection
        switch random.next(below: 17) {
        case 0...2:
            return script(
                "open", [keys[0], keys[1], keys[4], "calcroom:node:", "calcroom:store"],
                [
                    random.element(of: ["", "3", "4"]), "60000", "60000",
                    "\(random.next(below: head + 3) - 1)", "4096",
                ])
        case 3...5:
            let bodies = (0...random.next(below: 3)).map {
                "\"by\":1,\"n\":\($0 + 1),\"recall\":\($0 + 1)}"
            }
            return script(
                "append", [keys[0], keys[1], nodeKey, "calcroom:store"],
                [
                    epoch, "\(connection)", "\(random.next(below: 50))", "5", "60000",
                    "number\(random.next(below: 1_000))", random.element(of: ["0", "1", "1"]),
                ] + bodies)
        case 6, 7:
            let people = random.element(of: ["", "1", "2,3"])
            return script(
                "announce", [keys[0], keys[4], nodeKey],
                ["\(connection)", epoch, "\(edge)", people, "60000"])
        case 8 where random.next(below: 3) == 0:
            return script(
                "forget", keys + [nodeKey],
                [epoch, String(random.next(), radix: 16), "60000", "\(connection)"])
        case 9:
            let compacted = random.next(below: head + 1)
            return script(
                "compact", Array(keys[..<4]),
                [
                    epoch, random.element(of: ["0", "\(compacted)"]), "\(head - compacted / 2)",
                    "form", random.element(of: ["0", "1"]), "100", "60000",
                    "\(random.next(below: 90))", "4", "9", "200",
                ])
        case 10: return ["HMGET", "\(key)", "epoch", "head", "announced"]
        case 11: return ["HMGET", "\(key)", "compacted", "snapshot"]
        case 12: return ["XRANGE", "\(keys[1])", "(0-\(head / 2)", "+", "COUNT", "3"]
        case 13: return ["XREVRANGE", "\(keys[1])", "0-\(head)", "-", "COUNT", "2"]
        case 14: return ["MGET", "\(nodeKey)", "calcroom:node:99"]
        case 15: return ["XRANGE", "\(keys[3])", "-", "+", "COUNT", "9"]
        case 16:
            return script(
                "confirm", [keys[0], keys[1], nodeKey, "calcroom:store"],
                [epoch, "\(connection)", "\(random.next(below: head + 2))"])
        default: return ["HGET", "\(key)", "head"]
        }
    }

    private func script(_ name: String, _ keys: [String], _ arguments: [String]) -> [RedisWord] {
        (["EVALSHA", name, "\(keys.count)"] + keys + arguments).map { "\($0)" }
    }
}

extension RedisWord {
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
