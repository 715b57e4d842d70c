import CalculatorEngine
import ExactNumbers
import Testing

@testable import SharedRoom

/// The verdict on every action in every state: one row per action, one column per state. In every state
/// but `none` participant 3 has answered.
private let verdicts = """
    host           none     open     closed   revealed named    locked   shut
    ask            applied  question question question question question closed
    answer         host     host     host     host     host     host     closed
    closeQuestion  question applied  question question question applied  closed
    reveal         question question applied  applied  applied  question closed
    revealNames    question question applied  applied  applied  question closed
    endQuestion    question applied  applied  applied  applied  applied  closed
    showAnswer     question question question applied  applied  question closed
    showNobody     question question question nobody   nobody   question closed
    answerEarlier  host     host     host     host     host     host     closed
    closeEarlier   question question question question question question closed
    revealEarlier  question question question question question question closed
    endEarlier     question question question question question question closed
    showEarlier    question question question question question question closed

    member         none     open     closed   revealed named    locked   shut
    ask            host     host     host     host     host     host     closed
    answer         question applied  question question question applied  closed
    closeQuestion  host     host     host     host     host     host     closed
    reveal         host     host     host     host     host     host     closed
    revealNames    host     host     host     host     host     host     closed
    endQuestion    host     host     host     host     host     host     closed
    showAnswer     host     host     host     host     host     host     closed
    answerEarlier  question question question question question question closed
    """

@Test(arguments: verdicts.split(separator: "\n\n").map(String.init))
func `the verdict on a question is right for every action and state`(table: String) {
    let rows = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let author: UInt32 = rows[0][0] == "host" ? 1 : 2
    for row in rows.dropFirst() {
        for (state, expected) in zip(rows[0], row).dropFirst() {
            var classroom = Classroom(state)
            let verdict = classroom.script.act(classroom.action(row[0]), by: author)
            let name = if case .void(let reason) = verdict { "\(reason.name)" } else { "applied" }
            #expect(name == expected, "\(row[0]) by \(rows[0][0]) while \(state)")
        }
    }
}

/// A room with a host (1) and three others, after an earlier question was asked and ended.
private struct Classroom {
    var script = RoomScript(.standard, people: 4)
    let earlier: Int64

    init(_ state: String = "open", on keypad: Keypad = .simple) {
        script.ask("1 + 1?")
        earlier = script.question
        script.act(.endQuestion(earlier))
        if state == "none" { return }
        script.ask("2 + 3?", on: keypad)
        script.answer("2 + 3 =", by: 3)
        switch state {
        case "closed": script.act(.closeQuestion(script.question))
        case "revealed", "named":
            script.act(.closeQuestion(script.question))
            script.act(.reveal(script.question, names: state == "named"))
        case "locked": script.act(.lock(true))
        case "shut": script.act(.close)
        default: #expect(state == "open")
        }
    }

    func action(_ name: String) -> Action {
        let asked = name.hasSuffix("Earlier") ? earlier : script.question
        switch name {
        case "ask": return .ask(Asking(.none, on: .simple))
        case "answer", "answerEarlier": return .answer(Answering(asked, keys: [.digit(.one)]))
        case "closeQuestion", "closeEarlier": return .closeQuestion(asked)
        case "reveal", "revealEarlier": return .reveal(asked, names: false)
        case "revealNames": return .reveal(asked, names: true)
        case "endQuestion", "endEarlier": return .endQuestion(asked)
        case "showAnswer", "showEarlier": return .showAnswer(asked, of: 3)
        case "showNobody": return .showAnswer(asked, of: 4)
        default: preconditionFailure(name)
        }
    }
}

extension RoomScript {
    /// The number of the question, or of an event that asked none.
    fileprivate var question: Int64 { room.question?.number ?? 1 }

    @discardableResult
    fileprivate mutating func ask(_ text: String, on keypad: Keypad = .simple) -> Verdict {
        act(.ask(Asking(QuestionText(Array(text.utf8)) ?? .none, on: keypad)))
    }

    @discardableResult
    fileprivate mutating func answer(
        _ keys: String, by author: UInt32, pen: UInt32 = 0
    ) -> Verdict {
        let keys = keys.split(separator: " ").compactMap { Key(named: Array($0.utf8)) }
        return act(.answer(Answering(question, keys: keys)), by: author, pen: pen)
    }

    fileprivate func result(of number: UInt32) -> String? {
        room.people[number]?.answer.map { String(decoding: $0.result, as: UTF8.self) }
    }

    fileprivate var lineAuthors: [UInt32] {
        (0..<room.tape.lines.count).map { room.tape.lines[$0].author }
    }
}

