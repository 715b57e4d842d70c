import Glibc
import SharedRoom

/// The two connections of a node to Redis: one for commands, and one for messages.
final class RedisConnector {
    let commands: RedisConnection
    let messages: RedisConnection
    let session: RedisSession
    private let keys: RedisKeys
    /// Nil without sentinels.
    let watch: SentinelWatch?
    /// The number of unsubscriptions that Redis has not confirmed.
    private var unconfirmedEnds = 0
    /// The number of pings since the last message.
    private var unansweredPings = 0

    /// The number of edges of a node. Edge 0 of a node does not exist.
    static let edgesMax: UInt32 = 4_096
    private static let nodesMax = UInt32.max / edgesMax - 1
    private static let unansweredPingsMax = 2

    /// - Parameters:
    ///   - node: The number that the node has, or 0.
    ///   - lostEpoch: The store epoch that has lost events, unless Redis has begun another one.
    init(_ options: RedisOptions, node: UInt32, lostEpoch: UInt64?) throws(RedisFailure) {
        keys = options.keys
        let primary = try RedisPrimary(options)
        let (commands, replication) = (primary.connection, primary.replication)
        self.commands = commands
        messages = try RedisConnection(
            options.address, at: primary.host, timeout: options.limits.timeout)
        watch = RedisSentinels(options).map { SentinelWatch($0, primary.host) }
        if node == 0 { try Self.checkRights(commands, keys.missing) }
        var digests: [RedisScript: RedisWord] = [:]
        for script in RedisScript.allCases {
            let reply = try commands.execute(["SCRIPT", "LOAD", RedisWord(script.text)])
            digests[script] = reply.bytes.map { RedisWord($0) }
        }
        let isAlone = replication["connected_slaves"] == "0"
        let keepsWrites = isAlone ? try Self.syncsAlways(commands) : false
        // A promoted replica knows where the log of its former primary ended, until it restarts.
        let wasReplica = replication["second_repl_offset"] != "-1"
        let formerPrimary = replication["master_replid2"] ?? ""
        let call = RedisCall(
            .connect, keys: [keys.store, keys.lastNode, keys.nodePrefix],
            [
                "\(try commands.execute(["INFO", "server"]).fields["run_id"] ?? "").\(formerPrimary)",
                keepsWrites ? "1" : "0", RedisWord(epoch: options.common.random()), "\(node)",
                "\(Self.nodesMax)", "\(options.limits.nodeTimeout)",
                lostEpoch.map { RedisWord(epoch: $0) } ?? "", wasReplica ? "1" : "0",
            ])
        let reply = try commands.execute(call.words(digests: digests))
        guard let parts = reply.list, parts.count == 3, let epoch = parts[0].epoch,
            let given = parts[1].integer, let number = parts[2].integer
        else { throw RedisFailure(message: "it has keys of another program with Calcroom's names") }
        session = RedisSession(
            host: primary.host, node: UInt32(clamping: given), number: number,
            storeEpoch: epoch, digests: digests)
    }

    /// Checks the rights to commands that are needed later, since Redis would then refuse keys.
    private static func checkRights(
        _ connection: RedisConnection, _ key: RedisWord
    ) throws(RedisFailure) {
        let script = RedisWord(PackageResources.rights_lua)
        let reply = try connection.execute(["EVAL", script, "1", key] + neededCommands)
        let missing = (reply.list ?? []).compactMap(\.text)
        guard missing.isEmpty else {
            let names = missing.joined(separator: ", ")
            throw RedisFailure(reply: "NOPERM the user may not run \(names)")
        }
    }

    /// The commands of nodes and readers, and of the scripts.
    private static let neededCommands: [RedisWord] = [
        "del", "exec", "get", "hdel", "hget", "hgetall", "hincrby", "hmget", "hset", "mget",
        "multi",
        "pexpire", "set", "spublish", "ssubscribe", "sunsubscribe", "wait", "xadd", "xrange",
        "xrevrange", "xtrim",
    ]

    /// True if what Redis confirms survives a power cut. If the user may not ask, it counts as false.
    private static func syncsAlways(_ connection: RedisConnection) throws(RedisFailure) -> Bool {
        do throws(RedisFailure) {
            for (setting, value) in [("appendonly", "yes"), ("appendfsync", "always")] {
                let reply = try connection.execute(["CONFIG", "GET", "\(setting)"])
                guard reply.list?.last?.text == value else { return false }
            }
            return true
        } catch {
            // A late reply would be taken for that to the next command.
            guard error.isReply else { throw error }
            return false
        }
    }

    /// Requests a heartbeat: a connection that only receives does not notice that it is lost.
    func ping() {
        unansweredPings += 1
        messages.send(["PING"])
    }

    func subscribe(_ rooms: [(room: RoomName, isOn: Bool)]) {
        for (room, isOn) in rooms {
            if !isOn { unconfirmedEnds += 1 }
            messages.send([isOn ? "SSUBSCRIBE" : "SUNSUBSCRIBE", keys.room(room)])
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
            throw .silent
        }
        var received: [Message] = []
        for reply in replies {
            guard let parts = try reply.successful().list, parts.count == 3,
                let channel = parts[1].bytes,
                let name = keys.name(ofChannel: channel)
            else { continue }
            switch parts[0].text {
            case "ssubscribe": received.append(.subscribed(name))
            case "smessage": if let text = parts[2].bytes { received.append(.text(name, text)) }
            case "sunsubscribe": try noteEnd()
            default: break
            }
        }
        return received
    }

    /// A primary ends all subscriptions to a slot that it loses.
    private func noteEnd() throws(RedisFailure) {
        unconfirmedEnds -= 1
        guard unconfirmedEnds >= 0 else {
            throw RedisFailure(message: "another primary has its rooms now")
        }
    }
}
