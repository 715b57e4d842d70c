public import SharedRoom

/// The part that stores with their own thread have in common: the queue of calls, the engine, and the delivery of its
/// reports.
///
/// All threads can use it: locks guard the queue and the deliveries, and only the store's thread uses the engine.
open class QueuedStore: @unchecked Sendable {
    package enum Call {
        case attach(UInt32)
        case detach(UInt32)
        /// An append that finds the queue full is marked, and refused in its turn: refused at once, its answer would
        /// precede those of earlier requests.
        case request(LogRequest, UInt32, isOverloaded: Bool)
        case work(@Sendable () -> Void)
    }

    private struct Waiting {
        var calls: [Call] = []
        /// True if the thread works or will work.
        var isThreadAwake = false
    }

    package let engine: StoreEngine
    private let counts: Guarded<CommitCounts>
    private let waiting = Guarded(Waiting())
    private let waitingMax: Int
    private let deliveries: Guarded<Deliveries>

    /// - Parameter edge: The number before that of the first edge.
    package init(
        isShared: Bool, waitingMax: Int, edgesAfter edge: UInt32 = 0,
        counts: Guarded<CommitCounts>
    ) {
        engine = StoreEngine(isShared: isShared)
        self.waitingMax = waitingMax
        self.counts = counts
        deliveries = Guarded(Deliveries(after: edge))
    }

    open func attach(together deliver: @escaping @Sendable ([LogReport]) -> Void) -> UInt32 {
        let edge = deliveries.withLock { $0.attach(deliver) }
        add([.attach(edge)])
        return edge
    }

    public func submit(_ requests: [LogRequest], from edge: UInt32) {
        add(requests.map { .request($0, edge, isOverloaded: false) })
    }

    public var commits: CommitCounts { counts.withLock { $0 } }

    public func detach(_ edge: UInt32) {
        deliveries.withLock { $0.detach(edge) }
        add([.detach(edge)])
    }

    /// Wakes the thread. Subclasses override it.
    open func wake() {}
}

/// The queue.
extension QueuedStore {
    /// Adds calls, and wakes the thread. Appends take the most memory, so they are refused if too many calls wait.
    package func add(_ calls: [Call]) {
        let wasAwake = waiting.withLock { waiting in
            defer { waiting.isThreadAwake = true }
            for call in calls {
                if waiting.calls.count >= waitingMax,
                    case .request(let request, let edge, _) = call,
                    case .append = request
                {
                    waiting.calls.append(.request(request, edge, isOverloaded: true))
                } else {
                    waiting.calls.append(call)
                }
            }
            return waiting.isThreadAwake
        }
        if !wasAwake { wake() }
    }

    /// Removes all calls. If there are none, the next call wakes the thread, unless it stays awake.
    package func takeCalls(staysAwake: Bool) -> [Call] {
        waiting.withLock { waiting in
            defer { waiting.calls = [] }
            waiting.isThreadAwake = staysAwake || !waiting.calls.isEmpty
            return waiting.calls
        }
    }

    /// Returns true if no calls wait, so that the next one wakes the thread.
    package func fallAsleep() -> Bool {
        waiting.withLock { waiting in
            waiting.isThreadAwake = !waiting.calls.isEmpty
            return !waiting.isThreadAwake
        }
    }

    package func execute(_ call: Call) {
        switch call {
        case .attach(let edge): engine.attach(edge)
        case .detach(let edge): engine.detach(edge)
        case .request(let request, let edge, let isOverloaded):
            engine.receive(request, from: edge, isOverloaded: isOverloaded)
        case .work(let work): work()
        }
    }

    /// Delivers all reports of the engine.
    package func deliver() {
        deliveries.withLock { deliveries in
            while let next = engine.nextReport() { deliveries.add(next.report, for: next.edges) }
            deliveries.deliver()
        }
    }
}
