import CalculatorEngine
import SharedRoom

extension Lesson {
    /// A question as the class saw it last, without answers that were never revealed.
    struct Question: Equatable, Sendable {
        /// The answers with one result: the largest group first.
        struct Group: Equatable, Sendable {
            let result: [UInt8]
            let answers: [Answer]
        }

        struct Answer: Equatable, Sendable {
            let keys: [CalculatorEngine.Key]
            /// Nil if names were hidden.
            let author: Author?
        }

        struct Author: Equatable, Sendable {
            let number: UInt32
            let name: [UInt8]
        }

        /// The event that asked the question.
        let sequence: Int64
        /// Nil if that event is older than the page of the log.
        let time: Int64?
        let text: [UInt8]
        let keypad: Keypad
        let answerCount: Int
        let groups: [Group]

        /// The question of a room; nil if there is none.
        init?(of room: Room, askedAt time: Int64?) {
            guard let question = room.question else { return nil }
            sequence = question.number
            self.time = time
            text = question.text.bytes
            keypad = question.keypad
            let groups = room.answerGroups
            answerCount = groups.reduce(0) { $0 + $1.participants.count }
            let showsNames = question.stage == .revealedWithNames
            self.groups =
                question.isRevealed ? groups.map { Group($0, showsNames: showsNames) } : []
        }
    }
}

extension Lesson.Question.Group {
    /// Without names the order of the participants is hidden, too.
    fileprivate init(_ group: Room.AnswerGroup, showsNames: Bool) {
        let answers = group.participants.map { person in
            Lesson.Question.Answer(
                keys: person.answer?.keys ?? [],
                author: showsNames
                    ? Lesson.Question.Author(number: person.number, name: person.name.bytes) : nil)
        }
        result = group.result
        self.answers =
            showsNames
            ? answers
            : answers.sorted { $0.keys.map(\.code).lexicographicallyPrecedes($1.keys.map(\.code)) }
    }
}
