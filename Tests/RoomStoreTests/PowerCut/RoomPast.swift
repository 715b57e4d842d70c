import SharedRoom

/// What a store was asked about a room by its only writer, and what it has said of that. From it
/// follows what may be kept when the store ends at any moment: what was told, and of the rest a
/// beginning, since it is done in the order of asking.
struct RoomPast {
    /// What nobody has been told of, in the order of asking.
    private var waiting: [LogRequest] = []
    private var told = Life()
    /// Those that were told, and the one that may have begun.
    private var formerLives: [Life] = []
    private(set) var faults: [String] = []

    /// From the first event to a forgetting.
    struct Life: Equatable {
        var epoch: UInt64?
        var actions: [Action] = []
        /// The events that were told; what was not told has no time yet.
        var events: [Event] = []
    }

    /// A closing changes nothing that may be stored.
    static let closingTicket: Int64 = -1

    mutating func ask(_ request: LogRequest) {
        if case .close = request { return }
        waiting.append(request)
    }

    var isSettled: Bool { waiting.isEmpty }

    mutating func hear(_ report: LogReport) {
        switch report {
        case .opened(_, _, let opened): hear(opened)
        case .events(_, let events): hear(events)
        case .refused(_, Self.closingTicket, _): break
        case .refused(_, let ticket, _):
            guard waiting.first?.ticket == ticket else { return fault("refused out of turn") }
            waiting.removeFirst()
        case .forgotten:
            guard case .forget = waiting.first else { return fault("forgotten out of turn") }
            waiting.removeFirst()
            formerLives.append(told)
            told = Life()
        case .replaced, .failed: fault("not asked for")
        case .done, .head, .presence: break
        }
    }

    private mutating func hear(_ opened: OpenedRoom) {
        guard case .open = waiting.first else { return fault("opened out of turn") }
        waiting.removeFirst()
        if told.actions.isEmpty { told.epoch = opened.epoch }
        if told.epoch != opened.epoch { fault("another epoch") }
        let head = opened.events.last?.sequence ?? RoomSummary(form: opened.snapshot).sequence
        if head != told.actions.count { fault("opened at \(head)") }
    }

    private mutating func hear(_ events: [Event]) {
        guard case .append(_, let drafts, _) = waiting.first, drafts == events.map(\.draft) else {
            return fault("events out of turn")
        }
        waiting.removeFirst()
        told.actions += drafts.map(\.action)
        told.events += events
    }

    private mutating func fault(_ text: String) {
        faults.append("\(text); waiting for \(waiting.first.map { "\($0)" } ?? "nothing")")
    }

    /// What may be there, after the store has ended without a word. It may also have refused some of
    /// what waits, on a disk that fails.
    private var possible: [Life] {
        var lives = [told]
        for request in waiting {
            switch request {
            case .append(_, let drafts, _):
                lives += lives.map { life in
                    var life = life
                    life.actions += drafts.map(\.action)
                    return life
                }
            case .forget: lives.append(Life())
            case .open, .head, .announce, .close: continue
            }
        }
        return lives
    }

    /// What is there now, in which nothing may be missing that was told; it is the past from now on.
    mutating func resume(_ epoch: UInt64, _ events: [Event], vouches: Bool) {
        let actions = events.map(\.action)
        let isPossible =
            vouches
            ? possible.contains { $0.actions == actions && isLike($0, epoch, events) }
            : (formerLives + possible).contains { $0.actions.starts(with: actions) }
        if !isPossible {
            faults.append(
                """
                \(told.actions.count) events were told of epoch \(told.epoch ?? 0), \(actions.count) \
                are there of epoch \(epoch), \(actions.suffix(3)), waiting: \(waiting)
                """)
        }
        if !vouches, (formerLives + possible).contains(where: { $0.epoch == epoch }) {
            faults.append("an epoch comes back")
        }
        if told.actions.count > actions.count || told.epoch != epoch { formerLives.append(told) }
        waiting = []
        told = Life(epoch: epoch, actions: actions, events: events)
    }

    private func isLike(_ life: Life, _ epoch: UInt64, _ events: [Event]) -> Bool {
        if formerLives.contains(where: { $0.epoch == epoch }) { return false }
        // A room without events may have another one whenever it was closed.
        if !life.events.isEmpty, life.epoch != epoch { return false }
        return events.starts(with: life.events)
    }
}
