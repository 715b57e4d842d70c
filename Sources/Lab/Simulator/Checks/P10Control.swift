import RoomClient
import SharedRoom

/// P10: the room's own rules decide who may press. A hand-made frame has no more effect than the
/// page's buttons. Everybody has one answer to a question, and nobody is shown it too early.
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

    /// Compares the question and its answers with those that follow from the verdicts.
    func checkQuestion(after event: Event) -> Failure? {
        guard referee.question != Referee.Question(in: room) else { return nil }
        return failure(.agree, "the question or its answers are wrong after \(event)")
    }

    /// Reasons that concern an action's content, not its author's permissions.
    private static let contentReasons: [VoidReason] = [
        .step, .nobody, .name, .line, .link, .bill, .full, .work,
    ]
}

extension PromiseChecker {
    /// Checks what a page shows of the answers, once its room has the last event.
    func checkAnswersShown(by client: ClientHost, _ record: RoomRecord) {
        guard let question = record.referee.question,
            client.replica.confirmed?.sequence == record.head, client.replica.pendingCount == 0
        else { return }
        for number in question.answers.keys {
            let shown = world.canary.answerVisibility(of: number, on: client.replica.view)
            let allowed = allowedVisibility(of: number, question, at: client, record)
            if shown != allowed {
                fail(
                    .control, in: record.name,
                    "\(client) shows the answer of \(number) \(shown) instead of \(allowed)")
            }
        }
    }

    private func allowedVisibility(
        of number: UInt32, _ question: Referee.Question, at client: ClientHost, _ record: RoomRecord
    ) -> ReplicaView.AnswerVisibility {
        if let you = client.replica.you, you == number || record.referee.isHost(you) {
            return .withName
        }
        return switch question.stage {
        case .open, .closed: .hidden
        case .revealed: .withoutName
        case .revealedWithNames: .withName
        }
    }
}
