public import RoomStore
import SharedRoom

/// Writes rooms into a Redis that nodes may use. First it writes each room in pieces to keys that expire. When all rooms
/// are complete, it gives each its name in one step. If the command ends earlier, no room of the Redis has changed.
final class RedisTarget {
    private let options: RedisOptions
    private let archive: RedisArchive
    private let replaces: Bool
    /// The rooms that the Redis had at first.
    private let earlierNames: Set<RoomName>
    /// The rooms that do not have their names yet, and their keys.
    private var rooms: [(name: RoomName, keys: RedisKeys)] = []

    private var place: String { archive.place }

    init(_ options: RedisOptions, replacing replaces: Bool) throws(StoreError) {
        self.options = options
        self.replaces = replaces
        archive = try RedisArchive(options.address)
        earlierNames = Set(try archive.names)
        guard replaces || earlierNames.isEmpty else { throw .exists(path: place) }
    }

    /// Keys that cannot be deleted expire.
    deinit {
        for (name, keys) in rooms {
            _ = try? archive.ask(["DEL"] + keys.stored(name), of: name)
        }
    }

    /// The number of rooms that the copies do not replace, until `finish`.
    var otherRooms: Int64 { Int64(earlierNames.subtracting(rooms.map(\.name)).count) }

    /// Writes a room, some entries at a time. All its keys expire together, so `adopt` gets a whole room or none.
    func write(_ whole: ArchivedRoom) throws(StoreError) {
        let room = whole.limited(to: options.limits.history)
        let keys = archive.keys(of: room.name).copy(.random(in: .min ... .max))
        rooms.append((room.name, keys))
        let expiry = keys.stored(room.name).map { ["PEXPIRE", $0, "\(Self.unfinishedTime)"] }
        for group in commands(for: room, keys).groups(of: LogPage.rowsMax) {
            _ = try archive.ask(group + expiry, of: room.name)
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

    /// Gives all rooms their names. Returns the earlier rooms that have another one now.
    func finish() throws(StoreError) -> [(old: RoomName, new: RoomName)] {
        var renamed: [(old: RoomName, new: RoomName)] = []
        let count = rooms.count
        while let (name, keys) = rooms.first {
            do throws(StoreError) {
                if let other = try adopt(name, keys) { renamed.append((name, other)) }
            } catch {
                guard case .notReachable(let path, let why) = error else { throw error }
                let done = "\(count - rooms.count) of \(count) rooms were copied"
                throw .notReachable(path: path, why: "\(why); \(done)")
            }
            rooms.removeFirst()
        }
        return renamed
    }

    /// Returns the new name of the earlier room, if there was one.
    private func adopt(_ name: RoomName, _ copy: RedisKeys) throws(StoreError) -> RoomName? {
        let keys = archive.keys(of: name)
        while true {
            guard let other = name.replaced(.random(in: .min ... .max)), other != name
            else { continue }
            let call = RedisCall(
                .adopt,
                keys: keys.stored(name) + [keys.present(name)] + copy.stored(name)
                    + keys.stored(other) + [keys.store],
                [
                    replaces ? "1" : "0", RedisWord(epoch: .random(in: .min ... .max)),
                    "\(options.roomTime)",
                ])
            switch try archive.ask(call.wordsWithText, of: name).integer {
            case 1: return nil
            case 2: return other
            case 0: throw .exists(path: place)
            case -1: continue
            default:
                throw .notReachable(
                    path: place, why: "the copy of \(name.text) has expired; copy again")
            }
        }
    }
}

extension RoomCopy {
    /// Copies all rooms into a Redis, whose nodes notice it.
    ///
    /// - Parameter replaces: True if rooms with names of the source are renamed. Otherwise, it is an error if the Redis
    ///   has rooms.
    public static func copy(
        _ source: any RoomArchive, into options: RedisOptions, replacing replaces: Bool
    ) throws(StoreError) -> RoomCopy {
        let target = try RedisTarget(options, replacing: replaces)
        var copy = try source.copyRooms(to: target.write)
        copy.otherRooms = target.otherRooms
        copy.renamed = try target.finish()
        return copy
    }
}