@Test(arguments: [
    (Keypad.simple, "2 + 3 * 4 =", "20"), (.formula, "2 + 3 * 4 =", "14"),
    (.formula, "1 / 3 =", "0.33333333333333333333333333333333"), (.tip, "1 / 8 =", "0.125"),
    (.scientific, "sin 3 0", "0.5"), (.standard, "7", "7"), (.chain, "7 .", "7"),
    (.simple, "1 / 0 =", "error:divisionByZero"), (.tip, "1 / 0 =", "error:divisionByZero"),
    (.simple, "2 +", "error:syntax"), (.formula, "2 +", "error:syntax"),
    (.formula, "2 + =", "error:syntax"), (.scientific, "2 + =", "error:syntax"),
    (.scientific, "( 2", "2"), (.simple, "MC", "error:syntax"), (.simple, "5 C", "error:syntax"),
    (.scientific, "1 / 4 = form", "0.25"), (.simple, "1 0 0 0 * = = = = = = = = = = = =", "1e+39"),
])
func `an answer is the result with 32 digits, or the error`(
    keypad: Keypad, keys: String, result: String
) {
    var script = RoomScript(people: 2)
    script.ask("", on: keypad)
    #expect(script.answer(keys, by: 2) == .applied)
    #expect(script.result(of: 2) == result)
}

@Test func `an answer is computed with the angle unit that the class used`() {
    var script = RoomScript(.scientific, people: 2)
    script.press("rad")
    script.ask("", on: .scientific)
    script.press("deg")
    script.answer("sin pi =", by: 2)
    #expect(script.result(of: 2) == "0")
}

@Test func `an answer does not use the shared memory`() {
    var script = RoomScript(people: 2)
    script.press("7 M+")
    script.ask("", on: .standard)
    script.answer("MR + 1 =", by: 2)
    #expect(script.result(of: 2) == "1")
    #expect(script.display == "7")
}

@Test func `the last answer from any device of a person counts`() {
    var script = RoomScript(people: 2)
    script.enter(2, pen: 9)
    script.ask("")
    script.answer("1", by: 2)
    script.answer("2", by: 2, pen: 1)
    #expect(script.result(of: 2) == "2")
    let late = script.log.last
    script.answer("3", by: 2)
    #expect(script.result(of: 2) == "3")
    #expect(late.map { script.append($0.draft).verdict } == .void(.again))
    #expect(script.result(of: 2) == "3")
}

@Test func `an answer of too much work is void and keeps the earlier answer`() {
    var script = RoomScript(people: 2)
    script.ask("", on: .scientific)
    script.answer("1", by: 2)
    let much = Array(repeating: "3 2 4 8 fact =", count: 3).joined(separator: " ")
    #expect(script.answer(much, by: 2) == .void(.work))
    #expect(script.result(of: 2) == "1")
}

@Test func `removing a participant deletes the answer, and other changes keep it`() {
    var classroom = Classroom()
    classroom.script.act(.host(2))
    #expect(classroom.script.result(of: 3) == "5")
    classroom.script.act(.host(3), by: 2)
    #expect(classroom.script.result(of: 3) == "5")
    #expect(classroom.script.answer("6", by: 3) == .void(.host))
    classroom.script.act(.close, by: 3)
    classroom.script.act(.open, by: 3)
    #expect(classroom.script.result(of: 3) == "5")
    classroom.script.answer("7", by: 4)
    classroom.script.act(.remove(4), by: 3)
    classroom.script.enter(4, pen: 8)
    #expect(
        classroom.script.room.people.all.map { $0.answer != nil } == [false, false, true, false])
}

@Test func `starting over ends the question`() {
    var classroom = Classroom("revealed")
    classroom.script.act(.host(3))
    classroom.script.act(.startOver, by: 3)
    #expect(classroom.script.room.question == nil)
    #expect(classroom.script.room.people.all.map(\.answer) == [nil])
    #expect(classroom.script.ask("again") == .void(.stranger))
}

@Test func `ending the question deletes the answers`() {
    var classroom = Classroom("named")
    classroom.script.act(.endQuestion(classroom.script.question))
    #expect(classroom.script.room.people.all.allSatisfy { $0.answer == nil })
    classroom.script.ask("next")
    #expect(classroom.script.room.people.all.allSatisfy { $0.answer == nil })
}

@Test func `an answer is shown as one step of the host, which keeps the memory`() {
    var classroom = Classroom("named", on: .formula)
    classroom.script.press("7 M+ 1 + 1 = 4")
    let show = Action.showAnswer(classroom.script.question, of: 3)
    #expect(classroom.script.act(show) == .applied)
    #expect(classroom.script.room.calculator.keypad == .formula)
    #expect(classroom.script.display == "5")
    #expect(classroom.script.tape == ["1 + 1 = 2", "2 + 3 = 5"])
    #expect(classroom.script.lineAuthors == [1, 3])
    #expect(classroom.script.room.history.last?.signature.author == 1)
    classroom.script.act(.keypad(.standard))
    classroom.script.press("MR")
    #expect(classroom.script.display == "7")
    for _ in 0..<3 { classroom.script.undo() }
    #expect(classroom.script.room.calculator.keypad == .standard)
    #expect(classroom.script.display == "4")
}

