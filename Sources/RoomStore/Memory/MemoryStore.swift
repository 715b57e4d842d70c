public import SharedRoom

/// A store that keeps its rooms in memory, for tests, for the simulator and for whoever wants
/// nothing kept.
///
/// One lock guards everything, and reports are delivered under it, before `submit` returns. So all
/// edges are told everything in one order, and in a single thread a run is the same every time.
public final class MemoryStore: RoomStore {
    private let rooms: Guarded<MemoryRooms>

    /// - Parameters:
    ///   - clock: Milliseconds since 1970. It may jump.
    ///   - random: 64 random bits, for epochs.
    ///   - eventsKeptMax: Events of a room beyond which the older half goes behind a snapshot.
    ///   - fold: How a snapshot is made.
    public init(
        clock: @escaping @Sendable () -> Int64,
        random: @escaping @Sendable () -> UInt64,
        secret: UInt64 = 0,
        eventsKeptMax: Int = 10_000,
        fold: @escaping SnapshotFold
    ) {
        precondition(eventsKeptMax > 0, "a store keeps at least one event")
        let sources = MemorySources(
            clock: clock, random: random, secret: secret, eventsKeptMax: eventsKeptMax, fold: fold)
        rooms = Guarded(MemoryRooms(sources))
    }

    /// False while the store behaves as one whose disk is full. Memory does not fail by itself, and
    /// what edges do then has to be tried.
    public var isWritable: Bool {
        get { rooms.withLock { $0.isWritable } }
        set { rooms.withLock { $0.isWritable = newValue } }
    }

    /// The rooms that take memory: those with events, and those that are open.
    public var roomCount: Int {
        rooms.withLock { $0.roomCount }
    }

    /// Everything that is kept, as it is now: a disk for whoever simulates one.
    package struct Image: Sendable {
        package let logs: [RoomName: MemoryLog]
    }

    package var image: Image {
        rooms.withLock { Image(logs: $0.logs) }
    }

    /// What is kept is this from now on, and all edges are gone. Without its epochs the store cannot
    /// vouch for what it reported since.
    package func restore(_ image: Image, keepingEpochs: Bool) {
        rooms.withLock { $0.restore(image.logs, keepingEpochs: keepingEpochs) }
    }

    public func makeReader() -> any LogReader { Reader(rooms) }

    /// Reads a store in memory, whose lock it holds for one page.
    private final class Reader: LogReader {
        private let rooms: Guarded<MemoryRooms>

        init(_ rooms: Guarded<MemoryRooms>) {
            self.rooms = rooms
        }

        func room(_ name: RoomName) -> OpenedRoom? {
            rooms.withLock { rooms in
                rooms.log(name).map { log in
                    OpenedRoom(
                        epoch: log.epoch, secret: rooms.secret, snapshot: log.snapshot,
                        events: log.events)
                }
            }
        }

        func start(for sequence: Int64, of log: StoredLog) throws(LogReadFailure) -> LogStart {
            try read(log) { $0.start }
        }

        func events(after sequence: Int64, of log: StoredLog) throws(LogReadFailure) -> [Event] {
            try read(log) { $0.events(after: sequence) }
        }

        func tapeRange(
            before sequence: Int64, count: Int, of log: StoredLog
        ) throws(LogReadFailure) -> TapeRange? {
            try read(log) { .some($0.tapeRange(before: sequence, count: count)) }
        }

        func tape(_ range: TapeRange, of log: StoredLog) throws(LogReadFailure) -> [TapeEntry] {
            try read(log) { $0.tape(range) }
        }

        private func read<Value>(
            _ log: StoredLog, _ body: (MemoryLog) -> Value?
        ) throws(LogReadFailure) -> Value {
            let value = rooms.withLock { rooms in
                rooms.log(log.name).flatMap { $0.epoch == log.epoch ? body($0) : nil }
            }
            guard let value else { throw .changed }
            return value
        }
    }

    public var commits: CommitCounts { rooms.withLock { $0.commits } }

    public func attach(together deliver: @escaping @Sendable ([LogReport]) -> Void) -> UInt32 {
        rooms.withLock { $0.attach(deliver) }
    }

    public func submit(_ requests: [LogRequest], from edge: UInt32) {
        rooms.withLock { rooms in
            for request in requests { rooms.take(request, from: edge) }
            rooms.deliver()
        }
    }

    public func detach(_ edge: UInt32) {
        rooms.withLock { rooms in
            rooms.detach(edge)
            rooms.deliver()
        }
    }
}
