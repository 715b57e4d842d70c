import SharedRoom

@testable import RedisStore
@testable import RoomStore

/// A Redis in memory that understands the commands and scripts of a store. It can lose data, refuse writes, and start
/// again.
///
/// A test compares its replies with those of a real Redis.
final class SimulatedRedis {
    struct Room: Equatable {
        var epoch: String?
        var time: Int64?
        var head: Int64?
        var rules = "0"
        var compacted: Int64 = 0
        var snapshot: [UInt8]?
        var events: [Entry] = []
        var tape: [(sequence: String, line: [UInt8])] = []
        var milestones: [(sequence: Int64, snapshot: [UInt8], bytes: Int)] = []
        /// The last event before the history, and before its last milestone.
        var oldest: Int64 = 0
        var milestone: Int64 = 0
        var historyBytes = 0
        var deletedBytes = 0
        var announced: Int64 = 0
        var present: [UInt32: String] = [:]

        /// Deletes the oldest events and milestones, and adds a milestone, as the script `compact` does.
        mutating func keepHistory(_ sizes: [Int64]) {
            historyBytes += Int(sizes[0])
            if compacted - milestone >= sizes[1] {
                milestones.append((compacted, snapshot ?? [], historyBytes))
                milestone = compacted
                historyBytes += snapshot?.count ?? 0
            }
            while compacted - oldest > sizes[2] || historyBytes - deletedBytes > sizes[3] {
                guard let next = milestones.first(where: { $0.sequence > oldest }) else { break }
                (oldest, deletedBytes) = (next.sequence, next.bytes)
                events.removeAll { $0.sequence <= next.sequence }
                milestones.removeAll { $0.sequence < next.sequence }
            }
        }

        static func == (one: Room, other: Room) -> Bool {
            one.epoch == other.epoch && one.head == other.head && one.events == other.events
        }
    }

    struct Entry: Equatable {
        let sequence: Int64
        let time: Int64
        let body: [UInt8]
        /// On the first event of an append.
        let append: [UInt8]?
    }

    /// The events that were published, by room, until the room is forgotten or Redis may lose events.
    var published: [String: [Entry]] = [:]
    /// The texts of all events that were published.
    var publishedTexts: Set<[UInt8]> = []
    /// True if a replica answers in time.
    var replicaConfirms = true

    struct Data {
        var rooms: [String: Room] = [:]
        var epoch: UInt64?
        var run: String?
        var keepsWrites = false
        /// True if a replica was connected when the last node connected.
        var hadReplica = false
        var lastNode: Int64 = 0
        var connections: Int64 = 0
    }

    var data = Data()
    /// The state after the last sync.
    private var synced = Data()
    /// The current connection of each node, and the time when it expires.
    private var nodes: [Int64: (connection: Int64, end: Int64)] = [:]
    private(set) var run = 1
    /// What a replica has, which lags behind.
    private var replicated = (data: Data(), nodes: [Int64: (connection: Int64, end: Int64)]())
    /// The number of the primary. Nothing that was sent to an earlier one arrives.
    private(set) var primary = 1
    /// The former primary, if it is a replica now. It has everything that the primary has, and refuses writes.
    private var demoted: Int?
    /// True while a command is executed at a replica.
    var isReplica = false
    /// True if a replica is connected.
    private(set) var hasReplica = false
    private var wasReplica = false
    /// How often writes may have been lost.
    private(set) var lossCount = 0 { didSet { isWhole = false } }
    /// False after a loss, until a node connects.
    private(set) var isWhole = true
    /// True if every write is synced before its reply.
    var syncsAlways = true
    /// True after the scripts were flushed, until a node loads them again.
    var forgetsScripts = false
    /// True while Redis refuses writes.
    var isFull = false
    var now: Int64 = 0
    var bug: PlantedBug?
    /// Receives the messages that are published.
    var publish: (_ channel: String, _ text: [UInt8]) -> Void = { _, _ in }

    /// Ends and starts again. Without `syncsAlways`, writes since the last sync are lost. Nodes expire later.
    func restart() {
        if !syncsAlways {
            data = synced
            lossCount += 1
            published = [:]
        }
        synced = data
        run += 1
        // No node knows of a replica that was connected later. Its promotion and restart before a node connects are
        // not simulated.
        if data.hadReplica { wasReplica = false }
    }

