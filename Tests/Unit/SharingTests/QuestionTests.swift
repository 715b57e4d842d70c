import CalculatorEngine
@testable import RoomClient
import SharedRoom
import Simulator
import Testing

/// Ada's room with Ben, Cem and a board, after Ada has asked a question.
private struct Classroom {
    let world: World
    let ada, ben, cem, board: ClientHost
    let question: Int64

    init(edges: Int = 1) throws {
        (world, ada, ben) = World.pair(edges: edges)
        cem = world.client("cem", keypad: nil, name: "Cem")
        board = world.client("board", keypad: nil) { $0.isWatching = true }
        world.settle()
        ada.act(.ask(Asking(QuestionText(Array("2 + 3?".utf8)) ?? .none, on: .simple)))
        world.settle()
        question = try ada.confirmed.question?.number ?? 0
    }

    func answer(_ keys: String) -> Action {
        let keys = keys.split(separator: " ").compactMap { Key(named: Array($0.utf8)) }
        return .answer(Answering(question, keys: keys))
    }

    /// The answers that each page is shown: Ada's, Ben's, and the board's.
    var shown: [String] { [ada, ben, board].map(\.answers) }
}

extension ClientHost {
    fileprivate var question: String {
        var writer = JSONWriter()
        writer.beginObject()
        replica.view.writeQuestion(to: &writer)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    fileprivate var answers: String {
        question.firstMatch(of: /"answers":(\[.*\]),"waiting"/).map { String($0.1) } ?? "none"
    }
}

@Test func `a page shows a question with the people who have not answered`() throws {
    let classroom = try Classroom()
    classroom.ben.act(classroom.answer("5"))
    classroom.world.settle()
    #expect(
        classroom.cem.question == #"""
            {"question":{"question":\#(classroom.question),"text":"2 + 3?","keypad":"simple",\#
            "radians":false,"stage":1,"pending":false,"answers":[{}],"waiting":1}}
            """#)
    classroom.cem.cut()
    classroom.cem.isOffline = true
    classroom.world.settle()
    #expect(classroom.ada.question.hasSuffix(#""waiting":0}}"#))
    classroom.ada.act(.endQuestion(classroom.question))
    #expect(classroom.ada.question == #"{"question":null}"#)
}

@Test func `answers are shown to hosts, then to everybody, and with names at last`() throws {
    let classroom = try Classroom()
    classroom.ben.act(classroom.answer("5"))
    classroom.cem.act(classroom.answer("6"))
    classroom.world.settle()
    let (ben, cem) = (#""keys":["5"],"result":"5"}"#, #""keys":["6"],"result":"6"}"#)
    let all = #"[{"who":2,\#(ben),{"who":3,\#(cem)]"#
    #expect(classroom.shown == [all, #"[{"who":2,\#(ben),{}]"#, "[{},{}]"])
    classroom.ada.act(.closeQuestion(classroom.question))
    classroom.world.settle()
    #expect(classroom.shown == [all, #"[{"who":2,\#(ben),{}]"#, "[{},{}]"])
    classroom.ada.act(.reveal(classroom.question, names: false))
    classroom.world.settle()
    #expect(classroom.shown == [all, #"[{"who":2,\#(ben),{\#(cem)]"#, "[{\(ben),{\(cem)]"])
    classroom.ada.act(.reveal(classroom.question, names: true))
    classroom.world.settle()
    #expect(classroom.shown == [all, all, all])
}

@Test func `an answer shows at once, is marked as pending, and counts once after a break`() throws {
    let classroom = try Classroom(edges: 2)
    classroom.ben.isHeld = true
    classroom.ben.act(classroom.answer("5"))
    #expect(classroom.ben.answers == #"[{"who":2,"keys":["5"],"result":"5"}]"#)
    #expect(classroom.ben.question.contains(#""pending":true"#))
    // The frame reaches the first edge, but its answer is lost.
    classroom.ben.isHeld = false
    classroom.ben.deliverNow()
    classroom.ben.cut()
    classroom.ben.edge = 1
    classroom.world.advance(by: 5_000)
    #expect(classroom.ben.question.contains(#""pending":false"#))
    #expect(try classroom.ada.confirmed.people[2]?.answer?.result == Array("5".utf8))
    #expect(try classroom.ada.confirmed.people[2]?.pens.first?.last == 1)
    classroom.world.expectAgreement()
}

@Test func `the confirmation of an answer is drawn`() throws {
    let classroom = try Classroom()
    classroom.ben.isHeld = true
    classroom.ben.act(classroom.answer("5"))
    #expect(classroom.ben.replica.consumeChanges().contains(.question))
    classroom.ben.isHeld = false
    classroom.world.settle()
    #expect(classroom.ben.replica.consumeChanges().contains(.question))
}

@Test func `an answer that was written offline to a closed question is void, and reported`() throws
{
    let classroom = try Classroom()
    classroom.ben.cut()
    classroom.ben.isOffline = true
    classroom.ben.act(classroom.answer("5"))
    classroom.ada.act(.closeQuestion(classroom.question))
    classroom.world.settle()
    classroom.ben.isOffline = false
    classroom.world.advance(by: 60_000)
    #expect(classroom.ben.voids == [.question])
    #expect(classroom.ben.answers == "[]")
    classroom.world.expectAgreement()
}

@Test func `an answer that was written offline to an open question counts`() throws {
    let classroom = try Classroom()
    classroom.ben.cut()
    classroom.ben.isOffline = true
    classroom.ben.act(classroom.answer("5"))
    classroom.ada.press("1 + 1 =")
    classroom.world.settle()
    classroom.ben.isOffline = false
    classroom.world.advance(by: 60_000)
    #expect(classroom.ben.voids.isEmpty)
    #expect(classroom.ada.answers == #"[{"who":2,"keys":["5"],"result":"5"}]"#)
}