@Test func `with hidden names the line of a shown answer belongs to nobody for good`() throws {
    var classroom = Classroom("revealed")
    classroom.script.act(.showAnswer(classroom.script.question, of: 3))
    classroom.script.act(.reveal(classroom.script.question, names: true))
    #expect(classroom.script.lineAuthors == [0])
    let again = try Room(decoding: classroom.script.room.snapshot)
    #expect(again == classroom.script.room)
}

@Test func `only the last calculation of a shown answer is written`() {
    var classroom = Classroom("open")
    classroom.script.answer("1 + 1 = + 3 = C 2 * 4 = 7", by: 2)
    classroom.script.act(.closeQuestion(classroom.script.question))
    classroom.script.act(.reveal(classroom.script.question, names: false))
    classroom.script.act(.showAnswer(classroom.script.question, of: 2))
    #expect(classroom.script.tape == ["2 × 4 = 8"])
    #expect(classroom.script.display == "7")
}

@Test func `answers of a thousand participants add at most 64 KiB to a snapshot`() {
    var script = RoomScript(people: RoomLimits.peopleMax)
    script.ask("")
    // The same event number, so that only answers differ.
    let empty = script.room.snapshot.count
    let long =
        Array(repeating: "1", count: 32).joined(separator: " ") + " +"
        + String(repeating: " 1 +", count: 15) + " ="
    var answered = 0
    for number in UInt32(2)...1_000 {
        let verdict = script.answer(long, by: number)
        #expect(verdict == .applied || verdict == .void(.full))
        if verdict == .applied { answered += 1 }
    }
    #expect(answered == 65_536 / (1 + 64 + 32))
    #expect(script.room.answersByteCount <= 65_536)
    // Action numbers and event numbers take a few bytes more, too.
    #expect(script.room.snapshot.count - empty <= 65_536 + 4 * 1_000)
    #expect(script.answer("1", by: 2) == .applied)
    #expect(script.answer("1", by: 1_000) == .applied)
    #expect(throws: Never.self) { try Room(decoding: script.room.snapshot) }
}

@Test func `the text of a question is one clean line of at most 200 characters`() throws {
    let longest = String(repeating: "ü", count: 200)
    #expect(QuestionText(Array(longest.utf8))?.bytes == Array(longest.utf8))
    #expect(QuestionText(Array((longest + "ü").utf8)) == nil)
    #expect(QuestionText(Array("a\nb".utf8)) == nil)
    #expect(QuestionText(Array(" \u{202E}2 + 2? ".utf8))?.bytes == Array("2 + 2?".utf8))
}

@Test func `an answer has 1 to 64 keys`() throws {
    func decode(_ keys: [String]) throws -> ClientMessage? {
        let list = keys.map { "\"\($0)\"" }.joined(separator: ",")
        return try client(#"{"n":1,"answer":{"question":3,"keys":[\#(list)]}}"#)
    }
    #expect(try decode(Array(repeating: "1", count: 64)) != nil)
    #expect(throws: CodecError.self) { try decode(Array(repeating: "1", count: 65)) }
    #expect(throws: CodecError.self) { try decode([]) }
}

@Test func `answers without a question are no snapshot`() {
    var room = Classroom().script.room
    #expect(throws: Never.self) { try Room(decoding: room.snapshot) }
    room.question = nil
    #expect(throws: BinaryDecodingError.self) { try Room(decoding: room.snapshot) }
}

@Test func `equal answers are a group, and the largest group is the first`() {
    var script = RoomScript(people: 7)
    script.ask("")
    let answers = ["4", "1 / 0 =", "2 + 2 =", "5", "4 . 0", "2 +"]
    for (number, keys) in zip(UInt32(2)..., answers) { script.answer(keys, by: number) }
    let groups = script.room.answerGroups.map {
        (String(decoding: $0.result, as: UTF8.self), $0.participants.map(\.number))
    }
    #expect(groups.map(\.0) == ["4", "error:divisionByZero", "5", "error:syntax"])
    #expect(groups.map(\.1) == [[2, 4, 6], [3], [5], [7]])
}

@Test func `a view has the largest groups of a revealed question and no others`() {
    var script = RoomScript(people: 20)
    func question() -> Substring? {
        let view = String(decoding: script.room.view.json, as: UTF8.self)
        return view.firstRange(of: #""question":{"#).map { view[$0.lowerBound...] }
    }
    #expect(question() == nil)
    script.ask("How many?", on: .chain)
    for number in UInt32(2)...20 {
        script.answer(number < 6 ? "9 9" : "\(number % 10)", by: number)
    }
    let start =
        #""question":{"question":\#(script.question),"text":"How many?","keypad":"chain","state":"#
    #expect(question() == #"\#(start)"open","answers":19}}"#)
    script.act(.closeQuestion(script.question))
    #expect(question() == #"\#(start)"closed","answers":19}}"#)
    script.act(.reveal(script.question, names: false))
    let shown = question() ?? ""
    #expect(
        shown.hasPrefix(
            #"\#(start)"revealed","answers":19,"groups":[{"result":"99","answers":4},{"result":"6","#
        ))
    #expect(shown.split(separator: #""result""#).count == 11)
}
