import CEpoll
import Dispatch
import Glibc
public import RoomStore
public import SharedRoom

/// A store in Redis, which must be closed.
public protocol SharedStore: RoomStore {
    /// Ends after all requests so far are executed. Later requests are ignored.
    func close()
}

extension RedisOptions {
    /// Connects to the Redis or the cluster of the address.
    public func openStore() throws(StoreError) -> any SharedStore {
        let cluster = try connecting { () throws(RedisFailure) in try RedisCluster.find(self) }
        guard let cluster else { return try RedisStore(self) }
        return try ClusterStore(cluster, report: common.report)
    }

    /// Runs the body, which uses the Redis of the address.
    func connecting<Result>(
        _ body: () throws(RedisFailure) -> Result
    ) throws(StoreError) -> Result {
        do throws(RedisFailure) {
            return try body()
        } catch {
            throw .notReachable(path: address.place, why: error.message)
        }
    }
}

/// A store that keeps its rooms in a Redis, or in one slot of a Redis cluster, which several nodes share.
///
/// The thread of a dispatch queue passes waiting calls to the engine, executes the engine's commands in the backend, and
/// moves bytes between the backend and Redis. Only this thread uses the backend and the connections.
public final class RedisStore: QueuedStore, SharedStore, @unchecked Sendable {
    private let queue = DispatchQueue(label: "RedisStore", qos: .userInitiated)
    private let ended = DispatchGroup()
    /// True if the store ends cleanly, false if it is abandoned, nil if it continues.
    private let endsCleanly = Guarded<Bool?>(nil)
    private let backend: RedisBackend
    /// Nil while Redis is away.
    private var connector: RedisConnector?
    let options: RedisOptions
    /// Readable when the thread must take calls.
    private let wakeDescriptor: Int32
    private var nextTick: Int64 = 0

    /// The number of this node.
    let node: UInt32

    /// Connects to Redis.
    ///
    /// - Parameter node: The number that this node has, or 0.
    public init(_ options: RedisOptions, node: UInt32 = 0) throws(StoreError) {
        self.options = options
        let backend = RedisBackend(options)
        self.backend = backend
        let connector = try options.connecting { () throws(RedisFailure) in
            try RedisConnector(options, node: node, lostEpoch: nil)
        }
        self.connector = connector
        self.node = connector.session.node
        wakeDescriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        super.init(
            isShared: true, waitingMax: options.limits.waitingMax,
            edgesAfter: self.node * RedisConnector.edgesMax,
            counts: backend.commits)
        readClock()
        backend.connect(connector.session)
        queue.async(group: ended) { self.serve() }
    }

    deinit { Glibc.close(wakeDescriptor) }

    public func makeReader() -> any LogReader { RedisLogReader([options]) }

    override public func attach(
        together deliver: @escaping @Sendable ([LogReport]) -> Void
    ) -> UInt32 {
        let edge = super.attach(together: deliver)
        precondition(edge % RedisConnector.edgesMax != 0, "the node has too many edges")
        return edge
    }

    override public func wake() { eventfd_write(wakeDescriptor, 1) }

    public func close() { end(cleanly: true) }

    /// Ends like a process that is killed, for tests.
    package func abandon() { end(cleanly: false) }

    private func end(cleanly: Bool) {
        endsCleanly.withLock { if $0 == nil { $0 = cleanly } }
        wake()
        ended.wait()
    }
}

/// The thread.
extension RedisStore {
    private var now: Int64 { backend.now }

    private func readClock() { backend.time = MonotonicClock.nanoseconds }

    private func serve() {
        nextTick = now + RedisBackend.tickTime
        while true {
            readClock()
            // This is read before the calls are taken, so those that came before `close` are executed.
            let endsCleanly = endsCleanly.withLock { $0 }
            for call in takeCalls(staysAwake: true) { execute(call) }
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
            readClock()
            engine.run(backend)
            send()
        } while !backend.events.isEmpty
        deliver()
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
                backend.receive(reply)
            }
            for message in try connector.receivedMessages() where backend.session != nil {
                switch message {
                case .subscribed(let room): backend.noteSubscription(to: room)
                case .text(let room, let text): backend.receive(text, of: room)
                }
            }
        } catch {
            lose(error.message)
        }
    }

    private func lose(_ message: String) {
        connector = nil
        backend.lose(message)
    }

    private func keepTime() {
        backend.loseIfSilent()
        if backend.session == nil { connector = nil }
        if let time = backend.nextAttempt, now >= time { reconnect() }
        guard now >= nextTick else { return }
        nextTick = now + RedisBackend.tickTime
        if let other = connector?.watch?.otherPrimary() {
            lose("the sentinels name another primary, \(other.text)")
        }
        connector?.ping()
        backend.tick()
        engine.tick()
    }

    private func reconnect() {
        let result = Result { () throws(RedisFailure) in
            try RedisConnector(options, node: backend.node, lostEpoch: backend.lostEpoch)
        }
        readClock()
        switch result {
        case .success(let connector):
            self.connector = connector
            backend.connect(connector.session)
        case .failure(let failure): backend.noteFailedAttempt(failure.message)
        }
    }

    /// Waits for the replies to everything that was requested, and leaves nothing in Redis that would have to expire.
    private func finish() {
        awaitReplies(until: now + Int64(options.limits.timeout))
        engine.detachAll()
        settle()
        backend.end()
        send()
        awaitReplies(until: now + Int64(options.limits.timeout))
    }

    private func awaitReplies(until end: Int64) {
        while backend.session != nil, backend.isBusy, now < end {
            wait(milliseconds: 10)
            receive()
            settle()
        }
    }

    /// Sleeps until a call, a reply, a message or the next deadline comes.
    private func sleep() {
        guard fallAsleep() else { return }
        let end = [nextTick, backend.deadline, backend.nextAttempt].compactMap(\.self).min()
        wait(milliseconds: max(0, (end ?? nextTick) - now))
        var count: eventfd_t = 0
        eventfd_read(wakeDescriptor, &count)
    }

    private func wait(milliseconds: Int64) {
        let descriptors = [
            wakeDescriptor, connector?.commands.descriptor, connector?.messages.descriptor,
        ]
        var entries = descriptors.compactMap(\.self).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        poll(&entries, nfds_t(entries.count), Int32(clamping: milliseconds))
        readClock()
    }
}
