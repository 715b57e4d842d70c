import CalculatorEngine
import SharedRoom
import Testing

@testable import WebServer

/// A class of Ada (the host), Ben and an unnamed pupil, who answer a question after a line of the tape.
private func classroom() throws -> (story: RoomStory, question: Int64) {
    let story = try RoomStory(people: ["Ada", "=Ben", "", "Cem"])
    try story.press("1 + 1 =")
    story.act(.ask(Asking(QuestionText(Array("=2 + 2?".utf8)) ?? .none, on: .simple)))
    let question = try story.room.question?.number ?? 0
    story.answer("2 * 2 =", to: question, by: 2)
    story.answer("2 + 2 =", to: question, by: 3)
    story.answer("5", to: question, by: 4)
    return (story, question)
}

extension RoomStory {
    fileprivate func answer(_ keys: String, to question: Int64, by author: UInt32) {
        let keys = keys.split(separator: " ").compactMap { Key(named: Array($0.utf8)) }
        act(.answer(Answering(question, keys: keys)), by: author)
    }

    /// The last line of the lesson, the last rows of its CSV without the time, and the end of its text.
    fileprivate func question() throws -> (json: String?, rows: [Substring], text: [String]) {
        let rows = try document(.lessonCSV).text.split(separator: "\r\n").dropFirst(2)
        return (
            try document(.lesson).lines.last, rows.map { $0.drop { $0 != "," } },
            Array(try document(.lessonText).lines.dropFirst(2))
        )
    }

    fileprivate func questions() throws -> [Lesson.Question] {
        try lessonEntries().compactMap {
            if case .question(let question) = $0 { question } else { nil }
        }
    }
}

@Test func `a lesson omits answers that are not revealed`() throws {
    let (story, question) = try classroom()
    for action in [nil, Action.closeQuestion(question), .endQuestion(question)] {
        if let action { story.act(action) }
        let lesson = try story.question()
        #expect(
            lesson.json
                == #"{"seq":\#(question),"at":1790000000999,"question":"=2 + 2?","#
                + #""keypad":"simple","answers":3}"#)
        #expect(lesson.rows == [",,,,,(3 answers),'=2 + 2?"])
        #expect(lesson.text == ["Question: =2 + 2? (3 answers)"])
    }
}

@Test func `a lesson has revealed answers in groups, and names only if they were shown`() throws {
    let (story, question) = try classroom()
    story.act(.closeQuestion(question))
    story.act(.reveal(question, names: false))
    var lesson = try story.question()
    #expect(
        lesson.json?.hasSuffix(
            #""answers":3,"groups":[{"result":"4","answers":[{"keys":["2","+","2","="]},"#
                + #"{"keys":["2","*","2","="]}]},{"result":"5","answers":[{"keys":["5"]}]}]}"#)
            == true)
    #expect(
        lesson.rows == [
            ",,,4,,2 + 2 =,'=2 + 2?", ",,,4,,2 * 2 =,'=2 + 2?", ",,,5,,5,'=2 + 2?",
        ])
    #expect(lesson.text == ["Question: =2 + 2? (3 answers)", "    4: 2", "    5: 1"])
    story.act(.reveal(question, names: true))
    story.act(.endQuestion(question))
    story.act(.endQuestion(question))
    lesson = try story.question()
    #expect(
        lesson.json?.hasSuffix(
            #""groups":[{"result":"4","answers":[{"by":2,"name":"=Ben","keys":["2","*","2","="]},"#
                + #"{"by":3,"name":"","keys":["2","+","2","="]}]},"#
                + #"{"result":"5","answers":[{"by":4,"name":"Cem","keys":["5"]}]}]}"#) == true)
    #expect(lesson.rows.first == ",'=Ben,,4,,2 * 2 =,'=2 + 2?")
    #expect(
        lesson.text == [
            "Question: =2 + 2? (3 answers)", "    4: 2 (=Ben, Person 3)", "    5: 1 (Cem)",
        ])
}

@Test func `an answer on the calculator is a typed expression of the host`() throws {
    let (story, question) = try classroom()
    story.act(.closeQuestion(question))
    story.act(.reveal(question, names: false))
    story.act(.showAnswer(question, of: 2))
    let line = try #require(try story.lesson().last)
    #expect(line.entry.author == 0)
    #expect(line.keys?.map(\.author) == [1])
    let json = try story.document(.lesson).lines.last ?? ""
    #expect(json.contains(#""by":0,"name":"","expression":"2 × 2","result":"4""#))
    #expect(json.contains(#"{"by":1,"name":"Ada","type":{"keys":["2","*","2","="]}}"#))
    #expect(try story.document(.lessonText).text.contains("Anonymous  2 × 2 = 4"))
}

@Test func `questions from before a cleared tape are gone, later ones are not`() throws {
    let (story, question) = try classroom()
    story.act(.endQuestion(question))
    #expect(try story.questions().map(\.sequence) == [question])
    story.act(.clearTape)
    #expect(try story.questions().isEmpty)
    story.act(.ask(Asking(.none, on: .simple)))
    #expect(try story.questions().map(\.text) == [[]])
    story.act(.startOver)
    #expect(try story.questions().isEmpty)
}

@Test func `questions and lines are in the order of their events`() throws {
    let (story, question) = try classroom()
    try story.press("3 =")
    story.act(.endQuestion(question))
    story.act(.ask(Asking(.none, on: .simple)))
    try story.press("4 =")
    let order = try story.lessonEntries().map { entry in
        switch entry {
        case .line(let line): line.entry.expression.text
        case .question(let question): question.text.text
        }
    }
    #expect(order == ["1 + 1", "=2 + 2?", "3 + 1", "", "4 + 1"])
    #expect(try story.document(.lessonText).lines.last == "    Ada: 4 =")
}

@Test func `a spreadsheet sees no formula in the keys of an answer`() throws {
    let (story, question) = try classroom()
    story.answer("- 3 =", to: question, by: 2)
    story.act(.closeQuestion(question))
    story.act(.reveal(question, names: false))
    #expect(try story.question().rows.contains(",,,-3,,'- 3 =,'=2 + 2?"))
}

@Test func `the state of a room has its question without names`() throws {
    let (story, question) = try classroom()
    let text = RoomDocuments.state(of: try story.room).text
    #expect(text.contains(#""question":{"question":\#(question),"text":"=2 + 2?","#))
    #expect(!text.contains("groups"))
}
