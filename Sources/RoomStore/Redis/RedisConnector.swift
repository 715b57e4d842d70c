import Glibc
import SharedRoom

/// The two connections of a node to Redis: one for commands, and one for messages.
final class RedisConnector {
    let commands: RedisConnection
    let messages: RedisConnection
    let session: RedisSession
    /// The number of pings since the last message.
    private var unansweredPings = 0

    /// The number of edges of a node. Edge 0 of a node does not exist.
    static let edgesMax: UInt32 = 4_096
    private static let nodesMax = UInt32.max / edgesMax - 1
    private static let unansweredPingsMax = 2

    /// - Parameters:
    ///   - node: The number that the node has, or 0.
    ///   - lostLife: The life that has lost events, unless Redis has begun another one.
    init(_ options: RedisOptions, node: UInt32, lostLife: UInt64?) throws(RedisFailure) {
        let patience = options.limits.patience
        let commands = try RedisConnection(options.address, patience: patience)
        messages = try RedisConnection(options.address, patience: patience)
        self.commands = commands
        var digests: [RedisScript: [UInt8]] = [:]
        for script in RedisScript.allCases {
            digests[script] = try commands.demand(["SCRIPT", "LOAD", .init(script.text)]).bytes
        }
        let answer = try commands.demand(
            [
                "EVALSHA", .init(digests[.connect] ?? []), "3", .init(RedisWords.life),
                .init(RedisWords.nodes), .init(RedisWords.nodePrefix),
                .init(Self.run(of: commands)), try Self.keeps(commands) ? "1" : "0",
                .init(RedisWords.word(epoch: options.random())), .init(RedisWords.word(node)),
                .init(RedisWords.word(Self.nodesMax)),
                .init(RedisWords.word(options.limits.nodePatience)),
                .init(lostLife.map(RedisWords.word(epoch:)) ?? []),
            ])
        guard let parts = answer.list, parts.count == 3,
            let life = parts[0].text.flatMap({ UInt64($0, radix: 16) }),
            let given = parts[1].integer, let number = parts[2].integer
        else { throw RedisFailure(message: "it has keys of another program with Calcroom's names") }
        session = RedisSession(
            node: UInt32(clamping: given), number: number, life: life, digests: digests)
    }

    private static func run(of connection: RedisConnection) throws(RedisFailure) -> [UInt8] {
        let text = try connection.demand(["INFO", "server"]).text ?? ""
        let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("run_id:") }
        return Array((line?.dropFirst("run_id:".count) ?? "").utf8)
    }

    /// True if what Redis confirms survives a power cut. If the user may not ask, it counts as false.
    private static func keeps(_ connection: RedisConnection) throws(RedisFailure) -> Bool {
        for (setting, value) in [("appendonly", "yes"), ("appendfsync", "always")] {
            let words = ["CONFIG", "GET", setting].map { Array($0.utf8) }
            guard try connection.ask(words).list?.last?.text == value else { return false }
        }
        return true
    }

    /// Asks for a sign of life: a connection that only receives does not notice that it is lost.
    func ping() {
        unansweredPings += 1
        messages.send([Array("PING".utf8)])
    }

    func subscribe(_ rooms: [(room: RoomName, isOn: Bool)]) {
        var rest = rooms[...]
        while let first = rest.first {
            // Some thousands fit into one command.
            let group = rest.prefix { $0.isOn == first.isOn }.prefix(1_000)
            let command = Array((first.isOn ? "SUBSCRIBE" : "UNSUBSCRIBE").utf8)
            messages.send([command] + group.map { RedisWords.room($0.room) })
            rest = rest.dropFirst(group.count)
        }
    }

    enum Message {
        case subscribed(RoomName)
        case text(RoomName, [UInt8])
    }

    /// The messages that have arrived.
    func receivedMessages() throws(RedisFailure) -> [Message] {
        let replies = try messages.received()
        if !replies.isEmpty { unansweredPings = 0 }
        guard unansweredPings <= Self.unansweredPingsMax else {
            throw RedisFailure(message: "it does not answer")
        }
        return replies.compactMap { reply in
            guard let parts = reply.list, parts.count == 3, let channel = parts[1].bytes,
                let name = RedisWords.name(ofChannel: channel)
            else { return nil }
            switch parts[0].text {
            case "subscribe": return .subscribed(name)
            case "message": return parts[2].bytes.map { .text(name, $0) }
            default: return nil
            }
        }
    }
}
