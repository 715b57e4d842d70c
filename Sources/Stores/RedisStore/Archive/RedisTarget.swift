public import RoomStore
import SharedRoom

extension RoomCopy {
    /// Copies all rooms into a Redis, whose nodes notice it. If the copy ends early, no room of the Redis has changed.
    ///
    /// - Parameter replaces: True if rooms with names of the source are replaced. Otherwise, it is an error if the Redis
    ///   has rooms.
    public static func copy(
        _ source: any RoomArchive, into options: RedisOptions, replacing replaces: Bool
    ) throws(StoreError) -> RoomCopy {
        let archive = try RedisArchive(options.address)
        let mayWrite = try replaces ? true : archive.names.isEmpty
        guard mayWrite else { throw .exists(path: archive.place) }
        let target = RedisTarget(options: options, archive: archive, replaces: replaces)
        var copies: [(name: RoomName, keys: RedisKeys)] = []
        // After a failure. Keys that cannot be deleted expire.
        defer {
            for (name, keys) in copies {
                _ = try? archive.ask(["DEL"] + keys.stored(name), of: name)
            }
        }
        let copy = try source.copyRooms { (room) throws(StoreError) in
            let keys = archive.keys(of: room.name).copy(.random(in: .min ... .max))
            copies.append((room.name, keys))
            try target.write(room.limited(to: options.limits.history), keys)
        }
        for (name, keys) in copies { try target.adopt(name, keys) }
        return copy
    }
}

/// Writes rooms into a Redis that nodes may use.
private struct RedisTarget {
    let options: RedisOptions
    let archive: RedisArchive
    let replaces: Bool

    /// Writes a room, some entries at a time. All its keys expire together, so `adopt` gets a whole room or none.
    func write(_ room: ArchivedRoom, _ keys: RedisKeys) throws(StoreError) {
        let expiry = keys.stored(room.name).map { ["PEXPIRE", $0, "\(Self.unfinishedTime)"] }
        for group in commands(for: room, keys).groups(of: LogPage.rowsMax) {
            _ = try archive.ask(group + expiry, of: room.name)
        }
    }

    /// Gives a complete copy its name.
    func adopt(_ name: RoomName, _ copy: RedisKeys) throws(StoreError) {
        let keys = archive.keys(of: name)
        let call = RedisCall(
            .adopt,
            keys: keys.stored(name) + [keys.present(name)] + copy.stored(name) + [keys.store],
            [
                replaces ? "1" : "0", RedisWord(epoch: .random(in: .min ... .max)),
                "\(options.roomTime)",
            ])
        guard try archive.ask(call.wordsWithText, of: name) == .number(1) else {
            throw .exists(path: archive.place)
        }
    }

    /// One day.
    private static let unfinishedTime = 86_400_000

    private func commands(for room: ArchivedRoom, _ keys: RedisKeys) -> [[RedisWord]] {
        let (name, newest, first) = (room.name, room.newest, room.parts[0].start.sequence)
        let (events, milestones) = (keys.events(name), keys.milestones(name))
        var (commands, last, bytes) = ([[RedisWord]](), newest.sequence, 0)
        for part in room.parts {
            if let snapshot = part.start.snapshot {
                let number: RedisWord = "0-\(part.start.sequence)"
                let size: RedisWord = "\(bytes)"
                commands.append(
                    ["XADD", milestones, number, "snapshot", RedisWord(snapshot), "bytes", size])
                bytes += snapshot.count
            }
            for event in part.events {
                let (number, time): (RedisWord, RedisWord) = (
                    "0-\(event.sequence)", "\(event.time)"
                )
                commands.append(
                    ["XADD", events, number, "at", time, "event", RedisWord(body: event.draft)])
            }
            if part.start != newest { bytes += part.events.frame.count }
            last = part.events.last?.sequence ?? last
        }
        // Redis gives the next event the number after that of the last entry, also if that was deleted.
        if room.parts.allSatisfy(\.events.isEmpty) {
            commands.append(["XADD", events, "MAXLEN", "0", "0-\(last)", "event", ""])
        }
        for line in room.tape.suffix(options.limits.tapeLinesMax) {
            commands.append(
                ["XADD", keys.tape(name), "0-\(line.sequence)", "line", RedisWord(line.line)])
        }
        let snapshot: [RedisWord] = newest.snapshot.map { ["snapshot", RedisWord($0)] } ?? []
        let numbers: [(RedisWord, Int64)] = [
            ("time", room.time), ("head", last), ("rules", Int64(room.rules)), ("oldest", first),
            ("milestone", newest.sequence), ("historyBytes", Int64(bytes)), ("deletedBytes", 0),
            ("compacted", newest.sequence),
        ]
        let fields: [RedisWord] = numbers.flatMap { [$0.0, "\($0.1)"] } + snapshot
        let epoch = RedisWord(epoch: .random(in: .min ... .max))
        return commands + [["HSET", keys.room(name), "epoch", epoch] + fields]
    }
}
