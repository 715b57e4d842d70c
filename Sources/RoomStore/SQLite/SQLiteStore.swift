import Dispatch
import Glibc
public import SharedRoom

/// A store that keeps its rooms in an SQLite file, and the default of the server.
///
/// What edges ask is put into a queue; a thread takes all that waits, as a group. How that is kept is
/// said in RoomKeeper.swift.
///
/// It is safe to be used from every thread: what is behind the lock is guarded by it, and the keeper
/// is touched on the queue alone.
public final class SQLiteStore: RoomStore, @unchecked Sendable {
    private struct Waiting {
        var errands: [StoreErrand] = []
        /// Whether the queue is at work or will be.
        var isScheduled = false
    }

    private let queue = DispatchQueue(label: "SQLiteStore", qos: .userInitiated)
    private let waiting = Guarded(Waiting())
    private let deliveries = Guarded(Deliveries())
    /// Nil when it has ended.
    private var keeper: RoomKeeper?
    private let committed: Guarded<CommitCounts>
    private let checkpointer: Checkpointer
    private let logLength = LogLength()
    private let options: SQLiteOptions
    private let shared: SharedFile
    private let waitingMax: Int
    private let logPagesMax: Int32
    private let timer: any DispatchSourceTimer
    /// When `tick` has something to do again, whatever else there is to do.
    private var nextTick: Int64 = 0
    private var dataVersion: Int64?

    public init(_ options: SQLiteOptions) throws(RoomFileError) {
        let checkpointer = Checkpointer(options)
        shared = SharedFile(awaitRestart: checkpointer.giveWay)
        let keeper = try RoomKeeper(options, shared) { [deliveries] edges, report in
            deliveries.withLock { $0.tell(edges, report) }
        }
        self.keeper = keeper
        self.checkpointer = checkpointer
        self.options = options
        committed = keeper.commits
        waitingMax = options.limits.waitingMax
        logPagesMax = options.limits.logPagesMax
        logLength.follow(keeper.connection)
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now(), repeating: .seconds(1), leeway: .milliseconds(200))
        timer.setEventHandler { [weak self] in self?.tick() }
        timer.resume()
    }

    deinit { timer.cancel() }

    public func attach(together deliver: @escaping @Sendable ([LogReport]) -> Void) -> UInt32 {
        let edge = deliveries.withLock { $0.attach(deliver) }
        add([.attach(edge)])
        return edge
    }

    public func submit(_ requests: [LogRequest], from edge: UInt32) {
        add(requests.map { .request($0, edge) })
    }

    public var commits: CommitCounts { committed.withLock { $0 } }

    public func makeReader() -> any LogReader { SQLiteLogReader(self, options, shared) }

    public func detach(_ edge: UInt32) {
        deliveries.withLock { $0.detach(edge) }
        add([.detach(edge)])
    }

    /// Ends cleanly, after everything that was asked for. What comes later is passed over.
    public func close() {
        end { keeper in
            // If it cannot be written, the next start finds that out.
            try? keeper.file.end()
        }
    }

    /// Ends as a process that is killed does, for tests of what comes of that.
    package func abandon() {
        end { _ in }
    }

    private func end(_ lastly: (RoomKeeper) -> Void) {
        queue.sync {
            drain()
            guard let keeper else { return }
            timer.cancel()
            checkpointer.finish()
            lastly(keeper)
            self.keeper = nil
        }
    }

    /// What is asked for is refused as on a disk that takes nothing, to try what comes of it.
    package func setWritable(_ isWritable: Bool) {
        queue.sync {
            drain()
            try? keeper?.connection.execute("PRAGMA query_only = \(isWritable ? "OFF" : "ON")")
        }
    }

    /// Pages that were read from the file since this was called last. After it, none is in memory.
    package func takePagesRead() -> Int { queue.sync { keeper?.connection.takePagesRead() ?? 0 } }

    /// Lets everything wait that is asked for meanwhile.
    package func holdUp(_ body: () throws -> Void) rethrows {
        try queue.sync(execute: body)
    }

    /// As if the disk had place for so many pages and no more.
    package func setPagesMax(_ count: Int64) {
        queue.sync {
            drain()
            try? keeper?.connection.execute("PRAGMA max_page_count = \(count)")
        }
    }

    /// Rooms that take memory.
    package var roomCount: Int { queue.sync { keeper?.rooms.count ?? 0 } }
}

extension SQLiteStore {
    private func add(_ errands: [StoreErrand]) {
        let isScheduled = waiting.withLock { waiting in
            defer { waiting.isScheduled = true }
            waiting.errands.add(errands, waitingMax: waitingMax)
            return waiting.isScheduled
        }
        if !isScheduled { queue.async { self.drain() } }
    }

    /// Everything that waits, and then what a store does by itself.
    private func drain() {
        guard let keeper else { return }
        var hasMoreToDo = true
        while true {
            let errands = waiting.withLock { waiting in
                defer { waiting.errands = [] }
                waiting.isScheduled = hasMoreToDo || !waiting.errands.isEmpty
                return waiting.errands
            }
            if errands.isEmpty && !hasMoreToDo { return }
            for errand in errands { keeper.take(errand) }
            keeper.commit()
            deliveries.withLock { $0.deliver() }
            let end = MonotonicClock.microseconds + Self.sliceMicroseconds
            hasMoreToDo = keeper.workBetweenGroups { MonotonicClock.microseconds >= end }
            askForCheckpoint(keeper)
            checkpointer.giveWay()
            // The timer waits until nobody asks for anything.
            if MonotonicClock.milliseconds >= nextTick { tick() }
        }
    }

    private func askForCheckpoint(_ keeper: RoomKeeper) {
        if checkpointer.takeFailure() { keeper.file.mistrust() }
        // What is not sure to be in the log must not go into the file.
        guard (try? keeper.file.mend()) != nil else { return }
        guard keeper.wantsTruncation || logLength.growth > logPagesMax else { return }
        checkpointer.ask(truncating: keeper.wantsTruncation)
        logLength.noteAsked()
        keeper.wantsTruncation = false
    }

    /// Once a second: whether another process wrote into the file, and once a day what is old.
    private func tick() {
        guard let keeper else { return }
        nextTick = MonotonicClock.milliseconds + 1_000
        let version = try? keeper.connection.number("PRAGMA data_version")
        if version != dataVersion {
            dataVersion = version
            keeper.takeOrders()
            deliveries.withLock { $0.deliver() }
        }
        keeper.forgetUnvisited()
        keeper.eraseCopiesIfQuiet()
        if checkpointer.takeLeftLog() { keeper.wantsTruncation = true }
        askForCheckpoint(keeper)
    }

    /// Nobody waits longer for a commit than this because of what a store does by itself.
    private static let sliceMicroseconds: Int64 = 2_000
}
