import RoomStore
import SharedRoom

/// An edge of a test. Functions with a result wait for the answer.
struct StoreProbe: Sendable {
    let inbox = Inbox()
    let edge: UInt32
    private let store: any RoomStore

    init(of store: any RoomStore) {
        self.store = store
        edge = store.attach { [inbox] report in inbox.receive(report) }
    }

    func submit(_ requests: LogRequest...) {
        for request in requests { inbox.expectAnswer(to: request) }
        store.submit(requests, from: edge)
    }

    func detach() {
        store.detach(edge)
        inbox.shut()
    }

    /// Opens a room, or throws if the store refuses.
    @discardableResult
    func open(_ room: RoomName) throws -> OpenedRoom {
        let ticket = inbox.nextTicket()
        let answer = try answer(to: ticket, .open(room, ticket: ticket))
        guard case .opened(_, _, let opened) = answer else { throw Unexpected(report: answer) }
        return opened
    }

    /// This edge, after it has opened a room.
    func withOpen(_ room: RoomName) throws -> StoreProbe {
        try open(room)
        return self
    }

    /// Appends an event for each line, with the edge as the author.
    func append(_ lines: [Int64], to room: RoomName, ticket: Int64 = 0) {
        let drafts = lines.map { line in
            Draft(.recall(line), signature: Signature(author: edge, pen: 0, number: line))
        }
        submit(.append(room, drafts, ticket: ticket))
    }

    /// Submits a request, and waits for the answer with its ticket.
    func answer(to ticket: Int64, _ request: LogRequest) throws -> LogReport {
        submit(request)
        return try answer(to: ticket)
    }

    /// Waits for the answer to a request that was submitted.
    func answer(to ticket: Int64) throws -> LogReport {
        try inbox.wait(for: "the answer to ticket \(ticket)") { reports in
            reports.first { $0.ticket == ticket }
        }
    }

    /// Waits until the edge has received a report.
    func wait(for report: LogReport) throws {
        _ = try inbox.wait(for: "\(report)") { $0.contains(report) ? true : nil }
    }

    /// The last sequence number; nil if the room is not open.
    func head(of room: RoomName) throws -> Int64? {
        let ticket = inbox.nextTicket()
        switch try answer(to: ticket, .head(room, ticket: ticket)) {
        case .head(_, _, let sequence): return sequence
        case .refused(_, _, .notOpen): return nil
        case let answer: throw Unexpected(report: answer)
        }
    }

    /// Reads events after all earlier requests of this edge are executed.
    func read(_ room: RoomName, from sequence: Int64, count: Int) throws -> [Event] {
        try part(of: room, from: sequence, count: count).events.filter { $0.sequence >= sequence }
    }

    /// Events up to the last requested one, and the state before them.
    struct Part {
        var snapshot: [UInt8]?
        var events: [Event] = []
    }

    func part(of room: RoomName, from sequence: Int64, count: Int) throws -> Part {
        try settle(room)
        return try store.makeReader().part(of: room, from: sequence, count: count)
    }

    /// The dropped lines of the tape.
    func tape(_ room: RoomName, before sequence: Int64, count: Int) throws -> [TapeEntry] {
        try settle(room)
        return try store.makeReader().tape(of: room, before: sequence, count: count)
    }

    /// Waits until all earlier requests about the room are executed.
    func settle(_ room: RoomName) throws {
        let ticket = inbox.nextTicket()
        _ = try answer(to: ticket, .head(room, ticket: ticket))
    }

    /// Waits for an event. Returns the room as this edge received it.
    @discardableResult
    func follow(_ room: RoomName, to sequence: Int64) throws -> FollowedRoom {
        try inbox.wait(for: "event \(sequence)") { reports in
            let last = FollowedRoom.openings(of: room, in: reports).last
            return last.flatMap { $0.summary.sequence >= sequence ? $0 : nil }
        }
    }

    struct Unexpected: Error {
        var report: LogReport
    }
}

extension LogReader {
    /// Reads page by page.
    func part(of name: RoomName, from sequence: Int64, count: Int) throws -> StoreProbe.Part {
        guard count > 0, let room = try room(name) else { return StoreProbe.Part() }
        let log = StoredLog(name, room)
        let start = try state(before: sequence, of: log)
        let (sum, isBeyond) = max(sequence, start.sequence + 1).addingReportingOverflow(
            Int64(count) - 1)
        let last = isBeyond ? Int64.max : sum
        var part = StoreProbe.Part(snapshot: start.snapshot)
        var end = start.sequence
        while end < last {
            let page = try events(after: end, of: log)
            guard let found = page.last?.sequence else { break }
            part.events += page.filter { $0.sequence <= last }
            end = found
        }
        return part
    }

    func tape(of name: RoomName, before sequence: Int64, count: Int) throws -> [TapeEntry] {
        guard let room = try room(name) else { return [] }
        let log = StoredLog(name, room)
        var lines: [TapeEntry] = []
        var rest = try tapeRange(before: sequence, count: count, of: log)
        while let range = rest {
            let page = try tape(range, of: log)
            lines += page
            rest = range.dropping(page)
        }
        return lines
    }
}
