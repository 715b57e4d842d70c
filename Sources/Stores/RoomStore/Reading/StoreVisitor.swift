import Dispatch
import SharedRoom

/// Lets a store prepare rooms for a reader, by opening and closing them.
///
/// A visitor is one edge for all rooms, because numbers of edges are limited and never used again.
package final class StoreVisitor {
    private let store: any RoomStore
    private let answer = Guarded<LogFailure?>(nil)
    private let isAnswered = DispatchSemaphore(value: 0)
    /// Nil before the first visit.
    private var edge: UInt32?

    private static let openingTicket: Int64 = 1

    package init(_ store: any RoomStore) {
        self.store = store
    }

    deinit { if let edge { store.detach(edge) } }

    package enum Reading {
        case room(OpenedRoom?)
        /// A visit applies events of an earlier server for the first time, or converts the room, or says why it cannot
        /// be opened.
        case unprepared
    }

    /// Reads a room, again after a visit if the store has to prepare it.
    package func read(
        _ name: RoomName, _ read: (_ isVisited: Bool) throws(StoreError) -> Reading
    ) throws(StoreError) -> OpenedRoom? {
        if case .room(let room) = try read(false) { return room }
        try open(name)
        guard case .room(let room) = try read(true) else { throw .changed }
        return room
    }

    private func open(_ name: RoomName) throws(StoreError) {
        let edge = edge ?? attach()
        self.edge = edge
        answer.withLock { $0 = nil }
        store.submit(
            [.open(name, ticket: Self.openingTicket), .close(name, ticket: 0)], from: edge)
        isAnswered.wait()
        if let failure = answer.withLock({ $0 }) {
            throw failure == .setAside
                ? .damaged(name) : .notReachable(path: name.text, why: "\(failure)")
        }
    }

    private func attach() -> UInt32 {
        store.attach { [answer, isAnswered] report in
            guard report.ticket == Self.openingTicket else { return }
            if case .refused(_, _, let failure) = report { answer.withLock { $0 = failure } }
            isAnswered.signal()
        }
    }
}
