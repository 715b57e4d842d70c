import SharedRoom

@testable import RoomStore

/// A Redis in memory that understands the commands and scripts of a store. It can lose data, refuse writes, and start
/// again.
///
/// A test compares its replies with those of a real Redis.
final class SimulatedRedis {
    private struct Room: Equatable {
        var epoch: String?
        var time: Int64?
        var head: Int64?
        var rules = "0"
        var compacted: Int64 = 0
        var snapshot: [UInt8]?
        var events: [Entry] = []
        var tape: [(sequence: String, line: [UInt8])] = []
        var announced: Int64 = 0
        var present: [UInt32: String] = [:]

        static func == (one: Room, other: Room) -> Bool {
            one.epoch == other.epoch && one.head == other.head && one.events == other.events
        }
    }

    private struct Entry: Equatable {
        let sequence: Int64
        let time: Int64
        let body: [UInt8]
        /// On the first event of an append.
        let append: [UInt8]?
    }

    private struct Data {
        var rooms: [String: Room] = [:]
        var epoch: UInt64?
        var run: String?
        var syncsAlways = false
        var lastNode: Int64 = 0
        var connections: Int64 = 0
    }

    private var data = Data()
    /// The state after the last sync.
    private var synced = Data()
    /// The current connection of each node, and the time when it expires.
    private var nodes: [Int64: (connection: Int64, end: Int64)] = [:]
    private var run = 1
    /// True if every write is synced before its reply.
    var syncsAlways = true
    /// True after the scripts were flushed, until a node loads them again.
    var forgetsScripts = false
    /// True while Redis refuses writes.
    var isFull = false
    var now: Int64 = 0
    /// Receives the messages that are published.
    var publish: (_ channel: String, _ text: [UInt8]) -> Void = { _, _ in }

    /// Ends and starts again. Without `syncsAlways`, writes since the last sync are lost. Nodes expire later.
    func restart() {
        if !syncsAlways { data = synced }
        synced = data
        run += 1
    }

    func sync() { synced = data }

    /// Forgets everything, like a Redis that stores nothing on disk.
    func restartEmpty() {
        data = Data()
        synced = data
        nodes = [:]
        run += 1
    }

    /// The state of a room after its stored events.
    func summary(of name: RoomName) -> RoomSummary {
        let room = data.rooms[name.text] ?? Room()
        var summary = RoomSummary(form: room.snapshot)
        for entry in room.events {
            let events = RedisEvents.decoded(entry.sequence, [(entry.time, entry.body)])
            for event in events ?? [] { summary.apply(event) }
        }
        return summary
    }

    /// Gives a node a connection, as the script `connect` does.
    func connect(
        node: UInt32, random: UInt64, nodesMax: Int64, timeout: Int64, lostEpoch: UInt64?
    ) -> (node: UInt32, connection: Int64, epoch: UInt64) {
        forgetsScripts = false
        let isSameRun = data.run == "\(run)" || data.syncsAlways
        if data.epoch == nil || data.epoch == lostEpoch || !isSameRun {
            data.epoch = random
            data.lastNode = Int64(random >> 32)
            data.connections = data.lastNode * 65_536
        }
        data.run = "\(run)"
        let isRelaxed = data.syncsAlways && !syncsAlways
        data.syncsAlways = syncsAlways
        var number = Int64(node)
        if number == 0 {
            data.lastNode = data.lastNode % nodesMax + 1
            number = data.lastNode
        }
        data.connections += 1
        nodes[number] = (data.connections, now + timeout)
        // A crash within a second after the setting was relaxed is not simulated.
        if syncsAlways || isRelaxed { sync() }
        return (UInt32(number), data.connections, data.epoch ?? 0)
    }
}

