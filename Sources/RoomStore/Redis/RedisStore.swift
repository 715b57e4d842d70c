import Dispatch
import Glibc
public import SharedRoom

/// The reason why a Redis cannot be used.
public struct RedisStoreError: Error, Equatable {
    public let message: String
}

/// A store that keeps its rooms in a Redis, which several nodes share.
///
/// Requests of edges wait in a queue. A thread passes them to the engine, executes the engine's commands in the backend,
/// and moves bytes between the backend and Redis.
///
/// All threads can use it: the lock guards the queue, and only the thread of the dispatch queue uses the engine, the
/// backend and the connections.
public final class RedisStore: RoomStore, @unchecked Sendable {
    private struct Waiting {
        var errands: [StoreErrand] = []
        /// True if the store ends cleanly, false if it is abandoned, nil if it continues.
        var endsCleanly: Bool?
        var isThreadAwake = true
    }

    private let queue = DispatchQueue(label: "RedisStore", qos: .userInitiated)
    private let ended = DispatchGroup()
    private let waiting = Guarded(Waiting())
    private let deliveries: Guarded<Deliveries>
    private let engine = StoreEngine(isShared: true)
    private let backend: RedisBackend
    /// Nil while Redis is away.
    private var connector: RedisConnector?
    private let committed = Guarded(CommitCounts())
    private let options: RedisOptions
    private let bell = Bell()
    private var nextTick: Int64 = 0

    /// Connects to Redis. The store must be closed.
    public init(_ options: RedisOptions) throws(RedisStoreError) {
        self.options = options
        backend = RedisBackend(options)
        do throws(RedisFailure) {
            let connector = try RedisConnector(options, node: 0, lostLife: nil)
            self.connector = connector
            deliveries = Guarded(
                Deliveries(after: connector.session.node * RedisConnector.edgesMax))
            backend.connect(connector.session, at: MonotonicClock.milliseconds)
        } catch {
            let place = "\(options.address.host):\(options.address.port)"
            throw RedisStoreError(
                message: "Redis at \(place) cannot be used: \(error.message).")
        }
        queue.async(group: ended) { self.serve() }
    }

    public func makeReader() -> any LogReader { RedisLogReader(self, options) }

    public var commits: CommitCounts { committed.withLock { $0 } }

    public func attach(together deliver: @escaping @Sendable ([LogReport]) -> Void) -> UInt32 {
        let edge = deliveries.withLock { $0.attach(deliver) }
        precondition(edge % RedisConnector.edgesMax != 0, "a node has no more edges than this")
        add([.attach(edge)])
        return edge
    }

    public func submit(_ requests: [LogRequest], from edge: UInt32) {
        add(requests.map { .request($0, edge) })
    }

    public func detach(_ edge: UInt32) {
        deliveries.withLock { $0.detach(edge) }
        add([.detach(edge)])
    }

    /// Ends after all requests so far are executed. Later requests are ignored.
    public func close() { end(cleanly: true) }

    /// Ends like a process that is killed, for tests.
    package func abandon() { end(cleanly: false) }

    private func end(cleanly: Bool) {
        waiting.withLock { waiting in
            if waiting.endsCleanly == nil { waiting.endsCleanly = cleanly }
        }
        bell.ring()
        ended.wait()
    }

    private func add(_ errands: [StoreErrand]) {
        let isAsleep = waiting.withLock { waiting in
            waiting.errands.add(errands, waitingMax: options.limits.waitingMax)
            defer { waiting.isThreadAwake = true }
            return !waiting.isThreadAwake
        }
        if isAsleep { bell.ring() }
    }
}

/// The thread.
extension RedisStore {
    private var now: Int64 { MonotonicClock.milliseconds }

    private func serve() {
        nextTick = now + RedisBackend.tickTime
        while true {
            let (errands, endsCleanly) = waiting.withLock { waiting in
                defer { waiting.errands = [] }
                return (waiting.errands, waiting.endsCleanly)
            }
            for errand in errands { engine.execute(errand) }
            receive()
            keepTime()
            settle()
            if let endsCleanly { return endsCleanly ? finish() : () }
            sleep()
        }
    }

