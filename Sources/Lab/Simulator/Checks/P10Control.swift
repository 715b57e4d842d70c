import SharedRoom

/// P10: the room's own rules decide who may press. A hand-made frame has no more effect than the
/// page's buttons.
extension PromiseChecker {
    /// Fails because no client sent the action of this event.
    func failUnsent(_ event: Event, _ record: RoomRecord) {
        fail(.control, in: record.name, "nobody sent \(event)")
    }
}

extension RoomRecord {
    /// Compares the verdict on an event with the referee's ruling.
    func checkControl(_ event: Event, _ verdict: Verdict, _ ruling: Referee.Ruling) -> Failure? {
        let isRight =
            switch (ruling, verdict) {
            case (.void(let expected), .void(let reason)): expected == reason
            case (.applied, .applied), (.permitted, .applied): true
            case (.permitted, .void(let reason)): Self.contentReasons.contains(reason)
            case (.applied, .void), (.void, .applied): false
            }
        if isRight { return nil }
        return failure(.control, "\(event) has the verdict \(verdict) instead of \(ruling)")
    }

    /// Reasons that concern an action's content, not its author's permissions.
    private static let contentReasons: [VoidReason] = [
        .step, .nobody, .name, .line, .link, .bill, .full, .work,
    ]
}
