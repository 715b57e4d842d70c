import Glibc
import RoomStore
import SharedRoom

/// Reads the rooms of a Redis store. It does no I/O itself.
final class RedisLogReader: LogReader {
    /// Where the rooms of a partition are.
    struct Part {
        let keys: RedisKeys
        /// Executes commands in one transaction, and returns a reply for each. One that fails is an error.
        let execute: ([[RedisWord]]) throws(RedisFailure) -> [RedisReply]
    }

    /// One for each partition of a cluster, or one for a Redis.
    private let parts: [Part]
    /// The Redis, for messages.
    private let place: String
    /// The rules version of the rooms; nil to read rooms of all versions.
    private let rules: UInt32?
    /// The size of a page. Lines can be long, and Redis limits only their number.
    private let rowsMax: Int

    init(
        _ parts: [Part], at place: String, rules: UInt32?, rowsMax: Int = LogPage.rowsMax
    ) {
        self.parts = parts
        self.place = place
        self.rules = rules
        self.rowsMax = rowsMax
    }

    /// Reads the rooms of a store.
    ///
    /// - Parameter parts: The options of its parts.
    convenience init(_ parts: [RedisOptions]) {
        self.init(
            parts.map { RedisReaderConnection($0).part }, at: parts[0].address.place,
            rules: parts[0].common.rules)
    }

    func room(_ name: RoomName) throws(StoreError) -> OpenedRoom? {
        let part = parts.part(of: name)
        let reply = try ask([RedisCall.open(name, part.keys, after: 0).wordsWithText], part)[0]
        guard let state = RedisRoomState(reply) else { throw damaged }
        guard state.head > 0 else { return nil }
        guard state.isWhole else { throw damaged }
        if let rules, rules != state.rules {
            throw .otherRules(path: place, rules: state.rules, known: rules)
        }
        return state.opened
    }

    func state(before sequence: Int64, of log: StoredLog) throws(StoreError) -> StoredState {
        let replies = try read(log) { keys in
            let milestones = keys.milestones(log.name)
            return [
                ["HMGET", keys.room(log.name), "compacted", "snapshot"],
                ["XREVRANGE", milestones, "(0-\(max(1, sequence))", "-", "COUNT", "1"],
                ["XRANGE", milestones, "-", "+", "COUNT", "1"],
                ["XRANGE", keys.events(log.name), "-", "+", "COUNT", "1"],
            ]
        }
        guard let room = replies[0].list, room.count == 2 else { throw .changed }
        let last = StoredState(snapshot: room[1].bytes, sequence: room[0].integer ?? 0)
        if sequence > last.sequence { return last }
        if let milestone = StoredState(milestone: replies[1].list?.first) { return milestone }
        if replies[3].list?.first?.streamSequence == 1 { return StoredState() }
        return StoredState(milestone: replies[2].list?.first) ?? last
    }

    func events(after sequence: Int64, of log: StoredLog) throws(StoreError) -> [Event] {
        let start: RedisWord = "(0-\(max(0, sequence))"
        let replies = try read(log) { keys in
            [
                ["HGET", keys.room(log.name), "head"],
                ["XRANGE", keys.events(log.name), start, "+", "COUNT", "\(rowsMax)"],
            ]
        }
        let head = replies[0].integer ?? 0
        let rows = (replies[1].list ?? []).filter { ($0.streamSequence ?? 0) <= head }
        guard !rows.isEmpty else { return [] }
        guard let events = RedisEvents(rows: rows)?.events else { throw damaged }
        guard events.first?.sequence == sequence + 1 else { throw .changed }
        return events
    }

    func tapeRange(
        before sequence: Int64, count: Int, of log: StoredLog
    ) throws(StoreError) -> TapeRange? {
        var range = TapeRange(first: sequence, end: sequence, count: 0)
        while range.count < count {
            let wanted = min(count - range.count, rowsMax)
            let start: RedisWord = "(0-\(range.first)"
            let rows = try tapeRows(of: log, "XREVRANGE", start, "-", count: wanted)
            guard let first = rows.last?.streamSequence else { break }
            range.first = first
            range.count += rows.count
            guard rows.count == wanted else { break }
        }
        return range.count == 0 ? nil : range
    }

    func tape(_ range: TapeRange, of log: StoredLog) throws(StoreError) -> [TapeEntry] {
        let wanted = min(range.count, rowsMax)
        let rows = try tapeRows(
            of: log, "XRANGE", "0-\(range.first)", "(0-\(range.end)", count: wanted)
        guard rows.count == wanted else { throw .changed }
        return try rows.map { (row) throws(StoreError) in
            guard let line = row.list?.last?.list?.last?.bytes,
                let entry = try? TapeEntry.decode(line: line)
            else { throw damaged }
            return entry
        }
    }
}

