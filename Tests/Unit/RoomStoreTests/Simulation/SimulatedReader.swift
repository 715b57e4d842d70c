import SharedRoom

@testable import RedisStore
@testable import RoomStore

/// Reads documents in pages while their rooms change, with a production reader, and checks what it reads.
final class SimulatedReader {
    private unowned let world: SimulatedWorld
    private let reader: any LogReader
    private var document: Document?
    /// The losses of the store before the document.
    private var lossCount = 0
    /// The failures of the store before the last page.
    private var failureCount = 0

    private enum Document {
        /// - head: An event that the document must contain.
        case events(StoredLog, after: Int64, head: Int64)
        case tape(StoredLog, TapeRange)
    }

    init(_ world: SimulatedWorld, _ reader: any LogReader) {
        self.world = world
        self.reader = world.bug == .readerSkipsEvents ? SkippingReader(reader) : reader
    }

    /// Reads the next page, or begins a document.
    func step() {
        do throws(StoreError) {
            switch document {
            case nil: try begin(world.random.element(of: world.rooms))
            case .events(let log, let after, let head)?: try readEvents(log, after, head)
            case .tape(let log, let range)?: try readTape(log, range)
            }
        } catch {
            check(error)
            document = nil
        }
        failureCount = world.failureCount
    }

    /// Reads the whole document of each room while none changes. Returns their states.
    func readAll() -> [RoomName: (epoch: UInt64, summary: RoomSummary)] {
        var found: [RoomName: (epoch: UInt64, summary: RoomSummary)] = [:]
        for name in world.rooms {
            document = nil
            // The first attempt may find that the connection is lost.
            var opened = try? reader.room(name)
            if opened == nil { opened = try? reader.room(name) }
            guard let opened else { continue }
            var summary = RoomSummary(form: opened.snapshot)
            for event in opened.events { summary.apply(event) }
            found[name] = (opened.epoch, summary)
            failureCount = world.failureCount
            do throws(StoreError) { try begin(name) } catch { check(error) }
            while document != nil { step() }
        }
        return found
    }

    private func begin(_ name: RoomName) throws(StoreError) {
        lossCount = world.lossCount
        guard let room = try reader.room(name) else { return }
        let log = StoredLog(name, room)
        var summary = RoomSummary(form: room.snapshot)
        for event in room.events {
            summary.apply(event)
            world.check(event, of: log.name, log.epoch)
        }
        if summary.faultCount > 0 { fail("the events of \(name.text) do not follow") }
        if world.isWhole { world.check(name, log.epoch, head: summary.sequence) }
        let start = try reader.state(before: 1, of: log)
        document = .events(log, after: start.sequence, head: summary.sequence)
    }

    private func readEvents(
        _ log: StoredLog, _ after: Int64, _ head: Int64
    ) throws(StoreError) {
        let page = try reader.events(after: after, of: log)
        for event in page { world.check(event, of: log.name, log.epoch) }
        if !page.enumerated().allSatisfy({ $1.sequence == after + 1 + Int64($0) }) {
            fail("the events after \(after) of \(log.name.text) do not follow")
        }
        if let last = page.last {
            document = .events(log, after: last.sequence, head: head)
        } else if after < head {
            // As documents do.
            throw .changed
        } else {
            document = try reader.tapeRange(before: .max, count: 12, of: log)
                .map { .tape(log, $0) }
        }
    }

    /// Each event has a line.
    private func readTape(_ log: StoredLog, _ range: TapeRange) throws(StoreError) {
        let lines = try reader.tape(range, of: log)
        let isWhole = lines.enumerated().allSatisfy { $1.sequence == range.first + Int64($0) }
        if !isWhole { fail("the tape of \(log.name.text) has other lines") }
        document = range.dropping(lines).map { .tape(log, $0) }
    }

    private func check(_ failure: StoreError) {
        world.note("reader: \(failure)")
        switch (failure, document) {
        case (.notReachable, _):
            if world.isReadable, world.failureCount == failureCount {
                fail("a document is not available")
            }
        case (.changed, _) where world.lossCount != lossCount: break
        case (.changed, .events(let log, let after, _)?):
            if world.has(log, eventsFrom: after + 1) { fail("a document has not changed") }
        case (.changed, .tape(let log, let range)?):
            if world.has(log, tapeFrom: range.first) { fail("a tape has not changed") }
        default: fail("a document is \(failure)")
        }
    }

    private func fail(_ text: String) { world.fail("reader: \(text)") }
}

/// The connection of a reader to a simulated Redis.
final class SimulatedReaderConnection {
    private unowned let world: NodeSimulation
    /// The run of Redis to which it is connected.
    private var run = 0
    /// Earlier replies, for planted bugs.
    private var oldReplies: [[RedisWord]: RedisReply] = [:]
    /// The store epoch when a room was opened.
    private var storeEpoch = RedisReply.nothing

    init(_ world: NodeSimulation) { self.world = world }

    func execute(_ commands: [[RedisWord]]) throws(RedisFailure) -> [RedisReply] {
        guard world.isReachable else { throw RedisFailure(message: "it is not reachable") }
        guard run == world.redis.run else {
            run = world.redis.run
            throw RedisFailure(message: "the connection is lost")
        }
        return try commands.map { (command) throws(RedisFailure) in
            let reply = try world.redis.execute(command).successful()
            let old = oldReplies[command] ?? reply
            if world.bug == .readerIgnoresEpoch, command[1] == RedisKeys().store {
                return storeEpoch
            }
            oldReplies[command] = reply
            if command[0] == "EVAL" { storeEpoch = reply.list?.last ?? .nothing }
            return world.bug == .readerSeesOldState && command[0] == "EVAL" ? old : reply
        }
    }
}
