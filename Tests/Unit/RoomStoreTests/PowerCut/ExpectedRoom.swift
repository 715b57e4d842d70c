import SharedRoom

/// The contents that a room may have after its store ended at any moment, computed from the requests of its only edge
/// and the reports. All reported events must be stored. Because requests are executed in order, the effect of any
/// number of the first unanswered ones may be stored too.
struct ExpectedRoom {
    /// The requests without an answer, in order.
    private var unanswered: [LogRequest] = []
    private var reported = Contents()
    /// Contents that were forgotten or lost.
    private var former: [Contents] = []
    private(set) var faults: [String] = []

    struct Contents: Equatable {
        var epoch: UInt64?
        /// Including those that may be stored without having been reported.
        var actions: [Action] = []
        /// The reported events.
        var events: [Event] = []
    }

    /// The ticket of each `close`. It changes nothing that is stored, so its answer is ignored.
    static let closingTicket: Int64 = -1

    var isSettled: Bool { unanswered.isEmpty }

    mutating func note(_ request: LogRequest) {
        if case .close = request { return }
        unanswered.append(request)
    }

    mutating func handle(_ report: LogReport) {
        switch report {
        case .opened(_, _, let opened): handle(opened)
        case .events(_, let events): handle(events)
        case .refused(_, Self.closingTicket, _): break
        case .refused(_, let ticket, _):
            guard unanswered.first?.ticket == ticket else { return fault("refused out of order") }
            unanswered.removeFirst()
        case .forgotten:
            guard case .forget = unanswered.first else { return fault("forgotten out of order") }
            unanswered.removeFirst()
            former.append(reported)
            reported = Contents()
        case .replaced, .failed: fault("unexpected report")
        case .done, .head, .presence: break
        }
    }

    private mutating func handle(_ opened: OpenedRoom) {
        guard case .open = unanswered.first else { return fault("opened out of order") }
        unanswered.removeFirst()
        if reported.actions.isEmpty { reported.epoch = opened.epoch }
        if reported.epoch != opened.epoch { fault("the epoch changed") }
        if opened.head != reported.actions.count { fault("opened at \(opened.head)") }
    }

    private mutating func handle(_ events: [Event]) {
        guard case .append(_, let drafts, _) = unanswered.first, drafts == events.map(\.draft)
        else { return fault("events out of order") }
        unanswered.removeFirst()
        reported.actions += drafts.map(\.action)
        reported.events += events
    }

    private mutating func fault(_ text: String) {
        let next = unanswered.first.map { "\($0)" } ?? "nothing"
        faults.append("\(text), while waiting for \(next)")
    }

    private var possible: [Contents] {
        var possible = [reported]
        for request in unanswered {
            switch request {
            case .append(_, let drafts, _):
                var contents = possible[possible.count - 1]
                contents.actions += drafts.map(\.action)
                possible.append(contents)
            case .forget: possible.append(Contents())
            case .open, .head, .announce, .close: continue
            }
        }
        return possible
    }

    /// Checks the contents after the store was opened again, and continues with them.
    ///
    /// - Parameter isDurable: True if no reported event may be missing. Otherwise, the room has a prefix of its events
    ///   and a new epoch.
    mutating func restart(_ epoch: UInt64, _ events: [Event], isDurable: Bool) {
        let actions = events.map(\.action)
        let isPossible =
            isDurable
            ? possible.contains { $0.actions == actions && agrees($0, epoch, events) }
            : (former + possible).contains { $0.actions.starts(with: actions) }
        if !isPossible {
            faults.append(
                """
                \(reported.actions.count) events of epoch \(reported.epoch ?? 0) were reported, \
                \(actions.count) of epoch \(epoch) are stored: \(actions.suffix(3)), \
                unanswered: \(unanswered)
                """)
        }
        if !isDurable, (former + possible).contains(where: { $0.epoch == epoch }) {
            faults.append("an earlier epoch is used again")
        }
        if reported.actions.count > actions.count || reported.epoch != epoch {
            former.append(reported)
        }
        unanswered = []
        reported = Contents(epoch: epoch, actions: actions, events: events)
    }

    private func agrees(_ contents: Contents, _ epoch: UInt64, _ events: [Event]) -> Bool {
        if former.contains(where: { $0.epoch == epoch }) { return false }
        // A room without events may get a new epoch whenever it is closed.
        if !contents.events.isEmpty, contents.epoch != epoch { return false }
        return events.starts(with: contents.events)
    }
}
