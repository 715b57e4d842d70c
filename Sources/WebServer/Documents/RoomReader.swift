import Dispatch
public import RoomStore
public import SharedRoom

/// Reads rooms from a store for whoever asks for their documents, without a connection to them.
///
/// It is an edge of its own that opens a room, takes what it is told and closes it again, so a room
/// is read the same way whether anybody is in it or not. What is asked about one room is answered in
/// the order of asking, so nothing has to be waited for in between. The store calls `deliver` while
/// it may hold a lock, and what comes of it takes time; so everything happens on a queue of its own,
/// and that is where the answers are given.
public final class RoomReader: Sendable {
    /// What is wanted of a room.
    public enum Wish: Equatable, Sendable {
        case state
        case log(from: Int64, count: Int)
        case lastEvents(Int)
        case tape(before: Int64 = .max, count: Int = KeptRoom.tapeLinesMax)
    }

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
        var lastTicket: Int64 = 0
        /// Those whose room is not open yet, in the order of asking.
        var unopened: [RoomName: [Reading]] = [:]
        /// Those that wait for the rest, by their tickets.
        var opened: [Int64: (kept: KeptRoom, reading: Reading)] = [:]
    }

    private struct Reading {
        let wish: Wish
        let ticket: Int64
        let receiver: Receiver
    }

    public init(_ store: any RoomStore) {
        self.store = store
        // Whoever held the reader in here might be the last one, and the store holds a lock.
        let edge = store.attach { [weak self, queue] report in
            queue.async { [weak self] in self?.take(report) }
        }
        waiting.withLock { $0.edge = edge }
    }

    deinit {
        store.detach(waiting.withLock { $0.edge })
    }

    /// Calls `receiver` once. What it is told is at least as new as anything that anybody was told
    /// before this call.
    public func read(_ name: RoomName, _ wish: Wish, _ receiver: @escaping Receiver) {
        if case .lastEvents(let count) = wish { return readLast(count, of: name, receiver) }
        queue.async {
            let (edge, ticket) = self.waiting.withLock { waiting in
                waiting.lastTicket += 1
                let reading = Reading(
                    wish: wish, ticket: waiting.lastTicket, receiver: receiver)
                waiting.unopened[name, default: []].append(reading)
                return (waiting.edge, waiting.lastTicket)
            }
            self.store.submit(.open(name), from: edge)
            if let request = wish.request(name, ticket) { self.store.submit(request, from: edge) }
            self.store.submit(.close(name), from: edge)
        }
    }

    /// Where the last events begin is known only when the room was looked at.
    private func readLast(_ count: Int, of name: RoomName, _ receiver: @escaping Receiver) {
        read(name, .state) { [weak self] answer in
            guard case .room(let kept) = answer, let self else { return receiver(answer) }
            let first = max(1, kept.room.sequence - Int64(count) + 1)
            read(name, .log(from: first, count: count), receiver)
        }
    }

    private func take(_ report: LogReport) {
        switch report {
        case .opened(let name, let opened): take(opened, of: name)
        case .notOpened(let name, let failure): next(name)?.receiver(.failed(failure))
        case .read(_, let ticket, let part):
            finish(ticket) { kept, wish in
                guard case .log(let first, _) = wish, let log = KeptLog(part, from: first) else {
                    return false
                }
                kept.log = log
                return true
            }
        case .tape(_, let ticket, let lines):
            finish(ticket) { kept, wish in
                guard case .tape(let before, let count) = wish else { return false }
                kept.takeTape(kept: lines, before: before, count: count)
                return true
            }
        case .refused(_, let ticket, let failure):
            // What could not be opened was answered. Otherwise it was forgotten just now.
            opened(ticket)?.reading.receiver(failure == .notOpen ? .none : .failed(failure))
        case .events, .head, .presence, .forgotten: break
        }
    }

    private func take(_ opened: OpenedRoom, of name: RoomName) {
        guard let reading = next(name) else { return }
        let answer = Answer(opened)
        guard case .room(let kept) = answer, reading.wish != .state else {
            return reading.receiver(answer)
        }
        waiting.withLock { $0.opened[reading.ticket] = (kept, reading) }
    }

    private func finish(_ ticket: Int64, _ complete: (inout KeptRoom, Wish) -> Bool) {
        guard case (var kept, let reading)? = opened(ticket) else { return }
        reading.receiver(
            complete(&kept, reading.wish) ? .room(kept) : .failed(.outOfOrder))
    }

    /// Each opening is answered, in the order of asking.
    private func next(_ name: RoomName) -> Reading? {
        waiting.withLock { waiting in
            let reading = waiting.unopened[name]?.removeFirst()
            if waiting.unopened[name]?.isEmpty == true { waiting.unopened[name] = nil }
            return reading
        }
    }

    private func opened(_ ticket: Int64) -> (kept: KeptRoom, reading: Reading)? {
        waiting.withLock { $0.opened.removeValue(forKey: ticket) }
    }
}

extension RoomReader.Wish {
    /// What has to be asked beside the room itself.
    fileprivate func request(_ name: RoomName, _ ticket: Int64) -> LogRequest? {
        switch self {
        case .state, .lastEvents: nil
        // Whoever asks for no event is still told what stands in the place of older ones.
        case .log(let from, let count):
            .read(name, from: from, count: max(1, count), ticket: ticket)
        case .tape(let before, let count):
            .tape(name, before: before, count: count, ticket: ticket)
        }
    }
}

extension RoomReader.Answer {
    fileprivate init(_ opened: OpenedRoom) {
        guard let kept = KeptRoom(opened) else {
            self = .failed(.outOfOrder)
            return
        }
        switch kept.room.status {
        case .unmade, .deleted: self = .none
        case .open, .closed: self = .room(kept)
        }
    }
}