/// Commands.
extension SimulatedRedis {
    func execute(_ command: [RedisWord]) -> RedisReply {
        let words = command.map(\.bytes)
        let texts = words.map { String(decoding: $0, as: UTF8.self) }
        defer { if syncsAlways { sync() } }
        switch texts[0] {
        case "EVALSHA": return evaluate(texts, words)
        case "HGET" where texts[1] == "calcroom:store":
            return text(data.epoch.map { String($0, radix: 16) })
        case "HGET": return text(room(texts[1]).head.map { "\($0)" })
        case "HMGET":
            let room = room(texts[1])
            return .list([
                text(room.epoch), text(room.head.map { "\($0)" }),
                text(room.announced > 0 ? "\(room.announced)" : nil),
            ])
        case "PEXPIRE": return expire(texts[1], Int64(texts[2]) ?? 0)
        case "MGET":
            return .list(
                texts.dropFirst().map { key in text(connection(ofKey: key).map { "\($0)" }) })
        case "DEL":
            nodes[number(ofKey: texts[1])] = nil
            return .number(1)
        default: preconditionFailure("the simulated Redis does not know \(texts[0])")
        }
    }

    private static let full = RedisReply.failure("OOM command not allowed")

    private func text(_ text: String?) -> RedisReply {
        text.map { .bytes(Array($0.utf8)) } ?? .nothing
    }

    /// The name of a room from any of its keys.
    private func name(ofKey key: String) -> String {
        let rest = key.dropFirst("calcroom:room:".count)
        return String(rest.split(separator: ":").first ?? "")
    }

    private func room(_ key: String) -> Room { data.rooms[name(ofKey: key)] ?? Room() }

    private func update(_ key: String, _ change: (inout Room) -> Void) {
        change(&data.rooms[name(ofKey: key), default: Room()])
    }

    private func number(ofKey key: String) -> Int64 {
        Int64(key.split(separator: ":").last ?? "") ?? 0
    }

    private func connection(ofKey key: String) -> Int64? {
        nodes[number(ofKey: key)].flatMap { $0.end > now ? $0.connection : nil }
    }

    private func expire(_ key: String, _ time: Int64) -> RedisReply {
        guard key.hasPrefix("calcroom:node:") else { return .number(1) }
        guard let connection = connection(ofKey: key) else { return .number(0) }
        nodes[number(ofKey: key)] = (connection, now + time)
        return .number(1)
    }

    private func evaluate(_ texts: [String], _ words: [[UInt8]]) -> RedisReply {
        let keyCount = Int(texts[2]) ?? 0
        let keys = Array(texts[3..<3 + keyCount])
        let (arguments, values) = (Array(texts[(3 + keyCount)...]), Array(words[(3 + keyCount)...]))
        if forgetsScripts { return .failure("NOSCRIPT No matching script") }
        switch texts[1] {
        case "append": return append(keys, arguments, values)
        case "announce": return announce(keys, arguments, values)
        case "open": return open(keys, arguments)
        case "compact": return compact(keys, arguments, values)
        case "forget": return forget(keys, arguments)
        default: return .failure("NOSCRIPT No matching script")
        }
    }
}

/// Scripts. Each is the same as its Lua file.
extension SimulatedRedis {
    private func append(
        _ keys: [String], _ arguments: [String], _ values: [[UInt8]]
    ) -> RedisReply {
        guard let connection = connection(ofKey: keys[2]), "\(connection)" == arguments[1] else {
            return .failure("FENCED this connection is not the last one of its node")
        }
        if isFull { return Self.full }
        let before = room(keys[0])
        if let epoch = before.epoch, epoch != arguments[0] { return .list([]) }
        let time = max(Int64(arguments[2]) ?? 0, before.time ?? 0)
        let first = (before.events.last?.sequence ?? before.compacted) + 1
        update(keys[0]) { room in
            for (index, body) in values[6...].enumerated() {
                room.events.append(
                    Entry(
                        sequence: first + Int64(index), time: time, body: body,
                        append: index == 0 ? values[5] : nil))
            }
            room.epoch = arguments[0]
            room.time = time
            room.head = room.events.last?.sequence
            room.rules = arguments[3]
        }
        let last = first + Int64(values.count) - 7
        let lines = ["events", arguments[0], "\(first)", "\(last)", "\(time)"].map {
            Array($0.utf8)
        }
        publish(keys[0], Array((lines + values[6...]).joined(separator: [10])))
        return .list([text("\(first)"), text("\(time)"), text("\(before.compacted)")])
    }

