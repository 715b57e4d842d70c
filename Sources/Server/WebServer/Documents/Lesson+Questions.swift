public import CalculatorEngine
import SharedRoom

extension Lesson {
    /// A question as the class saw it last, without answers that were never revealed.
    public struct Question: Equatable, Sendable {
        /// The answers with one result: the largest group first.
        public struct Group: Equatable, Sendable {
            public let result: [UInt8]
            public let answers: [Answer]
        }

        public struct Answer: Equatable, Sendable {
            public let keys: [CalculatorEngine.Key]
            /// Nil if names were hidden.
            public let author: Author?
        }

        public struct Author: Equatable, Sendable {
            public let number: UInt32
            public let name: [UInt8]
        }

        /// The event that asked the question.
        public let sequence: Int64
        /// Nil if that event is older than the page of the log.
        public let time: Int64?
        public let text: [UInt8]
        public let keypad: Keypad
        public let answerCount: Int
        public let groups: [Group]

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
