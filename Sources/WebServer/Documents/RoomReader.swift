import Dispatch
public import RoomStore
public import SharedRoom

/// Reads rooms from a store for their documents.
///
/// The reader attaches its own edge to the store. A read opens the room, requests events or tape lines if
/// necessary, and closes the room. So it works in the same way whether or not anyone is in the room. A store
/// executes the requests of an edge about one room in order, so the reader submits these requests together. A
/// store may hold a lock while it reports, and creating a document takes time, so the reader handles reports and
/// calls receivers on its own queue.
public final class RoomReader: Sendable {
    /// The part of a room to read.
    public enum Request: Equatable, Sendable {
        case state
        case log(from: Int64, count: Int)
        case lastEvents(Int)
        case tape(before: Int64 = .max, count: Int = StoredRoomState.tapeLinesMax)
    }

    /// The data of a room that a document is made from, or the reason why there are none.
    public enum Answer: Equatable, Sendable {
        case room(StoredRoomState)
        /// The room does not exist, or was deleted.
        case noSuchRoom
        case failed(LogFailure)
    }

    public typealias Receiver = @Sendable (Answer) -> Void

    private let store: any RoomStore
    private let queue = DispatchQueue(label: "RoomReader")
    /// Used only on the queue. The compiler cannot check that, so it has a lock.
    private let pending = Guarded<PendingReads>(PendingReads())

    private struct PendingReads {
        var edge: UInt32 = 0
        var lastTicket: Int64 = 0
        /// The reads whose room is not open yet, by the ticket of the opening.
        var unopened: [Int64: Read] = [:]
        /// The reads that wait for events or tape lines of an open room, by the ticket of that request.
        var opened: [Int64: (room: StoredRoomState, read: Read)] = [:]

        mutating func nextTicket() -> Int64 {
            lastTicket += 1
            return lastTicket
        }
    }

    private struct Read {
        let request: Request
        /// The ticket of the request that follows the opening.
        let ticket: Int64
        let receiver: Receiver
    }

    public init(_ store: any RoomStore) {
        self.store = store
        // Weak, because otherwise this closure could release the last reference, and `deinit` would call
        // the store while the store holds its lock.
        let edge = store.attach { [weak self, queue] report in
            queue.async { [weak self] in self?.receive(report) }
        }
        pending.withLock { $0.edge = edge }
    }

    deinit {
        store.detach(pending.withLock { $0.edge })
    }

    /// Calls `receiver` once. The answer includes every event that any client received before this call.
    public func read(_ name: RoomName, _ request: Request, _ receiver: @escaping Receiver) {
        if case .lastEvents(let count) = request { return readLast(count, of: name, receiver) }
        queue.async {
            let (edge, requests) = self.pending.withLock { pending in
                let (opening, reading) = (pending.nextTicket(), pending.nextTicket())
                pending.unopened[opening] = Read(
                    request: request, ticket: reading, receiver: receiver)
                let requests: [LogRequest?] = [
                    .open(name, ticket: opening), request.storeRequest(name, reading),
                    .close(name, ticket: pending.nextTicket()),
                ]
                return (pending.edge, requests.compactMap(\.self))
            }
            self.store.submit(requests, from: edge)
        }
    }

    /// Reads the last sequence number first, and then the events.
    private func readLast(_ count: Int, of name: RoomName, _ receiver: @escaping Receiver) {
        read(name, .state) { [weak self] answer in
            guard case .room(let stored) = answer, let self else { return receiver(answer) }
            let first = max(1, stored.room.sequence - Int64(count) + 1)
            read(name, .log(from: first, count: count), receiver)
        }
    }

    private func receive(_ report: LogReport) {
        switch report {
        case .opened(_, let ticket, let opened): handleOpened(opened, ticket)
        case .read(_, let ticket, let part):
            complete(ticket) { stored, request in
                guard case .log(let first, _) = request,
                    let log = EventLogPage(part, from: first)
                else { return false }
                stored.log = log
                return true
            }
        case .tape(_, let ticket, let lines):
            complete(ticket) { stored, request in
                guard case .tape(let before, let count) = request else { return false }
                stored.mergeTape(stored: lines, before: before, count: count)
                return true
            }
        case .refused(_, let ticket, let failure):
            if let read = popUnopened(ticket) { return read.receiver(.failed(failure)) }
            // `notOpen` means that the room was deleted after it was opened.
            popOpened(ticket)?.read.receiver(
                failure == .notOpen ? .noSuchRoom : .failed(failure))
        case .done, .head, .events, .presence, .replaced, .forgotten, .failed: break
        }
    }

    private func handleOpened(_ opened: OpenedRoom, _ ticket: Int64) {
        guard let read = popUnopened(ticket) else { return }
        let answer = Answer(opened)
        guard case .room(let stored) = answer, read.request != .state else {
            return read.receiver(answer)
        }
        pending.withLock { $0.opened[read.ticket] = (stored, read) }
    }

    /// Answers a read after `update` has added the requested data to the room.
    private func complete(
        _ ticket: Int64, _ update: (inout StoredRoomState, Request) -> Bool
    ) {
        guard case (var stored, let read)? = popOpened(ticket) else { return }
        read.receiver(
            update(&stored, read.request) ? .room(stored) : .failed(.outOfOrder))
    }

    private func popUnopened(_ ticket: Int64) -> Read? {
        pending.withLock { $0.unopened.removeValue(forKey: ticket) }
    }

    private func popOpened(_ ticket: Int64) -> (room: StoredRoomState, read: Read)? {
        pending.withLock { $0.opened.removeValue(forKey: ticket) }
    }
}

extension RoomReader.Request {
    /// The cost of reading, in computation steps, before the steps of the events are known.
    var stepsMax: Int64 { Self.stepsPerLine * Int64(Self.openingLines + lineCountMax) }

    private var lineCountMax: Int {
        switch self {
        case .state: 0
        case .log(_, let count), .lastEvents(let count), .tape(_, let count): count
        }
    }

    /// Reading an event or a line takes as long as this number of steps.
    private static let stepsPerLine: Int64 = 1_000
    /// An opening reads a snapshot and some hundred events.
    private static let openingLines = 500

    /// The request for data that opening the room does not return.
    fileprivate func storeRequest(_ name: RoomName, _ ticket: Int64) -> LogRequest? {
        switch self {
        case .state, .lastEvents: nil
        // A read of no events must still return the snapshot that has replaced older events.
        case .log(let from, let count):
            .read(name, from: from, count: max(1, count), ticket: ticket)
        case .tape(let before, let count):
            .tape(name, before: before, count: count, ticket: ticket)
        }
    }
}

extension RoomReader.Answer {
    fileprivate init(_ opened: OpenedRoom) {
        guard let stored = StoredRoomState(opened) else {
            self = .failed(.outOfOrder)
            return
        }
        switch stored.room.status {
        case .unmade, .deleted: self = .noSuchRoom
        case .open, .closed: self = .room(stored)
        }
    }
}
