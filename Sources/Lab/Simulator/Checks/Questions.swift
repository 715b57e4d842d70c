import RoomClient
import SharedRoom

/// The checks of questions: everybody has one answer, and nobody is shown it too early (P10).
extension RoomRecord {
    /// Compares the question and its answers with those that follow from the verdicts.
    func checkQuestion(after event: Event) -> Failure? {
        guard referee.question != Referee.Question(in: room) else { return nil }
        return failure(.agree, "the question or its answers are wrong after \(event)")
    }

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