    func replicate() {
        hasReplica = true
        replicated = (data, nodes)
    }

    /// Continues with the replica, if there is one.
    ///
    /// - Parameter isKept: True if the former primary becomes a replica, and keeps its connections.
    func failOver(isKept: Bool = false) {
        guard hasReplica else { return restart() }
        hasReplica = false
        demoted = isKept ? primary : nil
        (data, nodes) = replicated
        lossCount += 1
        synced = data
        run += 1
        primary += 1
        wasReplica = true
    }

    /// - Parameter isOpen: True if a node has the room open, and must have published its events again.
    func hasEverythingPublished(of name: String, isOpen: Bool) -> Bool {
        let (room, entries) = (data.rooms[name] ?? Room(), published[name] ?? [])
        return entries.allSatisfy { $0.sequence <= room.oldest || room.events.contains($0) }
            && (!isOpen || room.head ?? 0 >= entries.last?.sequence ?? 0)
    }

    func hasPublished(_ text: [UInt8]) -> Bool { publishedTexts.contains(text) }

    /// True if a server is there that is or was this primary.
    func answers(as primary: Int) -> Bool { primary == self.primary || primary == demoted }

    func sync() { synced = data }

    /// Forgets everything, like a Redis that stores nothing on disk, and its replica with it.
    func restartEmpty() {
        data = Data()
        hasReplica = false
        published = [:]
        lossCount += 1
        synced = data
        nodes = [:]
        run += 1
    }

    var hasStoreEpoch: Bool { data.epoch != nil }

    /// True if a room has this log, with all events from `first` on.
    func has(_ log: StoredLog, eventsFrom first: Int64) -> Bool {
        let room = data.rooms[log.name.text]
        let epoch = room?.epoch.flatMap { UInt64($0, radix: 16) }
        guard let room, let epoch, epoch ^ (data.epoch ?? 0) == log.epoch else { return false }
        return room.oldest < first
    }

    /// Gives a node a connection, as the script `connect` does.
    func connect(
        node: UInt32, random: UInt64, nodesMax: Int64, timeout: Int64, lostEpoch: UInt64?
    ) -> (node: UInt32, connection: Int64, epoch: UInt64) {
        forgetsScripts = false
        let isPromoted = wasReplica && bug != .promotedReplicaKeepsTheEpoch
        let keepsWrites = data.run == "\(run)" || data.keepsWrites && !isPromoted
        let hasLostEvents = data.epoch == lostEpoch || !keepsWrites
        if data.epoch == nil || hasLostEvents && bug != .lostEventsKeepTheEpoch {
            data.epoch = random
            data.lastNode = Int64(random >> 32)
            data.connections = data.lastNode * 65_536
        }
        data.run = "\(run)"
        let isRelaxed = data.keepsWrites && !syncsAlways
        data.hadReplica = hasReplica
        data.keepsWrites =
            syncsAlways && (!hasReplica || bug == .restartedReplicaKeepsTheEpoch)
        var number = Int64(node)
        if number == 0 {
            data.lastNode = data.lastNode % nodesMax + 1
            number = data.lastNode
        }
        wasReplica = false
        isWhole = true
        data.connections += 1
        nodes[number] = (data.connections, now + timeout)
        // A crash within a second after the setting was relaxed is not simulated.
        if syncsAlways || isRelaxed { sync() }
        return (UInt32(number), data.connections, data.epoch ?? 0)
    }
}

/// Commands.
extension SimulatedRedis {
    /// - Parameter primary: The server that executes it; nil for the primary.
    func execute(_ command: [RedisWord], as primary: Int? = nil) -> RedisReply {
        isReplica = primary != nil && primary != self.primary
        defer { isReplica = false }
        let words = command.map(\.bytes)
        let texts = words.map { String(decoding: $0, as: UTF8.self) }
        defer { if syncsAlways { sync() } }
        switch texts[0] {
        case "EVALSHA": return evaluate(texts, words)
        case "WAIT":
            guard hasReplica, replicaConfirms else { return .number(0) }
            replicate()
            return .number(1)
        case "EVAL": return open(Array(texts[3..<8]), Array(texts[8...]))
        case "HGET": return field(texts[2], of: texts[1])
        case "HMGET": return .list(texts.dropFirst(2).map { field($0, of: texts[1]) })
        case "XRANGE": return .list(rows(of: texts[1], texts[2], texts[3], Int(texts[5]) ?? 0))
        case "XREVRANGE":
            let rows = rows(of: texts[1], texts[3], texts[2], .max)
            return .list(Array(rows.reversed().prefix(Int(texts[5]) ?? 0)))
        case "PEXPIRE": return expire(texts[1], Int64(texts[2]) ?? 0)
        case "MGET":
            return .list(
                texts.dropFirst().map { key in text(connection(ofKey: key).map { "\($0)" }) })
        case "DEL":
            if isReplica { return readOnly }
            nodes[number(ofKey: texts[1])] = nil
            return .number(1)
        default: preconditionFailure("the simulated Redis does not know \(texts[0])")
        }
    }

