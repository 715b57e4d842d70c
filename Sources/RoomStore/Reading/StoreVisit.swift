import Dispatch
import SharedRoom

/// Opens and closes a room, so that the store prepares it for reading.
enum StoreVisit {
    /// Waits for the answer of the store.
    static func open(_ name: RoomName, in store: any RoomStore) throws(LogReadFailure) {
        let answer = Guarded<LogFailure?>(nil)
        let isAnswered = DispatchSemaphore(value: 0)
        let edge = store.attach { report in
            guard report.ticket == openingTicket else { return }
            if case .refused(_, _, let failure) = report { answer.withLock { $0 = failure } }
            isAnswered.signal()
        }
        defer { store.detach(edge) }
        store.submit([.open(name, ticket: openingTicket), .close(name, ticket: 0)], from: edge)
        isAnswered.wait()
        if let failure = answer.withLock({ $0 }) { throw LogReadFailure(failure) }
    }

    private static let openingTicket: Int64 = 1
}
