public import SharedRoom

/// Reads the rooms of a Redis store without being a node: it changes nothing, and no node notices it. Each read is short,
/// since Redis serves nobody during that time.
public final class RedisArchive: RoomArchive {
    public let place: String
    public let reader: any LogReader
    public let tapeLinesMax = RedisLimits().tapeLinesMax
    let keys: RedisKeys
    private let connection: RedisReaderConnection

    /// Connects to Redis.
    public init(_ address: RedisAddress) throws(RoomFileError) {
        let options = RedisOptions.forTools(address)
        keys = options.keys
        let connection = RedisReaderConnection(options)
        self.connection = connection
        place = address.place
        reader = RedisLogReader(keys, rules: Room.rules, nil, execute: connection.execute)
        _ = try ask(["HGET", keys.store, "epoch"])
    }

    public var names: [RoomName] {
        get throws(RoomFileError) {
            var names: Set<RoomName> = []
            var cursor: RedisWord? = "0"
            while let place = cursor {
                let found = try nextKeys(&cursor, from: place).compactMap {
                    $0.bytes.flatMap { keys.name(ofChannel: $0) }
                }
                // Rooms without events are not kept.
                let heads = try ask(found.map { ["HGET", keys.room($0), "head"] })
                for (name, head) in zip(found, heads) where head.bytes != nil {
                    names.insert(name)
                }
            }
            return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        }
    }

    /// Some of the hashes of rooms. The cursor is nil after the last ones.
    private func nextKeys(
        _ cursor: inout RedisWord?, from place: RedisWord
    ) throws(RoomFileError) -> [RedisReply] {
        let reply = try ask([
            "SCAN", place, "MATCH", keys.roomPattern, "COUNT", "\(Self.keysAtOnce)", "TYPE",
            "hash",
        ]).list
        guard let parts = reply, parts.count == 2, let next = parts[0].bytes,
            let keys = parts[1].list
        else { throw error(for: .unavailable) }
        cursor = next == Array("0".utf8) ? nil : RedisWord(next)
        return keys
    }

    private static let keysAtOnce = 500

    public var rooms: [ListedRoom] {
        get throws(RoomFileError) {
            var rooms: [ListedRoom] = []
            // Others are forgotten since.
            for name in try names { if let room = try listed(name) { rooms.append(room) } }
            return rooms
        }
    }

    private func listed(_ name: RoomName) throws(RoomFileError) -> ListedRoom? {
        guard let fields = try fields(of: name) else { return nil }
        let sizes = try ask(keys.stored(name).map { ["MEMORY", "USAGE", $0] })
        var listed = ListedRoom(
            name: name, condition: fields.rules > Room.rules ? .newer : .sound,
            events: fields.head, day: fields.time / 86_400_000,
            bytes: sizes.compactMap(\.integer).reduce(0, +))
        guard listed.condition == .sound else { return listed }
        do throws(LogReadFailure) {
            guard let room = try reader.room(name) else { return nil }
            listed.events = room.events.last?.sequence ?? listed.events
            listed.people = ListedRoom.people(in: room.snapshot, room.events)
        } catch .outOfOrder {
            listed.condition = .damaged
        } catch {
            throw self.error(for: error)
        }
        return listed
    }

    public func facts(of name: RoomName) throws(RoomFileError) -> RoomFacts? {
        try fields(of: name).map { RoomFacts(rules: $0.rules, time: $0.time) }
    }

    private func fields(
        of name: RoomName
    ) throws(RoomFileError) -> (head: Int64, rules: UInt32, time: Int64)? {
        let fields = try ask(["HMGET", keys.room(name), "head", "rules", "time"]).list ?? []
        guard fields.count == 3, fields[0].bytes != nil else { return nil }
        return (
            fields[0].integer ?? 0, UInt32(clamping: fields[1].integer ?? 0), fields[2].integer ?? 0
        )
    }

    /// Deletes a room, also one that is damaged. The nodes that have it open notify its participants.
    public func forget(_ name: RoomName) throws(RoomFileError) {
        let epoch = try ask(["HGET", keys.room(name), "epoch"]).bytes ?? []
        let call = RedisCall(
            .forget, keys: keys.stored(name) + [keys.present(name)],
            [
                RedisWord(epoch), RedisWord(epoch: .random(in: .min ... .max)),
                "\(RedisCall.emptyRoomTime)",
            ])
        guard try ask(call.wordsWithText) == .number(1) else { throw .changed }
    }

    public func error(for failure: LogReadFailure) -> RoomFileError {
        switch failure {
        case .changed: .changed
        case .outOfOrder, .newerRules:
            .damaged(path: place, what: "its data in Redis are invalid")
        case .unavailable:
            .notReachable(path: place, why: connection.failure ?? "it has no Calcroom rooms")
        }
    }

    func ask(_ command: [RedisWord]) throws(RoomFileError) -> RedisReply {
        try ask([command])[0]
    }

    func ask(_ commands: [[RedisWord]]) throws(RoomFileError) -> [RedisReply] {
        do throws(RedisFailure) {
            let replies = try connection.execute(commands)
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
        RedisOptions(address: address, clock: { 0 }, random: { .random(in: .min ... .max) })
    }
}
