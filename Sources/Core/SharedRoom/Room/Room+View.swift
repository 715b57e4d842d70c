import CalculatorEngine
import ExactNumbers

/// The view for clients without an engine, computed on demand. The protocol describes its members.
extension Room {
    public var view: RoomView {
        var work = Work(limit: EngineLimits.stepsMax)
        return view(&work)
    }

    public func view(_ work: inout Work) -> RoomView {
        let display = calculator.display(&work)
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("display", display.main.text)
        writer.member("expression", display.expression)
        writer.member("keypad", display.keypad.name)
        if let form = display.form { writer.member(form) }
        if isLocked { writer.member("locked", true) }
        if status == .closed { writer.member("closed", true) }
        writeQuestion(to: &writer)
        writer.endObject()
        return RoomView(json: writer.bytes)
    }

    /// Writes the member `question` if there is a question, without answers that are not revealed, and without
    /// names.
    public func writeQuestion(to writer: inout JSONWriter) {
        guard let question else { return }
        writer.beginObject("question")
        writer.member("question", question.number)
        if question.text != .none { writer.member("text", question.text.bytes) }
        writer.member("keypad", question.keypad.name)
        if question.angleUnit == .radians { writer.member("radians", true) }
        writer.member("state", question.stage.name)
        writer.member("answers", Int64(answerCount))
        if question.isRevealed { writeGroups(to: &writer) }
        writer.endObject()
    }

    fileprivate var answerCount: Int { people.all.count { $0.answer != nil } }

    private func writeGroups(to writer: inout JSONWriter) {
        writer.beginList("groups")
        for group in answerGroups.prefix(RoomLimits.groupsInViewMax) {
            writer.beginObject()
            writer.member("result", group.result)
            writer.member("answers", Int64(group.participants.count))
            writer.endObject()
        }
        writer.endList()
    }
}

/// The state that a view shows. Two views of equal states are equal.
public struct ViewState: Equatable, Sendable {
    private let calculator: [UInt8]
    private let isLocked: Bool
    private let status: Room.Status
    private let question: Question?
    /// While answers are shown, none is added or changed.
    private let answerCount: Int

    public init(of room: Room) {
        calculator = room.encodedCalculator
        isLocked = room.isLocked
        status = room.status
        question = room.question
        answerCount = question == nil ? 0 : room.answerCount
    }
}

extension Question.Stage {
    /// `open`
    public var name: StaticString {
        switch self {
        case .open: "open"
        case .closed: "closed"
        case .revealed, .revealedWithNames: "revealed"
        }
    }
}

extension Room {
    /// The participants with equal answers, in their order.
    public struct AnswerGroup: Equatable, Sendable {
        public let result: [UInt8]
        public fileprivate(set) var participants: [Participant]
    }

    /// The answers grouped by result: the largest group first, and of equal ones that with the earliest
    /// participant.
    public var answerGroups: [AnswerGroup] {
        var answers: [(result: [UInt8], person: Participant)] = []
        for person in people.all {
            if let answer = person.answer { answers.append((answer.result, person)) }
        }
        answers.sort {
            $0.result == $1.result
                ? $0.person.number < $1.person.number
                : $0.result.lexicographicallyPrecedes($1.result)
        }
        var groups: [AnswerGroup] = []
        for (result, person) in answers {
            if groups.last?.result != result {
                groups.append(AnswerGroup(result: result, participants: []))
            }
            groups[groups.count - 1].participants.append(person)
        }
        groups.sort { $0.precedes($1) }
        return groups
    }
}

extension Room.AnswerGroup {
    fileprivate func precedes(_ other: Room.AnswerGroup) -> Bool {
        participants.count == other.participants.count
            ? participants[0].number < other.participants[0].number
            : participants.count > other.participants.count
    }
}