extension RedisLogReader {
    private func tapeRows(
        of log: StoredLog, _ command: RedisWord, _ start: RedisWord, _ end: RedisWord, count: Int
    ) throws(StoreError) -> [RedisReply] {
        let replies = try read(log) { keys in
            [[command, keys.tape(log.name), start, end, "COUNT", "\(count)"]]
        }
        return replies[0].list ?? []
    }

    /// The replies to commands, if the room still has the log.
    private func read(
        _ log: StoredLog, _ commands: (RedisKeys) -> [[RedisWord]]
    ) throws(StoreError) -> [RedisReply] {
        let part = parts.part(of: log.name)
        let epochs: [[RedisWord]] = [
            ["HGET", part.keys.store, "epoch"], ["HGET", part.keys.room(log.name), "epoch"],
        ]
        let replies = try ask(epochs + commands(part.keys), part)
        guard let shared = replies[0].epoch, let own = replies[1].epoch, own ^ shared == log.epoch
        else { throw .changed }
        return Array(replies.dropFirst(2))
    }

    private var damaged: StoreError {
        .damaged(path: place, what: "its data in Redis are invalid")
    }

    private func ask(
        _ commands: [[RedisWord]], _ part: Part
    ) throws(StoreError) -> [RedisReply] {
        do throws(RedisFailure) {
            return try part.execute(commands)
        } catch {
            throw .notReachable(path: place, why: error.message)
        }
    }
}

extension StoredState {
    /// Nil without a milestone.
    fileprivate init?(milestone: RedisReply?) {
        guard let milestone, let sequence = milestone.streamSequence,
            let fields = milestone.list?.last?.list, fields.count >= 2,
            let snapshot = fields[1].bytes
        else { return nil }
        self.init(snapshot: snapshot, sequence: sequence)
    }
}

/// The connection of a reader, which is made again after a failure.
final class RedisReaderConnection {
    private let options: RedisOptions
    private var connection: RedisConnection? { didSet { if connection != nil { count += 1 } } }
    /// The number of connections so far.
    private(set) var count = 0
    /// Without an answer, transactions fail at once until this time. Otherwise each would wait for a silent Redis.
    private var retryTime: Int64 = 0
    /// The message of the last failure.
    private var lastProblem = ""
    var keys: RedisKeys { options.keys }
    var part: RedisLogReader.Part { .init(keys: keys, execute: execute) }

    init(_ options: RedisOptions) {
        self.options = options
    }

    /// Executes commands in one transaction, and returns a reply for each. One that fails is an error.
    func execute(_ commands: [[RedisWord]]) throws(RedisFailure) -> [RedisReply] {
        guard MonotonicClock.milliseconds >= retryTime else {
            throw RedisFailure(message: lastProblem)
        }
        do throws(RedisFailure) {
            return try executeAtPrimary(commands)
        } catch {
            connection = nil
            if !error.isReply {
                lastProblem = error.message
                retryTime = MonotonicClock.milliseconds + options.limits.retry.upperBound
            }
            throw error
        }
    }

    /// Tries again while the slot moves to another primary.
    private func executeAtPrimary(
        _ commands: [[RedisWord]]
    ) throws(RedisFailure) -> [RedisReply] {
        let end = MonotonicClock.milliseconds + Int64(options.limits.timeout)
        while true {
            do throws(RedisFailure) {
                return try executeConnected(commands)
            } catch {
                guard error.isTemporary, MonotonicClock.milliseconds < end else { throw error }
                connection = nil
                usleep(Self.pause)
            }
        }
    }

    /// The time between two attempts in microseconds.
    private static let pause: UInt32 = 20_000

    private func executeConnected(
        _ commands: [[RedisWord]]
    ) throws(RedisFailure) -> [RedisReply] {
        let connection = try connected()
        // A primary can become a replica, which may lag behind.
        let all = [["MULTI"]] + commands + [RedisPrimary.question, ["EXEC"]]
        for command in all { connection.send(command) }
        for _ in all.dropLast() { _ = try connection.nextReply().successful() }
        let replies = try connection.nextReply().successful().list ?? []
        for reply in replies { _ = try reply.successful() }
        guard let last = replies.last, replies.count == commands.count + 1 else {
            throw RedisFailure(message: "a transaction failed")
        }
        try RedisPrimary.check(last.fields)
        return replies.dropLast()
    }

    private func connected() throws(RedisFailure) -> RedisConnection {
        if let connection { return connection }
        let made = try RedisPrimary(options).connection
        connection = made
        return made
    }
}
