public import SharedRoom

/// A store that keeps its rooms in memory, for tests and trials.
///
/// One lock guards everything. Reports are delivered with the lock, before `submit` returns, so the same calls lead to
/// the same reports.
public final class MemoryStore: RoomStore {
    private struct State {
        var backend: MemoryBackend
        var engine = StoreEngine(isShared: false)
        var deliveries = Deliveries()

        mutating func settle() {
            while let command = engine.nextCommand() {
                if let event = backend.perform(command) { engine.handle(event) }
            }
            while let next = engine.nextReport() { deliveries.add(next.report, for: next.edges) }
            deliveries.deliver()
        }
    }

    private let state: Guarded<State>

    /// - Parameters:
    ///   - clock: Milliseconds since 1970. It may jump.
    ///   - random: 64 random bits, for epochs.
    ///   - eventsKeptMax: The number of events beyond which a snapshot replaces the older half.
    ///   - compact: Makes snapshots.
    public init(
        clock: @escaping @Sendable () -> Int64,
        random: @escaping @Sendable () -> UInt64,
        secret: UInt64 = 0,
        eventsKeptMax: Int = 10_000,
        compact: @escaping Compactor
    ) {
        precondition(eventsKeptMax > 0, "a store keeps at least one event")
        state = Guarded(
            State(
                backend: MemoryBackend(
                    clock: clock, random: random, secret: secret, eventsKeptMax: eventsKeptMax,
                    compact: compact)))
    }

    /// False while the store behaves like one with a full disk, for tests.
    public var isWritable: Bool {
        get { state.withLock { $0.backend.isWritable } }
        set { state.withLock { $0.backend.isWritable = newValue } }
    }

    /// The number of rooms that take memory: those with events, and those that are open.
    public var roomCount: Int {
        state.withLock { $0.backend.logs.count }
    }

    /// Everything that is stored, as on a simulated disk.
    package struct Image: Sendable {
        package let logs: [RoomName: MemoryLog]
    }

    package var image: Image {
        state.withLock { Image(logs: $0.backend.logs.filter { !$0.value.isEmpty }) }
    }

    /// Replaces everything that is stored. All edges are gone. Without its epochs, the store may have lost events.
    package func restore(_ image: Image, keepingEpochs: Bool) {
        state.withLock { state in
            state.engine = StoreEngine(isShared: false)
            state.deliveries = Deliveries(after: state.deliveries.last)
            state.backend.restore(image.logs, keepingEpochs: keepingEpochs)
        }
    }

    public var commits: CommitCounts { state.withLock { $0.backend.commits } }

    public func attach(together deliver: @escaping @Sendable ([LogReport]) -> Void) -> UInt32 {
        state.withLock { state in
            let edge = state.deliveries.attach(deliver)
            state.engine.attach(edge)
            return edge
        }
    }

    public func submit(_ requests: [LogRequest], from edge: UInt32) {
        state.withLock { state in
            for request in requests {
                state.engine.receive(request, from: edge)
            }
            state.settle()
        }
    }

    public func detach(_ edge: UInt32) {
        state.withLock { state in
            state.deliveries.detach(edge)
            state.engine.detach(edge)
            state.settle()
        }
    }

    public func makeReader() -> any LogReader { Reader(state) }

    /// Reads a store in memory, whose lock it holds for one page.
    private final class Reader: LogReader {
        private let state: Guarded<State>

        init(_ state: Guarded<State>) {
            self.state = state
        }

        func room(_ name: RoomName) -> OpenedRoom? {
            state.withLock { $0.backend.stored(name).map($0.backend.opened) }
        }

        func state(before sequence: Int64, of log: StoredLog) throws(StoreError) -> StoredState {
            try read(log) { $0.state }
        }

        func events(after sequence: Int64, of log: StoredLog) throws(StoreError) -> [Event] {
            try read(log) { $0.events(after: sequence) }
        }

        func tapeRange(
            before sequence: Int64, count: Int, of log: StoredLog
        ) throws(StoreError) -> TapeRange? {
            try read(log) { .some($0.tapeRange(before: sequence, count: count)) }
        }

        func tape(_ range: TapeRange, of log: StoredLog) throws(StoreError) -> [TapeEntry] {
            try read(log) { $0.tape(range) }
        }

        private func read<Value>(
            _ log: StoredLog, _ body: (MemoryLog) -> Value?
        ) throws(StoreError) -> Value {
            let value = state.withLock { state in
                state.backend.stored(log.name).flatMap { $0.epoch == log.epoch ? body($0) : nil }
            }
            guard let value else { throw .changed }
            return value
        }
    }
}
