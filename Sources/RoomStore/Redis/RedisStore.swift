import Dispatch
import Glibc
public import SharedRoom

/// Why there is no store at a Redis.
public struct RedisStoreError: Error, Equatable {
    public let message: String
}

/// A store that keeps its rooms in a Redis, which several nodes share.
///
/// What edges ask is put into a queue; a thread takes all that waits, as a batch. How that is kept is
/// said in RedisKeeper.swift.
///
/// It is safe to be used from every thread: what is behind the lock is guarded by it, and the keeper
/// is touched on the queue alone.
public final class RedisStore: RoomStore, @unchecked Sendable {
    private struct Waiting {
        var errands: [StoreErrand] = []
        /// What is to be done last.
        var ending: (@Sendable (RedisKeeper) -> Void)?
        var isThreadAwake = true
    }

    private let queue = DispatchQueue(label: "RedisStore", qos: .userInitiated)
    private let ended = DispatchGroup()
    private let waiting = Guarded(Waiting())
    private let deliveries: Guarded<Deliveries>
    private let keeper: RedisKeeper
    private let committed: Guarded<CommitCounts>
    private let options: RedisOptions
    private let waitingMax: Int
    private let bell = Bell()

    /// Reaches Redis, or says why not. It is to be closed.
    public init(_ options: RedisOptions) throws(RedisStoreError) {
        do throws(RedisFailure) {
            keeper = try RedisKeeper(options)
        } catch {
            let place = "\(options.address.host):\(options.address.port)"
            throw RedisStoreError(
                message: "Redis at \(place) cannot be used: \(error.message).")
        }
        self.options = options
        deliveries = keeper.deliveries
        committed = keeper.commits
        waitingMax = options.limits.waitingMax
        queue.async(group: ended) { self.serve() }
    }

    public func makeReader() -> any LogReader { RedisLogReader(self, options) }

    public var commits: CommitCounts { committed.withLock { $0 } }

    public func attach(together deliver: @escaping @Sendable ([LogReport]) -> Void) -> UInt32 {
        let edge = deliveries.withLock { $0.attach(deliver) }
        precondition(edge % RedisLink.edgesMax != 0, "a node has no more edges than this")
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

    /// Ends cleanly, after everything that was asked for. What comes later is passed over.
    public func close() {
        end { $0.end() }
    }

    /// Ends as a process that is killed does, for tests of what comes of that.
    package func abandon() {
        end { _ in }
    }

    private func end(_ lastly: @escaping @Sendable (RedisKeeper) -> Void) {
        waiting.withLock { waiting in
            if waiting.ending == nil { waiting.ending = lastly }
        }
        bell.ring()
        ended.wait()
    }

    private func add(_ errands: [StoreErrand]) {
        let isAsleep = waiting.withLock { waiting in
            waiting.errands.add(errands, waitingMax: waitingMax)
            defer { waiting.isThreadAwake = true }
            return !waiting.isThreadAwake
        }
        if isAsleep { bell.ring() }
    }

    private func serve() {
        var nextTick = MonotonicClock.milliseconds + keeper.pause
        while true {
            let (errands, ending) = waiting.withLock { waiting in
                defer { waiting.errands = [] }
                return (waiting.errands, waiting.ending)
            }
            take(errands)
            if MonotonicClock.milliseconds >= nextTick || keeper.link == nil { keeper.tick() }
            if MonotonicClock.milliseconds >= nextTick {
                nextTick = MonotonicClock.milliseconds + RedisKeeper.tickTime
            }
            keeper.foldOne()
            deliveries.withLock { $0.deliver() }
            if let ending {
                ending(keeper)
                return deliveries.withLock { $0.deliver() }
            }
            sleep(until: min(nextTick, MonotonicClock.milliseconds + keeper.pause))
        }
    }

    private func take(_ errands: [StoreErrand]) {
        keeper.listen(
            toOpened: errands.compactMap { errand in
                if case .request(let request, let edge) = errand { (request, edge) } else { nil }
            })
        for errand in errands { keeper.take(errand) }
        keeper.settle()
    }

    /// Until something is asked for or told, or the time has come.
    private func sleep(until time: Int64) {
        let mayNotSleep = waiting.withLock { waiting in
            waiting.isThreadAwake = !waiting.errands.isEmpty || waiting.ending != nil
            return waiting.isThreadAwake
        }
        guard !mayNotSleep, !keeper.canFold else { return }
        var entries = [pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)]
        if let news = keeper.link?.news {
            entries.append(pollfd(fd: news.descriptor, events: Int16(POLLIN), revents: 0))
        }
        let pause = max(0, min(time - MonotonicClock.milliseconds, RedisKeeper.tickTime))
        poll(&entries, nfds_t(entries.count), Int32(pause))
        bell.hush()
        waiting.withLock { $0.isThreadAwake = true }
    }
}
