import CalculatorEngine
import ExactNumbers
import SharedRoom

/// The question in the view.
extension ReplicaView {
    public enum AnswerVisibility {
        case hidden
        case withoutName
        case withName
    }

    /// The part of a participant's answer that leaves the replica. Hosts see all answers; others see their own,
    /// and all of them once they are revealed.
    public func visibility(ofAnswerBy number: UInt32) -> AnswerVisibility {
        guard let question, number != you, !isHost else { return .withName }
        switch question.stage {
        case .open, .closed: return .hidden
        case .revealed: return .withoutName
        case .revealedWithNames: return .withName
        }
    }

    /// Writes an empty object for each hidden answer.
    func writeQuestion(to writer: inout JSONWriter) {
        guard let question else { return writer.memberNull("question") }
        writer.beginObject("question")
        writer.member("question", question.number)
        writer.member("text", question.text.bytes)
        writer.member("keypad", question.keypad.name)
        writer.member("radians", question.angleUnit == .radians)
        writer.member("stage", Int64(question.stage.rawValue))
        writer.member("pending", isAnswerPending)
        var waiting: Int64 = 0
        writer.beginList("answers")
        for person in people {
            if let answer = person.answer {
                write(answer, by: person.number, to: &writer)
            } else if !person.isHost, isPresent(person.number) {
                waiting += 1
            }
        }
        writer.endList()
        writer.member("waiting", waiting)
        writer.endObject()
    }

    private func write(_ answer: Answer, by number: UInt32, to writer: inout JSONWriter) {
        writer.beginObject()
        let visibility = visibility(ofAnswerBy: number)
        if visibility == .withName { writer.member("who", number) }
        if visibility != .hidden {
            writer.member("keys", answer.keys)
            writer.member("result", answer.result)
        }
        writer.endObject()
    }
}
