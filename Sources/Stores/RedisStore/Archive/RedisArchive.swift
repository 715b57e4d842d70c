public import RoomStore
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
    public init(_ address: RedisAddress) throws(StoreError) {
        place = address.place
        let options = RedisOptions(address: address)
        let cluster = try options.connecting { () throws(RedisFailure) in
            try RedisCluster.find(options)
        }
        parts = (cluster.map { ClusterPartition.all.map($0.options) } ?? [options])
            .map { RedisReaderConnection($0) }
        reader = RedisLogReader(parts.map(\.part), at: place, rules: nil)
        _ = try ask([["HGET", parts[0].keys.store, "epoch"]], parts[0])
    }

    /// The names of the keys with a room.
    func keys(of name: RoomName) -> RedisKeys { parts.part(of: name).keys }

    public var names: [RoomName] {
        get throws(StoreError) {
            var names: [RoomName] = []
            for part in parts { names += try self.names(in: part) }
            return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        }
    }

    private func names(in part: RedisReaderConnection) throws(StoreError) -> Set<RoomName> {
        var (names, cursor, connection): (Set<RoomName>, RedisWord, Int) = ([], "0", 0)
        while true {
            let (keys, next) = try keys(from: cursor, part)
            if cursor == "0" { connection = part.count }
            let found = keys.compactMap { $0.bytes.flatMap { part.keys.name(ofChannel: $0) } }
            // Rooms without events are not kept.
            let heads = try ask(found.map { ["HGET", part.keys.room($0), "head"] }, part)
            guard part.count == connection else {
                // A cursor means another place at another primary, and rooms would be missing.
                (names, cursor) = ([], "0")
                continue
            }
            for (name, head) in zip(found, heads) where head.bytes != nil { names.insert(name) }
            guard next != "0" else { return names }
            cursor = next
        }
    }

    /// Some of the hashes of rooms, and the next cursor.
    private func keys(
        from cursor: RedisWord, _ part: RedisReaderConnection
    ) throws(StoreError) -> ([RedisReply], next: RedisWord) {
        // While a slot moves, the missing key is an error, since some of its keys are not here.
        let replies = try ask(
            [
                ["GET", part.keys.missing],
                [
                    "SCAN", cursor, "MATCH", part.keys.roomPattern, "COUNT", "\(Self.keysAtOnce)",
                    "TYPE", "hash",
                ],
            ], part)
        guard let reply = replies[1].list, reply.count == 2, let next = reply[0].bytes,
            let keys = reply[1].list
        else { throw .damaged(path: place, what: "its list of keys") }
        return (keys, RedisWord(next))
    }

    private static let keysAtOnce = 500

    public func facts(of name: RoomName) throws(StoreError) -> RoomFacts? {
        let fields =
            try ask(["HMGET", keys(of: name).room(name), "head", "rules", "time"], of: name).list
            ?? []
        guard fields.count == 3, fields[0].bytes != nil else { return nil }
        let time = fields[2].integer ?? 0
        return RoomFacts(
            rules: UInt32(clamping: fields[1].integer ?? 0), sequence: fields[0].integer ?? 0,
            time: time, day: time / 86_400_000)
    }

    public func size(of name: RoomName) throws(StoreError) -> Int64 {
        try ask(keys(of: name).stored(name).map { ["MEMORY", "USAGE", $0] }, of: name)
            .compactMap(\.integer).reduce(0, +)
    }

    /// Deletes a room, also one that is damaged. The nodes that have it open notify its participants.
    public func forget(_ name: RoomName) throws(StoreError) {
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

    func ask(_ command: [RedisWord], of name: RoomName) throws(StoreError) -> RedisReply {
        try ask([command], of: name)[0]
    }

    func ask(_ commands: [[RedisWord]], of name: RoomName) throws(StoreError) -> [RedisReply] {
        try ask(commands, parts.part(of: name))
    }

    private func ask(
        _ commands: [[RedisWord]], _ part: RedisReaderConnection
    ) throws(StoreError) -> [RedisReply] {
        do throws(RedisFailure) {
            return try part.execute(commands)
        } catch {
            throw .notReachable(path: place, why: error.message)
        }
    }
}
