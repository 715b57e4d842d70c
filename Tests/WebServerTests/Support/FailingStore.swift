import RoomStore
import SharedRoom

/// A store that cannot open any room.
final class FailingStore: RoomStore {
    private let failure: LogFailure
    private let edges = Guarded<[@Sendable ([LogReport]) -> Void]>([])

    init(_ failure: LogFailure) {
        self.failure = failure
    }

    func attach(together deliver: @escaping @Sendable ([LogReport]) -> Void) -> UInt32 {
        edges.withLock { edges in
            edges.append(deliver)
            return UInt32(edges.count)
        }
    }

    func submit(_ requests: [LogRequest], from edge: UInt32) {
        for case .open(let name, let ticket) in requests {
            edges.withLock { $0[Int(edge) - 1] }([.refused(name, ticket: ticket, failure)])
        }
    }

    func makeReader() -> any LogReader { Reader(failure) }

    /// A reader that cannot read any room.
    private final class Reader: LogReader {
        private let failure: LogReadFailure

        init(_ failure: LogFailure) {
            self.failure = failure == .newerRules ? .newerRules : .unavailable
        }

        func room(_ name: RoomName) throws(LogReadFailure) -> OpenedRoom? { throw failure }
        func start(for: Int64, of: StoredLog) throws(LogReadFailure) -> LogStart { throw failure }
        func events(after: Int64, of: StoredLog) throws(LogReadFailure) -> [Event] { throw failure }

        func tapeRange(
            before: Int64, count: Int, of: StoredLog
        ) throws(LogReadFailure) -> TapeRange? { throw failure }

        func tape(_ range: TapeRange, of: StoredLog) throws(LogReadFailure) -> [TapeEntry] {
            throw failure
        }
    }

    func detach(_ edge: UInt32) {}
}