    /// Executes the commands of the engine, sends those of the backend, and delivers the reports.
    private func settle() {
        repeat {
            backend.time = MonotonicClock.nanoseconds
            while let command = engine.nextCommand() { backend.perform(command, at: now) }
            while let event = backend.events.removeFirst() { engine.handle(event) }
            if !engine.hasCommands { send() }
        } while engine.hasCommands || !backend.events.isEmpty
        count()
        deliveries.withLock { deliveries in
            while let next = engine.nextReport() { deliveries.add(next.report, for: next.edges) }
            deliveries.deliver()
        }
    }

    private func send() {
        guard let connector, backend.session != nil else { return }
        for command in backend.outbox { connector.commands.send(command) }
        connector.subscribe(backend.subscriptions)
        backend.outbox = []
        backend.subscriptions = []
        do throws(RedisFailure) {
            try connector.commands.flush()
            try connector.messages.flush()
        } catch {
            lose(error.message)
        }
    }

    private func receive() {
        guard let connector else { return }
        do throws(RedisFailure) {
            for reply in try connector.commands.received() where backend.session != nil {
                backend.receive(reply, at: now)
            }
            for message in try connector.receivedMessages() where backend.session != nil {
                switch message {
                case .subscribed(let room): backend.noteSubscription(to: room, at: now)
                case .text(let room, let text): backend.receive(text, of: room, at: now)
                }
            }
        } catch {
            lose(error.message)
        }
    }

    private func lose(_ message: String) {
        connector = nil
        backend.lose(message, at: now)
    }

    private func keepTime() {
        backend.loseIfSilent(at: now)
        if backend.session == nil { connector = nil }
        if let time = backend.nextAttempt, now >= time { reconnect() }
        guard now >= nextTick else { return }
        nextTick = now + RedisBackend.tickTime
        connector?.ping()
        backend.tick(at: now)
        engine.tick()
    }

    private func reconnect() {
        do throws(RedisFailure) {
            let connector = try RedisConnector(
                options, node: backend.node, lostLife: backend.lostLife)
            self.connector = connector
            backend.connect(connector.session, at: now)
        } catch {
            backend.noteFailedAttempt(error.message, at: now)
        }
    }

    private func count() {
        let (committed, failed) = (backend.committed, backend.failedCommits)
        guard committed != nil || failed > 0 else { return }
        backend.committed = nil
        backend.failedCommits = 0
        self.committed.withLock { counts in
            counts.failed += failed
            guard let committed else { return }
            counts.events.note(committed.events)
            counts.times.note(MonotonicClock.nanoseconds - committed.sent)
        }
    }

    /// Waits for the replies to everything that was requested, and leaves nothing in Redis that would have to expire.
    private func finish() {
        awaitReplies(until: now + Int64(options.limits.patience))
        engine.detachAll()
        settle()
        backend.end(at: now)
        send()
        awaitReplies(until: now + Int64(options.limits.patience))
    }

    private func awaitReplies(until end: Int64) {
        while backend.session != nil, backend.isBusy, now < end {
            wait(milliseconds: 10)
            receive()
            settle()
        }
    }

    /// Sleeps until an errand, a reply or a message comes, or the time for something has come.
    private func sleep() {
        let mayNotSleep = waiting.withLock { waiting in
            waiting.isThreadAwake = !waiting.errands.isEmpty || waiting.endsCleanly != nil
            return waiting.isThreadAwake
        }
        guard !mayNotSleep else { return }
        let end = [nextTick, backend.deadline, backend.nextAttempt].compactMap(\.self).min()
        wait(milliseconds: max(0, (end ?? nextTick) - now))
        bell.reset()
        waiting.withLock { $0.isThreadAwake = true }
    }

    private func wait(milliseconds: Int64) {
        let descriptors = [
            bell.descriptor, connector?.commands.descriptor, connector?.messages.descriptor,
        ]
        var entries = descriptors.compactMap(\.self).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        poll(&entries, nfds_t(entries.count), Int32(clamping: milliseconds))
    }
}
