import SharedRoom

/// Writes rooms into a Redis that nodes may use. A room is written in pieces to keys that expire, and later adopted under
/// its name in one step.
final class RedisTarget: RoomTarget {
    let place: String
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
        /// The room, its events, its tape and its milestones.
        let keys: [RedisWord]
        let oldest: Int64
        var milestone: Int64
        var head: Int64
        var historyBytes = 0
        /// The numbers of entries.
        var events = 0
        var lines = 0
        var milestones = 0
        var isComplete = false
    }

    init(_ options: RedisOptions, replacing replaces: Bool) throws(RoomFileError) {
        self.options = options
        self.replaces = replaces
        archive = try RedisArchive(options.address)
        place = archive.place
        earlierNames = Set(try archive.names)
        guard replaces || earlierNames.isEmpty else { throw .exists(path: place) }
    }

    deinit { for room in rooms { discard(room) } }

    /// The number of rooms that the copies do not replace.
    var otherRooms: Int64 { Int64(earlierNames.subtracting(rooms.map(\.name)).count) }

    func begin(_ name: RoomName, rules: UInt32, after start: LogStart) throws(RoomFileError) {
        rooms.append(
            UnfinishedRoom(
                name: name, rules: rules,
                keys: archive.keys(of: name).unfinished(.random(in: .min ... .max)),
                oldest: start.sequence, milestone: start.sequence, head: start.sequence))
        // The history begins with event 1 or after a milestone.
        if start.sequence > 0 { try add(start) }
    }

    func add(_ state: LogStart) throws(RoomFileError) {
        let (index, snapshot) = (rooms.count - 1, state.snapshot ?? [])
        try write(
            to: rooms[index].keys[3],
            [
                [
                    "0-\(state.sequence)", "snapshot", RedisWord(snapshot), "bytes",
                    "\(rooms[index].historyBytes)",
                ]
            ])
        rooms[index].milestone = state.sequence
        rooms[index].milestones += 1
        rooms[index].historyBytes += snapshot.count
    }

    func add(_ events: [Event], isHistory: Bool) throws(RoomFileError) {
        guard let last = events.last else { return }
        let index = rooms.count - 1
        try write(
            to: rooms[index].keys[1],
            events.map {
                ["0-\($0.sequence)", "at", "\($0.time)", "event", RedisWord(body: $0.draft)]
            })
        rooms[index].events += events.count
        rooms[index].head = last.sequence
        if isHistory { rooms[index].historyBytes += EventBlock(events).text.count }
    }

    func add(_ lines: [TapeEntry]) throws(RoomFileError) {
        let index = rooms.count - 1
        let kept = lines.suffix(options.limits.tapeLinesMax)
        for start in stride(from: kept.startIndex, to: kept.endIndex, by: Self.linesAtOnce) {
            let page = kept[start..<min(start + Self.linesAtOnce, kept.endIndex)]
            try write(
                to: rooms[index].keys[2],
                page.map { ["0-\($0.sequence)", "line", RedisWord($0.line)] })
        }
        rooms[index].lines = kept.count
    }

    /// Lines can be long.
    private static let linesAtOnce = 100

    func end(after last: LogStart, time: Int64) throws(RoomFileError) -> OpenedRoom? {
        let index = rooms.count - 1
        let room = rooms[index]
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
            room.events > 0
            ? []
            : [
                ["XADD", room.keys[1], "0-\(room.head)", "at", "0", "event", ""],
                ["XTRIM", room.keys[1], "MAXLEN", "0"], expiry(of: room.keys[1]),
            ]
        // Reads it as a node does.
        let keys = archive.keys(of: room.name)
        let call = RedisCall(
            .open,
            keys: [
                room.keys[0], room.keys[1], keys.unfinishedPresence, keys.nodePrefix,
                keys.store,
            ],
            ["", "0", "0", "-1", "\(RedisConnector.edgesMax)"])
        let replies = try archive.ask(
            [["HSET", room.keys[0]] + fields, expiry(of: room.keys[0])] + numbering
                + [call.wordsWithText], of: room.name)
        guard let reply = replies.last, let state = RedisRoomState(reply), state.isWhole else {
            return nil
        }
        rooms[index].isComplete = true
        return state.opened(storeEpoch: 0)
    }

    func cancel() {
        guard let room = rooms.last, !room.isComplete else { return }
        discard(room)
        rooms.removeLast()
    }

    /// Keys that are not deleted expire.
    private func discard(_ room: UnfinishedRoom) {
        _ = try? archive.ask(["DEL"] + room.keys, of: room.name)
    }

    /// Adds entries to a stream.
    private func write(to key: RedisWord, _ entries: [[RedisWord]]) throws(RoomFileError) {
        _ = try archive.ask(
            entries.map { ["XADD", key] + $0 } + [expiry(of: key)],
            of: rooms[rooms.count - 1].name)
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
    func finish() throws(RoomFileError) -> [RoomCopy.Renaming] {
        var renamed: [RoomCopy.Renaming] = []
        let count = rooms.count
        while let room = rooms.last {
            do throws(RoomFileError) {
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
    private func adopt(_ room: UnfinishedRoom) throws(RoomFileError) -> RoomName? {
        let keys = archive.keys(of: room.name)
        for number in 1...Self.namesMax {
            guard let other = room.name.replaced(number) else { break }
            guard other != room.name else { continue }
            let call = RedisCall(
                .adopt,
                keys: keys.stored(room.name) + [keys.present(room.name)] + room.keys
                    + keys.stored(other) + [keys.store],
                [
                    "\(room.events)", "\(room.lines)", "\(room.milestones)",
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
        throw .notReachable(
            path: place, why: "it has too many replaced rooms \(room.name.text); forget some")
    }

    private static let namesMax = 1_000
}
