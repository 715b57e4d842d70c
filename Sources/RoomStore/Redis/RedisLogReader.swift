import SharedRoom

/// Reads the rooms of a Redis store over a connection of its own.
final class RedisLogReader: LogReader {
    private let visitor: StoreVisitor
    private let options: RedisOptions
    private var connection: RedisConnection?
    /// After a failure, reads fail at once until this time. Otherwise each of them would wait for a silent Redis.
    private var retryTime: Int64 = 0

    init(_ store: RedisStore, _ options: RedisOptions) {
        visitor = StoreVisitor(store)
        self.options = options
    }

    func room(_ name: RoomName) throws(LogReadFailure) -> OpenedRoom? {
        try visitor.read(name) { () throws(LogReadFailure) in
            guard let (life, state) = try state(of: name) else { return .room(nil) }
            guard state.rules <= options.rules else { throw .newerRules }
            return state.rules < options.rules ? .unprepared : .room(opened(state, life))
        }
    }

    private func opened(_ state: RedisRoomState, _ life: UInt64) -> OpenedRoom {
        OpenedRoom(
            epoch: state.epoch ^ life, secret: life, snapshot: state.form, events: state.events)
    }

    /// The room as it is now, and the life of all rooms; nil if it has no events.
    private func state(
        of name: RoomName
    ) throws(LogReadFailure) -> (life: UInt64, state: RedisRoomState)? {
        let keys = [
            RedisWords.room(name), RedisWords.events(name), RedisWords.present(name),
            RedisWords.nodePrefix,
        ]
        let arguments = [[], [], [], RedisWords.word(-1), RedisWords.word(RedisConnector.edgesMax)]
        let script = [RedisWords.word("EVAL"), RedisScript.open.text, RedisWords.word(keys.count)]
        let replies = try ask([Self.life, script + keys + arguments])
        guard let life = Self.epoch(replies[0]) else { throw .unavailable }
        guard let state = RedisRoomState(replies[1]) else { throw .outOfOrder }
        guard state.head > 0 else { return nil }
        guard state.isWhole else { throw .outOfOrder }
        return (life, state)
    }

    func start(for sequence: Int64, of log: StoredLog) throws(LogReadFailure) -> LogStart {
        let room = try read(
            log, ["HMGET", .init(RedisWords.room(log.name)), "compacted", "form"])
        guard let fields = room.list, fields.count == 2 else { throw .changed }
        return LogStart(snapshot: fields[1].bytes, sequence: fields[0].integer ?? 0)
    }

    func events(after sequence: Int64, of log: StoredLog) throws(LogReadFailure) -> [Event] {
        let start = RedisWord(RedisWords.word("(0-\(max(0, sequence))"))
        let count = RedisWord(RedisWords.word(LogPage.rowsMax))
        let rows = try read(
            log, ["XRANGE", .init(RedisWords.events(log.name)), start, "+", "COUNT", count])
        guard let rows = rows.list else { throw .changed }
        guard !rows.isEmpty else { return [] }
        guard let events = RedisEvents(rows: rows)?.events else { throw .outOfOrder }
        guard events.first?.sequence == sequence + 1 else { throw .changed }
        return events
    }

    func tapeRange(
        before sequence: Int64, count: Int, of log: StoredLog
    ) throws(LogReadFailure) -> TapeRange? {
        let key = RedisWord(RedisWords.tape(log.name))
        var range = TapeRange(first: sequence, end: sequence, count: 0)
        while range.count < count {
            let end = RedisWord(RedisWords.word("(0-\(range.first)"))
            let wanted = min(count - range.count, LogPage.rowsMax)
            let size = RedisWord(RedisWords.word(wanted))
            let rows = try read(log, ["XREVRANGE", key, end, "-", "COUNT", size]).list ?? []
            guard let first = rows.last?.streamSequence else { break }
            range.first = first
            range.count += rows.count
            guard rows.count == wanted else { break }
        }
        return range.count == 0 ? nil : range
    }

    func tape(_ range: TapeRange, of log: StoredLog) throws(LogReadFailure) -> [TapeEntry] {
        let wanted = min(range.count, Self.tapeLinesMax)
        let rows =
            try read(
                log,
                [
                    "XRANGE", .init(RedisWords.tape(log.name)),
                    .init(RedisWords.word("0-\(range.first)")),
                    .init(RedisWords.word("(0-\(range.end)")),
                    "COUNT", .init(RedisWords.word(wanted)),
                ]
            ).list ?? []
        guard rows.count == wanted else { throw .changed }
        return try rows.map { (row) throws(LogReadFailure) in
            guard let line = row.list?.last?.list?.last?.bytes,
                let entry = try? TapeEntry.decode(line: line)
            else { throw .outOfOrder }
            return entry
        }
    }

    /// Lines can be long, and Redis limits only their number.
    private static let tapeLinesMax = 100
}

extension RedisLogReader {
    private static let life: [[UInt8]] = [
        RedisWords.word("HGET"), RedisWords.life, RedisWords.word("number"),
    ]

    /// The reply to a command, if the room still has the log.
    private func read(
        _ log: StoredLog, _ command: [RedisWord]
    ) throws(LogReadFailure) -> RedisReply {
        let epoch = [RedisWords.word("HGET"), RedisWords.room(log.name), RedisWords.word("epoch")]
        let replies = try ask([Self.life, epoch, command.map(\.bytes)])
        guard let life = Self.epoch(replies[0]), let own = Self.epoch(replies[1]),
            own ^ life == log.epoch
        else { throw .changed }
        return replies[2]
    }

    private static func epoch(_ reply: RedisReply) -> UInt64? {
        reply.text.flatMap { UInt64($0, radix: 16) }
    }

    /// Executes the commands in one transaction. Returns a reply for each.
    private func ask(_ commands: [[[UInt8]]]) throws(LogReadFailure) -> [RedisReply] {
        guard MonotonicClock.milliseconds >= retryTime else { throw .unavailable }
        do throws(RedisFailure) {
            let connection = try connected()
            for command in [[RedisWords.word("MULTI")]] + commands + [[RedisWords.word("EXEC")]] {
                connection.send(command)
            }
            for _ in 0...commands.count { _ = try connection.answer() }
            let replies = try connection.answer().list ?? []
            guard replies.count == commands.count else {
                throw RedisFailure(message: "a transaction failed")
            }
            for case .failure(let message) in replies { throw RedisFailure(message: message) }
            return replies
        } catch {
            connection = nil
            retryTime = MonotonicClock.milliseconds + options.limits.retry.upperBound
            throw .unavailable
        }
    }

    private func connected() throws(RedisFailure) -> RedisConnection {
        if let connection { return connection }
        let made = try RedisConnection(options.address, patience: options.limits.patience)
        connection = made
        return made
    }
}

extension RedisReply {
    /// The sequence number in the identifier of a stream's entry: 7 in `0-7`.
    var streamSequence: Int64? {
        list?.first?.text?.split(separator: "-").last.flatMap { Int64($0) }
    }
}
