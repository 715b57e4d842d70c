import CalculatorEngine
import ExactNumbers

/// A question that a host asked. Everybody works it out on a private calculator and hands in an answer.
public struct Question: Equatable, Sendable {
    /// The raw values are part of the binary form.
    public enum Stage: UInt8, Sendable {
        /// Answers can be handed in.
        case open = 1
        /// Answers are complete, and only hosts are shown them.
        case closed
        /// Everybody is shown the answers, without names.
        case revealed
        case revealedWithNames
    }

    /// The sequence number of the event that asked it.
    public let number: Int64
    public let text: QuestionText
    public let keypad: Keypad
    public let angleUnit: AngleUnit
    public internal(set) var stage = Stage.open

    public var isRevealed: Bool { stage.rawValue >= Stage.revealed.rawValue }

    /// The private calculator after these keys; nil if they need more work than is left. `outcome` has the last
    /// calculation.
    func calculator(
        after keys: [Key], _ work: inout Work
    ) -> (calculator: Calculator, outcome: KeyOutcome)? {
        var calculator = Calculator(keypad)
        calculator.press(.angle(angleUnit), &work)
        return calculator.replay(keys, &work).map { (calculator, $0) }
    }
}

/// A participant's answer: the keys, and the result, which is compared.
public struct Answer: Equatable, Sendable {
    /// The number of keys, their codes, and the result: the form in snapshots.
    fileprivate let encoded: [UInt8]

    init(keys: [Key], result: [UInt8]) {
        var encoded = [UInt8(keys.count)]
        for key in keys { encoded.append(key.code) }
        self.encoded = encoded + result
    }

    public var keys: [Key] {
        var keys: [Key] = []
        for code in encoded[1..<resultStart] {
            if let key = Key(code: code) { keys.append(key) }
        }
        return keys
    }

    /// Canonical text with 32 digits, or `error:NAME`. The error of an unfinished expression is `syntax`.
    public var result: [UInt8] { Array(encoded[resultStart...]) }

    private var resultStart: Int { 1 + Int(encoded[0]) }
}

/// Asking and answering.
extension Room {
    mutating func ask(_ asking: Asking) -> VoidReason? {
        guard question == nil else { return .question }
        question = Question(
            number: sequence, text: asking.text, keypad: asking.keypad,
            angleUnit: calculator.angleUnit)
        return nil
    }

    mutating func answer(
        _ answering: Answering, by author: UInt32, _ work: inout Work
    ) -> VoidReason? {
        guard let question = question(answering.question), question.stage == .open else {
            return .question
        }
        guard let worked = question.calculator(after: answering.keys, &work) else { return .work }
        let result = worked.calculator.answerText(&work)
        if work.isExhausted { return .work }
        let answer = Answer(keys: answering.keys, result: result)
        let others = answersByteCount - (people[author]?.answerForm.count ?? 0)
        guard others + answer.encoded.count <= RoomLimits.answersBytesMax else { return .full }
        people.change(author) { $0.answerForm = answer.encoded }
        return nil
    }

    /// The question if it has this number.
    private func question(_ number: Int64) -> Question? {
        question?.number == number ? question : nil
    }

    /// The size of all answers in a snapshot, without a byte each for their length.
    public var answersByteCount: Int {
        var count = 0
        for person in people.all { count += person.answerForm.count }
        return count
    }
}

/// The stages after the answers.
extension Room {
    /// Closes an open question, or reveals one that is not open, with names or without.
    mutating func advance(_ number: Int64, to stage: Question.Stage) -> VoidReason? {
        guard let question = question(number), (question.stage == .open) == (stage == .closed)
        else { return .question }
        self.question?.stage = stage
        return nil
    }

    mutating func endQuestion(_ number: Int64) -> VoidReason? {
        guard question(number) != nil else { return .question }
        discardQuestion()
        return nil
    }

    mutating func discardQuestion() {
        question = nil
        people.changeAll { $0.answerForm = [] }
    }

    /// Shows the calculator that led to the answer, with the memory of the shared one. Nobody is the author of
    /// the line if names are hidden.
    mutating func showAnswer(
        of participant: UInt32, to number: Int64, by signature: Signature, _ work: inout Work
    ) -> VoidReason? {
        guard let question = question(number), question.isRevealed else { return .question }
        guard let answer = people[participant]?.answer else { return .nobody }
        // The keys needed no more work when the answer was handed in.
        guard var shown = question.calculator(after: answer.keys, &work) else { return .work }
        shown.calculator.takeMemory(of: calculator)
        calculator = shown.calculator
        recordStep(
            shown.outcome.calculation, by: signature,
            author: question.stage == .revealedWithNames ? participant : 0)
        return nil
    }
}

/// The binary form.
extension Room {
    var encodedQuestion: [UInt8] {
        var writer = ByteWriter(capacity: 16)
        if let question {
            writer.append(question.stage.rawValue | question.angleUnit.rawValue << 4)
            writer.append(number: UInt64(question.number))
            writer.append(question.keypad.rawValue)
            writer.append(counted: question.text.bytes)
        } else {
            writer.append(0)
        }
        return writer.bytes
    }
}

extension Question {
    /// Nil if the room has no question.
    init?(from reader: inout ByteReader) throws(BinaryDecodingError) {
        let code = try reader.byte()
        if code == 0 { return nil }
        let number = try reader.count64()
        guard let stage = Stage(rawValue: code & 15),
            let angleUnit = AngleUnit(rawValue: code >> 4),
            let keypad = Keypad(rawValue: try reader.byte())
        else { throw .invalid }
        let text = QuestionText(checked: try reader.line(RoomLimits.questionCharactersMax))
        self.init(number: number, text: text, keypad: keypad, angleUnit: angleUnit, stage: stage)
    }
}

extension Participant {
    /// The answer to the room's question.
    public var answer: Answer? {
        answerForm.isEmpty ? nil : Answer(checked: answerForm)
    }
}

extension Answer {
    fileprivate init(checked form: [UInt8]) {
        encoded = form
    }

    /// True if the bytes encode an answer, or none.
    static func isValid(_ form: [UInt8]) -> Bool {
        guard let first = form.first else { return true }
        let count = Int(first)
        guard 1...RoomLimits.answerKeysMax ~= count, form.count > 1 + count else { return false }
        for index in 1..<form.count {
            let byte = form[index]
            if index > count ? byte < 0x20 || byte > 0x7E : Key(code: byte) == nil { return false }
        }
        return true
    }
}
