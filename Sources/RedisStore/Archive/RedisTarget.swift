public import RoomStore
import SharedRoom

/// Writes rooms into a Redis that nodes may use. A room is written in pieces to keys that expire, and later adopted under
/// its name in one step.
final class RedisTarget: RoomTarget {
    var place: String { archive.place }
    var history: HistoryLimits { options.limits.history }
    private let options: RedisOptions
    private let archive: RedisArchive
    private let replaces: Bool
    /// The rooms that the Redis had at first.
    private let earlierNames: Set<RoomName>
    /// The rooms that are complete, and at the end the one that was begun.
    private var rooms: [UnfinishedRoom] = []

    private struct UnfinishedRoom {
        let name: RoomName
        let rules: UInt32
        let epoch = UInt64.random(in: .min ... .max)
        let keys: RedisKeys
        let oldest: Int64
        var milestone: Int64
        var head: Int64
        var historyBytes = 0
        /// The number of entries of each key.
        var counts = [0, 0, 0, 0]
        var isComplete = false

        /// The room, its events, its tape and its milestones.
        var stored: [RedisWord] { keys.stored(name) }
    }

    init(_ options: RedisOptions, replacing replaces: Bool) throws(StoreError) {
        self.options = options
        self.replaces = replaces
        archive = try RedisArchive(options.address)
        earlierNames = Set(try archive.names)
        guard replaces || earlierNames.isEmpty else { throw .exists(path: place) }
    }

    /// The room that was begun.
    private var room: UnfinishedRoom {
        get { rooms[rooms.count - 1] }
        set { rooms[rooms.count - 1] = newValue }
    }

    deinit { for room in rooms { discard(room) } }

    /// The number of rooms that the copies do not replace.
    var otherRooms: Int64 { Int64(earlierNames.subtracting(rooms.map(\.name)).count) }

    func begin(_ name: RoomName, rules: UInt32, after start: LogStart) throws(StoreError) {
        rooms.append(
            UnfinishedRoom(
                name: name, rules: rules,
                keys: archive.keys(of: name).copy(.random(in: .min ... .max)),
                oldest: start.sequence, milestone: start.sequence, head: start.sequence))
        // The history begins with event 1 or after a milestone.
        if start.sequence > 0 { try add(start) }
    }

    func add(_ state: LogStart) throws(StoreError) {
        let snapshot = state.snapshot ?? []
        try write(
            to: 3,
            [
                [
                    "0-\(state.sequence)", "snapshot", RedisWord(snapshot), "bytes",
                    "\(room.historyBytes)",
                ]
            ])
        room.milestone = state.sequence
        room.historyBytes += snapshot.count
    }

    func add(_ events: [Event], isHistory: Bool) throws(StoreError) {
        guard let last = events.last else { return }
        try write(
            to: 1,
            events.map {
                ["0-\($0.sequence)", "at", "\($0.time)", "event", RedisWord(body: $0.draft)]
            })
        room.head = last.sequence
        if isHistory { room.historyBytes += events.frame.count }
    }

    func add(_ lines: [TapeEntry]) throws(StoreError) {
        let kept = lines.suffix(options.limits.tapeLinesMax)
        for start in stride(from: kept.startIndex, to: kept.endIndex, by: LogPage.rowsMax) {
            let page = kept[start..<min(start + LogPage.rowsMax, kept.endIndex)]
            try write(to: 2, page.map { ["0-\($0.sequence)", "line", RedisWord($0.line)] })
        }
    }

    func end(after last: LogStart, time: Int64) throws(StoreError) -> OpenedRoom? {
        let room = room
        var fields: [RedisWord] = [
            "epoch", RedisWord(epoch: room.epoch), "time", "\(time)", "head", "\(room.head)",
            "rules", "\(room.rules)", "oldest", "\(room.oldest)", "milestone", "\(room.milestone)",
            "historyBytes", "\(room.historyBytes)", "deletedBytes", "0",
        ]
        if let snapshot = last.snapshot {
            fields += ["compacted", "\(last.sequence)", "snapshot", RedisWord(snapshot)]
        }
        // A stream numbers the next event.
        let numbering: [[RedisWord]] =
            room.counts[1] > 0
            ? []
            : [
                ["XADD", room.stored[1], "0-\(room.head)", "at", "0", "event", ""],
                ["XTRIM", room.stored[1], "MAXLEN", "0"], expiry(of: room.stored[1]),
            ]
        // Reads it as a node does.
        let call = RedisCall.open(room.name, room.keys, after: 0)
        let replies = try archive.ask(
            [["HSET", room.stored[0]] + fields, expiry(of: room.stored[0])] + numbering
                + [call.wordsWithText], of: room.name)
        guard let reply = replies.last, let state = RedisRoomState(reply), state.isWhole else {
            return nil
        }
        self.room.isComplete = true
        return state.opened(storeEpoch: 0)
    }

    func cancel() {
        guard let room = rooms.last, !room.isComplete else { return }
        discard(room)
        rooms.removeLast()
    }

    /// Keys that are not deleted expire.
    private func discard(_ room: UnfinishedRoom) {
        _ = try? archive.ask(["DEL"] + room.stored, of: room.name)
    }

    /// Adds entries to a stream.
    private func write(to place: Int, _ entries: [[RedisWord]]) throws(StoreError) {
        let key = room.stored[place]
        _ = try archive.ask(
            entries.map { ["XADD", key] + $0 } + [expiry(of: key)], of: room.name)
        room.counts[place] += entries.count
    }

    private func expiry(of key: RedisWord) -> [RedisWord] {
        ["PEXPIRE", key, "\(Self.unfinishedTime)"]
    }

    /// One hour.
    private static let unfinishedTime = 3_600_000
}

/// Adopting the rooms.
extension RedisTarget {
    /// Gives all rooms their names. Returns the earlier rooms that have another one now.
    func finish() throws(StoreError) -> [RoomCopy.Renaming] {
        var renamed: [RoomCopy.Renaming] = []
        let count = rooms.count
        while let room = rooms.last {
            do throws(StoreError) {
                if let name = try adopt(room) {
                    renamed.append(RoomCopy.Renaming(old: room.name, new: name))
                }
            } catch {
                guard case .notReachable(let path, let why) = error else { throw error }
                let done = "\(count - rooms.count) of \(count) rooms were copied"
                throw .notReachable(path: path, why: "\(why); \(done)")
            }
            rooms.removeLast()
        }
        return renamed.reversed()
    }

    /// Returns the new name of the earlier room, if there was one.
    private func adopt(_ room: UnfinishedRoom) throws(StoreError) -> RoomName? {
        let keys = archive.keys(of: room.name)
        while true {
            guard let other = room.name.replaced(.random(in: .min ... .max)), other != room.name
            else { continue }
            let call = RedisCall(
                .adopt,
                keys: keys.stored(room.name) + [keys.present(room.name)] + room.stored
                    + keys.stored(other) + [keys.store],
                room.counts[1...].map { "\($0)" } + [
                    RedisWord(epoch: .random(in: .min ... .max)), replaces ? "1" : "0",
                    "\(options.roomTime)",
                ])
            switch try archive.ask(call.wordsWithText, of: room.name).integer {
            case 1: return nil
            case 2: return other
            case 0: throw .exists(path: place)
            case -1: continue
            default:
                throw .notReachable(
                    path: place, why: "the copy of \(room.name.text) has expired; copy again")
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
        var copy = try RoomCopier(from: source, to: target).copyAll()
        copy.otherRooms = target.otherRooms
        copy.renamed = try target.finish()
        return copy
    }
}
