import SharedRoom

@testable import RoomStore

/// Reads documents in pages while their rooms change, with a production reader, and checks what it reads.
final class SimulatedReader {
    private unowned let world: NodeSimulation
    private var reader: RedisLogReader?
    private var document: Document?
    /// The losses of Redis before the document.
    private var lossCount = 0
    /// Earlier replies, for planted bugs.
    private var oldReplies: [[RedisWord]: RedisReply] = [:]

    private enum Document {
        /// - head: An event that the document must contain.
        case events(StoredLog, after: Int64, head: Int64)
        case tape(StoredLog, TapeRange)
    }

    init(_ world: NodeSimulation) {
        self.world = world
        // No room has older rules.
        let visited = MemoryStore(clock: { 0 }, random: { 0 }, compact: RoomSummary.compact)
        reader = RedisLogReader(rules: 1, StoreVisitor(visited), rowsMax: 5) {
            [unowned self] commands throws(RedisFailure) in
            try execute(commands)
        }
    }

    private func execute(_ commands: [[RedisWord]]) throws(RedisFailure) -> [RedisReply] {
        guard world.isReachable else { throw RedisFailure(message: "it is not reachable") }
        return commands.map { command in
            let reply = world.redis.execute(command)
            let old = oldReplies[command] ?? reply
            let isEpoch = command.contains("epoch")
            if world.redis.bug == .readerIgnoresEpoch, isEpoch, document != nil { return old }
            oldReplies[command] = reply
            return world.redis.bug == .readerSeesOldState && command[0] == "EVAL" ? old : reply
        }
    }

    /// Reads the next page, or begins a document.
    func step() {
        do throws(LogReadFailure) {
            switch document {
            case nil: try begin(world.random.element(of: world.rooms))
            case .events(let log, let after, let head)?: try readEvents(log, after, head)
            case .tape(let log, let range)?: try readTape(log, range)
            }
        } catch {
            check(error)
            document = nil
        }
    }

    /// Reads a whole document of a room that does not change.
    func readAll() {
        document = nil
        repeat { step() } while document != nil
    }

    private func begin(_ name: RoomName) throws(LogReadFailure) {
        lossCount = world.redis.lossCount
        guard let reader, let room = try reader.room(name) else { return }
        let log = StoredLog(name, room)
        var summary = RoomSummary(form: room.snapshot)
        for event in room.events {
            summary.apply(event)
            world.check(event, of: log.name, log.epoch)
        }
        if summary != world.redis.summary(of: name) { fail("\(name.text) has an old state") }
        let start = try reader.start(for: 1, of: log)
        document = .events(log, after: start.sequence, head: summary.sequence)
    }

    private func readEvents(
        _ log: StoredLog, _ after: Int64, _ head: Int64
    ) throws(LogReadFailure) {
        guard let reader else { return }
        let page = try reader.events(after: after, of: log)
        for event in page { world.check(event, of: log.name, log.epoch) }
        if !page.enumerated().allSatisfy({ $1.sequence == after + 1 + Int64($0) }) {
            fail("the events after \(after) of \(log.name.text) do not follow")
        }
        if let last = page.last {
            document = .events(log, after: last.sequence, head: head)
        } else {
            if after < head { fail("events after \(after) of \(log.name.text) are missing") }
            document = try reader.tapeRange(before: .max, count: 12, of: log)
                .map { .tape(log, $0) }
        }
    }

    private func readTape(_ log: StoredLog, _ range: TapeRange) throws(LogReadFailure) {
        guard let reader else { return }
        let lines = try reader.tape(range, of: log)
        let isInOrder = zip(lines, lines.dropFirst()).allSatisfy { $0.sequence < $1.sequence }
        if !isInOrder || lines.first?.sequence != range.first {
            fail("the tape of \(log.name.text) has other lines")
        }
        document = range.dropping(lines).map { .tape(log, $0) }
    }

    private func check(_ failure: LogReadFailure) {
        switch (failure, document) {
        case (.unavailable, _):
            if world.isReachable, world.redis.hasStoreEpoch { fail("a document is not available") }
        case (.changed, _) where world.redis.lossCount != lossCount: break
        case (.changed, .events(let log, let after, _)?):
            if world.redis.has(log, after: after) { fail("a document has not changed") }
        case (.changed, .tape(let log, _)?):
            if world.redis.has(log, after: .max) { fail("a tape has not changed") }
        case (.changed, nil), (.newerRules, _), (.outOfOrder, _): fail("a document is \(failure)")
        }
    }

    private func fail(_ text: String) { world.fail("reader: \(text)") }
}
