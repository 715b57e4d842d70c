import Dispatch
import Glibc
public import RoomStore
import SharedRoom

/// A store that keeps its rooms in an SQLite file, and the default of the server.
///
/// The thread of a dispatch queue takes all waiting calls as a group, passes them to the engine, and executes the
/// engine's commands in the backend. Only this thread uses the backend.
public final class SQLiteStore: QueuedStore, RoomStore, @unchecked Sendable {
    private let queue = DispatchQueue(label: "SQLiteStore", qos: .userInitiated)
    /// Nil after the end.
    private var backend: SQLiteBackend?
    private let shared: SharedFile
    private var checkpointer: Checkpointer { shared.checkpointer }
    private let timer: any DispatchSourceTimer
    /// Wakes the thread. `queue.async` would allocate a block each time. libdispatch keeps these blocks, and between the
    /// allocations of connections they would prevent that memory from being returned.
    private let waker: any DispatchSourceUserDataOr
    /// The time of the next `tick`, also while requests never pause.
    private var nextTick: Int64 = 0

    public init(_ options: SQLiteOptions) throws(StoreError) {
        let backend = try SQLiteBackend(options)
        self.backend = backend
        shared = backend.shared
        timer = DispatchSource.makeTimerSource(queue: queue)
        waker = DispatchSource.makeUserDataOrSource(queue: queue)
        super.init(
            isShared: false, waitingMax: options.limits.waitingMax, counts: backend.commits)
        timer.schedule(deadline: .now(), repeating: .seconds(1), leeway: .milliseconds(200))
        timer.setEventHandler { [weak self] in self?.tick() }
        timer.resume()
        waker.setEventHandler { [weak self] in self?.drain() }
        waker.resume()
    }

    deinit {
        timer.cancel()
        waker.cancel()
    }

    public func makeReader() -> any LogReader { SQLiteLogReader(shared, prove: prove) }

    /// Called by readers, on their threads.
    private func prove(_ id: Int64, _ name: RoomName) -> Bool {
        let (isDone, isInMemory) = (DispatchSemaphore(value: 0), Guarded(false))
        add([
            .work { [self] in
                isInMemory.withLock { $0 = backend?.prove(id, name) ?? false }
                isDone.signal()
            }
        ])
        isDone.wait()
        return isInMemory.withLock { $0 }
    }

    override public func wake() { waker.or(data: 1) }

    /// Ends after all requests so far are executed. Later requests are ignored. A store that is released without this
    /// may drop its last requests.
    public func close() {
        end { backend in
            // If it cannot be written, the next start finds out.
            try? backend.file.end()
        }
    }

    /// Ends like a process that is killed, for tests.
    package func abandon() {
        end { _ in }
    }

    private func end(_ lastly: (SQLiteBackend) -> Void) {
        queue.sync {
            drain()
            guard let backend else { return }
            timer.cancel()
            checkpointer.finish()
            lastly(backend)
            self.backend = nil
        }
    }

    /// Lets all requests wait while the body uses the connection, for tests.
    func holdUp<Result>(_ body: (SQLiteConnection?) throws -> Result) rethrows -> Result {
        try queue.sync { try body(try? backend?.file.connection) }
    }

    /// Does the work of each second now, for tests.
    func tickNow() { queue.sync { tick() } }

    /// The number of rooms that take memory.
    package var roomCount: Int {
        queue.sync {
            drain()
            return backend?.rooms.all.count ?? 0
        }
    }
}

extension SQLiteStore {
    /// Executes everything that waits, and works between the groups until nothing is left.
    private func drain() {
        guard let backend else { return }
        var hasMoreToDo = true
        while true {
            let calls = takeCalls(staysAwake: hasMoreToDo)
            if calls.isEmpty && !hasMoreToDo { return }
            backend.reopenIfClosed()
            for call in calls {
                execute(call)
                engine.run(backend)
            }
            settle(backend)
            let end = MonotonicClock.microseconds + Self.sliceMicroseconds
            hasMoreToDo = backend.workBetweenGroups { MonotonicClock.microseconds >= end }
            requestCheckpoint(backend)
            checkpointer.giveWay()
            // The timer waits while requests never pause.
            if MonotonicClock.milliseconds >= nextTick { tick() }
        }
    }

    /// Commits, and delivers all reports.
    private func settle(_ backend: SQLiteBackend) {
        repeat {
            backend.commit()
            engine.run(backend)
        } while backend.hasStagedEvents
        deliver()
    }

    private func requestCheckpoint(_ backend: SQLiteBackend) {
        backend.requestCheckpoint()
        guard backend.file.isClosed else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(Self.retryMilliseconds)) { [weak self] in
            self?.add([])
        }
    }

    /// Each second: looks for orders of other processes, and for space on a full disk. Each day: looks for old rooms.
    private func tick() {
        guard let backend else { return }
        nextTick = MonotonicClock.milliseconds + 1_000
        backend.executeOrders()
        backend.retryWriting()
        backend.forgetUnvisited()
        engine.run(backend)
        settle(backend)
        if checkpointer.consumeLeftLog() { backend.wantsTruncation = true }
        requestCheckpoint(backend)
    }

    /// The longest time that a commit waits for work between the groups.
    private static let sliceMicroseconds: Int64 = 2_000
    /// The time between two attempts to open the file again.
    private static let retryMilliseconds = 100
}