    private func open(_ keys: [String], _ arguments: [String]) -> RedisReply {
        var room = room(keys[0])
        if !arguments[0].isEmpty, room.epoch == nil {
            room.epoch = arguments[0]
            if !isFull { update(keys[0]) { $0.epoch = arguments[0] } }
        }
        var after = Int64(arguments[3]) ?? 0
        var snapshot = RedisReply.nothing
        if after < room.compacted || after < 0 {
            after = max(room.compacted, after)
            snapshot = room.snapshot.map { .bytes($0) } ?? .nothing
        }
        let events = room.events.filter { $0.sequence > after }.map { entry in
            var fields = [text("at"), text("\(entry.time)"), text("event"), .bytes(entry.body)]
            if let append = entry.append { fields += [text("append"), .bytes(append)] }
            return RedisReply.list([text("0-\(entry.sequence)"), .list(fields)])
        }
        let edges = UInt32(arguments[4]) ?? 1
        let present = room.present.sorted { $0.key < $1.key }.flatMap {
            edge, said -> [RedisReply] in
            let parts = said.split(separator: ":", omittingEmptySubsequences: false)
            let current = connection(ofKey: "\(keys[3])\(edge / edges)")
            guard let current, parts[0] == "\(current)" else {
                if !arguments[0].isEmpty { update(keys[0]) { $0.present[edge] = nil } }
                return []
            }
            return [text("\(edge)"), text(said)]
        }
        return .list([
            text(room.epoch ?? ""), text("\(room.head ?? 0)"), text(room.rules),
            text("\(room.compacted)"), snapshot, .list(events), text("\(room.announced)"),
            .list(present),
        ])
    }

    private func compact(
        _ keys: [String], _ arguments: [String], _ values: [[UInt8]]
    ) -> RedisReply {
        if isFull { return Self.full }
        let before = room(keys[0])
        guard before.epoch == arguments[0], "\(before.compacted)" == arguments[1] else {
            return .number(0)
        }
        update(keys[0]) { room in
            room.epoch = arguments[5]
            room.compacted = Int64(arguments[2]) ?? 0
            room.snapshot = values[3]
            room.rules = arguments[4]
            room.events.removeAll { $0.sequence <= room.compacted }
            if arguments[6] == "1" { room.tape = [] }
            for index in stride(from: 9, to: arguments.count, by: 2) {
                room.tape.append((arguments[index], values[index + 1]))
            }
        }
        return .number(1)
    }

    private func announce(
        _ keys: [String], _ arguments: [String], _ values: [[UInt8]]
    ) -> RedisReply {
        guard let connection = connection(ofKey: keys[2]), "\(connection)" == arguments[0] else {
            return .failure("FENCED this connection is not the last one of its node")
        }
        if isFull { return Self.full }
        guard room(keys[0]).epoch == arguments[1] else { return .number(0) }
        let presence = "\(arguments[0]):\(arguments[3])"
        update(keys[0]) { room in
            room.present[UInt32(arguments[2]) ?? 0] = arguments[3].isEmpty ? nil : presence
            room.announced += 1
        }
        let number = room(keys[0]).announced
        let lines = ["present", arguments[1], "\(number)", arguments[2], presence]
        publish(keys[0], Array(lines.joined(separator: "\n").utf8))
        return .number(1)
    }

    private func forget(_ keys: [String], _ arguments: [String]) -> RedisReply {
        guard let connection = connection(ofKey: keys[4]), "\(connection)" == arguments[3] else {
            return .failure("FENCED this connection is not the last one of its node")
        }
        if isFull { return Self.full }
        guard room(keys[0]).epoch == arguments[0] else { return .number(0) }
        data.rooms[name(ofKey: keys[0])] = Room(epoch: arguments[1])
        publish(keys[0], Array("forgotten\n\(arguments[0])".utf8))
        return .number(1)
    }
}
