import SharedRoom

/// P10: who may press is decided by the room's own rules; a crafted frame gets no further than the
/// page's buttons do.
extension Checks {
    /// What stands in the log was sent by somebody.
    func checkControl(unsent event: Event, _ record: RoomRecord) {
        fail(.control, in: record.name, "nobody sent \(event)")
    }
}

extension RoomRecord {
    /// What came of an event is what the referee says.
    func checkControl(_ event: Event, _ verdict: Verdict, _ ruling: Referee.Ruling) -> Failure? {
        let isRight =
            switch (ruling, verdict) {
            case (.void(let expected), .void(let reason)): expected == reason
            case (.taken, .taken), (.allowed, .taken): true
            case (.allowed, .void(let reason)): Self.contentReasons.contains(reason)
            case (.taken, .void), (.void, .taken): false
            }
        if isRight { return nil }
        return failure(.control, "\(event) came out as \(verdict), not \(ruling)")
    }

    /// About what an action means, not about who does it.
    private static let contentReasons: [VoidReason] = [
        .step, .nobody, .name, .line, .link, .bill, .full,
    ]
}
