import Dispatch
public import RoomStore
public import SharedRoom

/// Reads rooms from a store for whoever asks for their documents, without a connection to them.
///
/// It is an edge of its own that opens a room, takes what it is told and closes it again, so a room
/// is read the same way whether anybody is in it or not. The store calls `deliver` while it may hold
/// a lock, and what comes of it takes time; so everything happens on a queue of its own, and that is
/// where the answers are given.
public final class RoomReader: Sendable {
    public enum Answer: Equatable, Sendable {
        case room(KeptRoom)
        /// There is no such room, or no longer.
        case none
        case failed(LogFailure)
    }

    public typealias Receiver = @Sendable (Answer) -> Void

    private let store: any RoomStore
    private let queue = DispatchQueue(label: "RoomReader")
    /// Only the queue looks at it; the lock says so to the compiler.
    private let waiting = Guarded<Waiting>(Waiting())

    private struct Waiting {
        var edge: UInt32 = 0
        var receivers: [RoomName: [Receiver]] = [:]
    }

    public init(_ store: any RoomStore) {
        self.store = store
        let edge = store.attach { [weak self] report in
            guard let self else { return }
            self.queue.async { self.take(report) }
        }
        waiting.withLock { $0.edge = edge }
    }

    deinit {
        store.detach(waiting.withLock { $0.edge })
    }

    /// Calls `receiver` once. What it is told is at least as new as anything that anybody was told
    /// before this call.
    public func read(_ name: RoomName, _ receiver: @escaping Receiver) {
        queue.async {
            let edge = self.waiting.withLock { waiting in
                waiting.receivers[name, default: []].append(receiver)
                return waiting.edge
            }
            // Whoever asks while the room is open has it opened again, for the newest state.
            self.store.submit(.open(name), from: edge)
        }
    }

    private func take(_ report: LogReport) {
        switch report {
        case .opened(let name, let opened): answer(name, Answer(opened))
        case .notOpened(let name, let failure): answer(name, .failed(failure))
        case .events, .refused, .head, .read, .tape, .presence: break
        // It was opened before, and that was answered.
        case .forgotten: break
        }
    }

    /// Each opening is answered, in the order of asking.
    private func answer(_ name: RoomName, _ answer: Answer) {
        let (receiver, edge, isLast) = waiting.withLock { waiting in
            let receiver = waiting.receivers[name]?.removeFirst()
            let isLast = waiting.receivers[name]?.isEmpty ?? true
            if isLast { waiting.receivers[name] = nil }
            return (receiver, waiting.edge, isLast)
        }
        if isLast { store.submit(.close(name), from: edge) }
        receiver?(answer)
    }
}

extension RoomReader.Answer {
    fileprivate init(_ opened: OpenedRoom) {
        guard let kept = KeptRoom(opened) else {
            self = .failed(.outOfOrder)
            return
        }
        switch kept.room.life {
        case .unmade, .deleted: self = .none
        case .open, .closed: self = .room(kept)
        }
    }
}