    var readOnly: RedisReply { .failure("READONLY it is a replica") }

    /// The refusal of writes.
    var refusal: RedisReply? {
        isReplica ? readOnly : isFull ? .failure("OOM command not allowed") : nil
    }

    func text(_ text: String?) -> RedisReply {
        text.map { .bytes(Array($0.utf8)) } ?? .nothing
    }

    private func field(_ name: String, of key: String) -> RedisReply {
        if key == "calcroom:store" { return text(data.epoch.map { String($0, radix: 16) }) }
        let room = room(key)
        switch name {
        case "epoch": return text(room.epoch)
        case "head": return text(room.head.map { "\($0)" })
        case "announced": return text(room.announced > 0 ? "\(room.announced)" : nil)
        case "compacted": return text(room.snapshot == nil ? nil : "\(room.compacted)")
        case "snapshot": return room.snapshot.map { .bytes($0) } ?? .nothing
        default: preconditionFailure("a room does not have \(name)")
        }
    }

    /// The entries of a stream in a range such as `(0-5` to `+`.
    func rows(of key: String, _ start: String, _ end: String, _ count: Int) -> [RedisReply] {
        func bound(_ text: String) -> Int64? {
            text.split(separator: "-").last.flatMap { Int64($0) }
        }
        let first = (bound(start) ?? 0) + (start.hasPrefix("(") ? 1 : 0)
        let last = (bound(end) ?? .max) - (end.hasPrefix("(") ? 1 : 0)
        let rows: [(sequence: Int64, fields: [RedisReply])]
        if key.hasSuffix(":milestones") {
            rows = room(key).milestones.map {
                (
                    $0.sequence,
                    [text("snapshot"), .bytes($0.snapshot), text("bytes"), text("\($0.bytes)")]
                )
            }
        } else if key.hasSuffix(":tape") {
            rows = room(key).tape.map { line in
                (Int64(line.sequence) ?? 0, [text("line"), .bytes(line.line)])
            }
        } else {
            rows = room(key).events.map { ($0.sequence, fields($0)) }
        }
        return rows.filter { $0.sequence >= first && $0.sequence <= last }.prefix(count)
            .map { .list([text("0-\($0.sequence)"), .list($0.fields)]) }
    }

    private func fields(_ entry: Entry) -> [RedisReply] {
        let fields = [text("at"), text("\(entry.time)"), text("event"), .bytes(entry.body)]
        guard let append = entry.append, bug != .appendsHaveNoNumber else { return fields }
        return fields + [text("append"), .bytes(append)]
    }

    /// The name of a room from any of its keys.
    func name(ofKey key: String) -> String {
        let rest = key.dropFirst("calcroom:room:".count)
        return String(rest.split(separator: ":").first ?? "")
    }

    func room(_ key: String) -> Room { data.rooms[name(ofKey: key)] ?? Room() }

    func update(_ key: String, _ change: (inout Room) -> Void) {
        change(&data.rooms[name(ofKey: key), default: Room()])
    }

    private func number(ofKey key: String) -> Int64 {
        Int64(key.split(separator: ":").last ?? "") ?? 0
    }

    func connection(ofKey key: String) -> Int64? {
        nodes[number(ofKey: key)].flatMap { $0.end > now ? $0.connection : nil }
    }

    private func expire(_ key: String, _ time: Int64) -> RedisReply {
        if isReplica { return readOnly }
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
        case "confirm": return confirm(keys, arguments)
        case "announce": return announce(keys, arguments, values)
        case "open": return open(keys, arguments)
        case "compact": return compact(keys, arguments, values)
        case "forget": return forget(keys, arguments)
        default: return .failure("NOSCRIPT No matching script")
        }
    }
}
