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

    func detach(_ edge: UInt32) {}
}
