import Dispatch
import RoomStore
import SharedRoom
import Synchronization

/// The reports that one edge received. It detects concurrent deliveries, and deliveries after the edge was detached.
final class Inbox: Sendable {
    fileprivate struct State {
        var reports: [LogReport] = []
        var isShut = false
        var invalidDeliveries: [String] = []
        var lastTicket: Int64 = 1_000_000
        /// The requests that have no answer yet, less the answers that no request has.
        var unanswered: [Ticket: Int] = [:]
    }

    fileprivate struct Ticket: Hashable {
        let room: RoomName
        let number: Int64
    }

    private let state = Guarded(State())
    private let isReceiving = Atomic(false)
    private let arrivals = DispatchSemaphore(value: 0)

    /// Long enough for the slowest machine; a test that passes never takes it.
    private static let limit = DispatchTimeInterval.seconds(60)

    struct TimedOut: Error {
        var what: String
        /// The number of reports of each kind.
        var counts: [String: Int]

        init(what: String, reports: [LogReport] = []) {
            self.what = what
            counts = Dictionary(reports.map { ($0.kind, 1) }, uniquingKeysWith: +)
        }
    }

    var reports: [LogReport] { state.withLock { $0.reports } }

    func receive(_ report: LogReport) {
        let isSecond = isReceiving.exchange(true, ordering: .acquiringAndReleasing)
        state.withLock { state in
            if isSecond { state.invalidDeliveries.append("a concurrent delivery") }
            if state.isShut { state.invalidDeliveries.append("a delivery after detach") }
            state.reports.append(report)
            state.count(report.ticket, of: report.room, -1)
        }
        isReceiving.store(false, ordering: .releasing)
        arrivals.signal()
    }

    /// Notes a request that the edge is about to submit.
    func expectAnswer(to request: LogRequest) {
        state.withLock { $0.count(request.ticket, of: request.room, 1) }
    }

    /// Removes the reports received so far.
    func clear() {
        state.withLock { $0.reports = [] }
    }

    func shut() {
        state.withLock { $0.isShut = true }
    }

    func nextTicket() -> Int64 {
        state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
    }

    /// Waits until `result` returns a value for the reports.
    func wait<Result>(for what: String, _ result: ([LogReport]) -> Result?) throws -> Result {
        let deadline = DispatchTime.now() + Self.limit
        while true {
            while arrivals.wait(timeout: .now()) == .success {}
            let reports = reports
            if let result = result(reports) { return result }
            if arrivals.wait(timeout: deadline) == .timedOut {
                throw TimedOut(what: what, reports: reports)
            }
        }
    }

    /// The violations of the contract.
    var faults: [String] {
        let answers = unansweredAtLast
        let (reports, invalidDeliveries) = state.withLock { ($0.reports, $0.invalidDeliveries) }
        let rooms = Set(reports.map(\.room))
        return invalidDeliveries + answers
            + rooms.flatMap { FollowedRoom.openings(of: $0, in: reports).flatMap(\.faults) }
    }

    /// Waits until every request has its answer. Returns those that have none, and those that have several.
    private var unansweredAtLast: [String] {
        _ = try? wait(for: "all answers") { _ in
            state.withLock { $0.isShut || $0.unanswered.isEmpty } ? true : nil
        }
        return state.withLock { state in
            state.isShut
                ? []
                : state.unanswered.map { ticket, count in
                    "\(ticket.room.text), ticket \(ticket.number): \(count) requests without an answer"
                }
        }
    }
}

extension Inbox.State {
    fileprivate mutating func count(_ ticket: Int64?, of room: RoomName, _ change: Int) {
        guard let ticket else { return }
        let key = Inbox.Ticket(room: room, number: ticket)
        let count = (unanswered[key] ?? 0) + change
        unanswered[key] = count == 0 ? nil : count
    }
}

extension LogReport {
    /// `done`, or `refused unavailable`
    fileprivate var kind: String {
        switch self {
        case .refused(_, _, let failure): "refused \(failure)"
        case .failed(_, let failure): "failed \(failure)"
        default: String(describing: self).prefix { $0 != "(" }.description
        }
    }
}
