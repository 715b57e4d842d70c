import RoomStore
import SharedRoom

/// A store whose readers cannot read any room.
final class FailingStore: RoomStore {
    private let failure: LogReadFailure

    init(_ failure: LogReadFailure) {
        self.failure = failure
    }

    func attach(together deliver: @escaping @Sendable ([LogReport]) -> Void) -> UInt32 { 1 }
    func submit(_ requests: [LogRequest], from edge: UInt32) {}
    func detach(_ edge: UInt32) {}
    func makeReader() -> any LogReader { Reader(failure) }

    private final class Reader: LogReader {
        private let failure: LogReadFailure

        init(_ failure: LogReadFailure) {
            self.failure = failure
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
}
