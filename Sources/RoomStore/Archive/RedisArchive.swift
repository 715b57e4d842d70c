public import SharedRoom

/// Reads the rooms of a Redis or a cluster without being a node: it changes nothing, and no node notices it. Each read is
/// short, since Redis serves nobody during that time.
public final class RedisArchive: RoomArchive {
    public let place: String
    public let reader: any LogReader
    public let tapeLinesMax = RedisLimits().tapeLinesMax
    /// A Redis, or the partitions of a cluster.
    private let parts: [RedisReaderConnection]

    /// Connects to Redis.
    public init(_ address: RedisAddress) throws(RoomFileError) {
        place = address.place
        let options = RedisOptions.forTools(address)
        do throws(RedisFailure) {
            let cluster = try RedisCluster.find(options)
            parts = (cluster.map { ClusterPartition.all.map($0.options) } ?? [options])
                .map { RedisReaderConnection($0) }
        } catch {
            throw .notReachable(path: place, why: error.message)
        }
        let readers = parts.map {
            RedisLogReader($0.keys, rules: Room.rules, nil, execute: $0.execute)
        }
        reader = readers.count == 1 ? readers[0] : PartitionedReader(readers)
        _ = try ask([["HGET", parts[0].keys.store, "epoch"]], parts[0])
    }

    private func part(with name: RoomName) -> RedisReaderConnection {
        parts.count == 1 ? parts[0] : parts[ClusterPartition.of(name).index]
    }

    /// The names of the keys with a room.
    func keys(of name: RoomName) -> RedisKeys { part(with: name).keys }

    public var names: [RoomName] {
        get throws(RoomFileError) {
            var names: [RoomName] = []
            for part in parts { names += try self.names(in: part) }
            return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        }
    }

    private func names(in part: RedisReaderConnection) throws(RoomFileError) -> Set<RoomName> {
        var names: Set<RoomName> = []
        var (cursor, connection) = (RedisWord?("0"), 0)
        while let place = cursor {
            let found = try nextKeys(&cursor, from: place, part).compactMap {
                $0.bytes.flatMap { part.keys.name(ofChannel: $0) }
            }
            let isContinued = place == "0" || part.count == connection
            connection = part.count
            // Rooms without events are not kept.
            let heads = try ask(found.map { ["HGET", part.keys.room($0), "head"] }, part)
            guard isContinued, part.count == connection else {
                // Another primary has other cursors.
                (names, cursor) = ([], "0")
                continue
            }
            for (name, head) in zip(found, heads) where head.bytes != nil { names.insert(name) }
        }
        return names
    }

    /// Some of the hashes of rooms. The cursor is nil after the last ones.
    private func nextKeys(
        _ cursor: inout RedisWord?, from place: RedisWord, _ part: RedisReaderConnection
    ) throws(RoomFileError) -> [RedisReply] {
        // While a slot moves, the missing key is an error, since some of its keys are not here.
        let replies = try ask(
            [
                ["GET", part.keys.rights],
                [
                    "SCAN", place, "MATCH", part.keys.roomPattern, "COUNT", "\(Self.keysAtOnce)",
                    "TYPE", "hash",
                ],
            ], part)
        guard let reply = replies[1].list, reply.count == 2, let next = reply[0].bytes,
            let keys = reply[1].list
        else { throw error(for: .unavailable) }
        cursor = next == Array("0".utf8) ? nil : RedisWord(next)
        return keys
    }

    private static let keysAtOnce = 500

    public func facts(of name: RoomName) throws(RoomFileError) -> RoomFacts? {
        let fields =
            try ask(["HMGET", keys(of: name).room(name), "head", "rules", "time"], of: name).list
            ?? []
        guard fields.count == 3, fields[0].bytes != nil else { return nil }
        let time = fields[2].integer ?? 0
        return RoomFacts(
            rules: UInt32(clamping: fields[1].integer ?? 0), sequence: fields[0].integer ?? 0,
            time: time, day: time / 86_400_000)
    }

    public func size(of name: RoomName) throws(RoomFileError) -> Int64 {
        try ask(keys(of: name).stored(name).map { ["MEMORY", "USAGE", $0] }, of: name)
            .compactMap(\.integer).reduce(0, +)
    }

    /// Deletes a room, also one that is damaged. The nodes that have it open notify its participants.
    public func forget(_ name: RoomName) throws(RoomFileError) {
        let keys = keys(of: name)
        let epoch = try ask(["HGET", keys.room(name), "epoch"], of: name).bytes ?? []
        let call = RedisCall(
            .forget, keys: keys.stored(name) + [keys.present(name)],
            [
                RedisWord(epoch), RedisWord(epoch: .random(in: .min ... .max)),
                "\(RedisCall.emptyRoomTime)",
            ])
        guard try ask(call.wordsWithText, of: name) == .number(1) else { throw .changed }
    }

    public func error(for failure: LogReadFailure) -> RoomFileError {
        switch failure {
        case .changed: .changed
        case .outOfOrder, .newerRules:
            .damaged(path: place, what: "its data in Redis are invalid")
        case .unavailable:
            .notReachable(
                path: place,
                why: parts.max { $0.failureTime < $1.failureTime }?.failure
                    ?? "it has no Calcroom rooms")
        }
    }

    func ask(_ command: [RedisWord], of name: RoomName) throws(RoomFileError) -> RedisReply {
        try ask([command], of: name)[0]
    }

    func ask(_ commands: [[RedisWord]], of name: RoomName) throws(RoomFileError) -> [RedisReply] {
        try ask(commands, part(with: name))
    }

    private func ask(
        _ commands: [[RedisWord]], _ part: RedisReaderConnection
    ) throws(RoomFileError) -> [RedisReply] {
        do throws(RedisFailure) {
            let replies = try part.execute(commands)
            if replies.count == commands.count,
                replies.allSatisfy({ if case .failure = $0 { false } else { true } })
            {
                return replies
            }
        } catch {}
        throw error(for: .unavailable)
    }
}

extension RedisOptions {
    /// The options of a command, whose clock is not used.
    static func forTools(_ address: RedisAddress) -> RedisOptions {
        RedisOptions(address: address, StoreOptions(clock: { 0 }))
    }
}
