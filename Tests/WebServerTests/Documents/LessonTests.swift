import CalculatorEngine
import SharedRoom
import Testing

@testable import WebServer

private func taught() throws -> RoomStory {
    let story = try RoomStory()
    try story.enter("Ada")
    try story.enter("=Ben")
    try story.press("5 +")
    try story.press("8", by: 2)
    story.act(.undo(Signature(author: 2, pen: 0, number: 1)))
    try story.press("7 =", by: 2)
    story.act(.lock(true))
    try story.press("9", by: 2)
    story.act(.recall(9))
    try story.press("* 2 =")
    return story
}

extension RoomStory {
    fileprivate func lesson(_ query: String = "") throws -> Lesson {
        let query = try #require(DocumentQuery(query))
        let kept = try kept(.log(from: query.from, count: DocumentQuery.countMax))
        return try #require(Lesson(kept.log, from: query.from))
    }
}

@Test func `U141 a lesson has the keys that made each line, and whose they were`() throws {
    let lines = RoomDocuments.lessonLines(of: try taught().lesson()).lines
    #expect(
        lines == [
            #"{"seq":9,"at":1790000000999,"by":2,"name":"=Ben","expression":"5 + 7","result":"12","#
                + #""keys":[{"by":1,"name":"Ada","press":"5"},{"by":1,"name":"Ada","press":"+"},"#
                + #"{"by":2,"name":"=Ben","press":"8","undone":true},"#
                + #"{"by":2,"name":"=Ben","press":"7"},{"by":2,"name":"=Ben","press":"="}]}"#,
            #"{"seq":15,"at":1790000000999,"by":1,"name":"Ada","expression":"12 × 2","#
                + #""result":"24","keys":[{"by":1,"name":"Ada","recall":9},"#
                + #"{"by":1,"name":"Ada","press":"*"},{"by":1,"name":"Ada","press":"2"},"#
                + #"{"by":1,"name":"Ada","press":"="}]}"#,
        ])
    #expect(RoomDocuments.lessonLines(of: try taught().lesson("from=10")).lines == [lines[1]])
}

@Test func `U142 a lesson as table and as text`() throws {
    let lesson = try taught().lesson()
    #expect(
        RoomDocuments.lessonTable(of: lesson).text
            == [
                "time,author,expression,result,undone,keys",
                "2026-09-21T14:13:20Z,'=Ben,5 + 7,12,,\"Ada: 5 +, '=Ben: 8 (undone) 7 =\"",
                "2026-09-21T14:13:20Z,Ada,12 × 2,24,,Ada: [tape] * 2 =", "",
            ].joined(separator: "\r\n"))
    #expect(
        RoomDocuments.lessonText(of: lesson).lines == [
            "2026-09-21 14:13:20  =Ben  5 + 7 = 12",
            "    Ada: 5 +, =Ben: 8 (undone) 7 =",
            "2026-09-21 14:13:20  Ada   12 × 2 = 24",
            "    Ada: [tape] * 2 =",
        ])
}

@Test func `U141 what was undone is marked, until it is done again`() throws {
    let story = try taught()
    let equals = Signature(author: 1, pen: 0, number: 8)
    story.act(.undo(equals))
    var last = try #require(try story.lesson().lines.last)
    #expect(last.entry.isUndone && last.keys?.map(\.isUndone) == [false, false, false, true])
    story.act(.redo(equals))
    last = try #require(try story.lesson().lines.last)
    #expect(!last.entry.isUndone && last.keys?.contains { $0.isUndone } == false)
}

@Test func `U141 what was cleared, and what was before another lesson, is in none`() throws {
    let story = try taught()
    story.act(.clearTape)
    try story.press("1 + 1 =")
    #expect(try story.lesson().lines.map(\.entry.expression.text) == ["1 + 1"])
    story.act(.startOver)
    #expect(try story.lesson().lines.isEmpty)
}

@Test func `U141 a line whose keys are kept no longer has none`() throws {
    let story = try RoomStory(.memory, eventsKeptMax: 60)
    try story.enter("Ada")
    for _ in 0..<50 { try story.press("1 + 2 + 3 =") }
    let lines = try story.lesson().lines
    #expect(lines.count > 4 && lines.dropFirst().allSatisfy { $0.keys?.count == 6 })
    let begins = try story.read(.log(from: 1, count: 10_000)).log.beginning
    let isWhole = (begins - 2) % 6 == 0
    #expect((lines[0].keys == nil) == !isWhole)
    let text = RoomDocuments.lessonText(of: try story.lesson()).text
    #expect(isWhole || text.contains("no longer kept"))
}

@Test func `U143 the picture of a link for a host has what a header says`() throws {
    let server = try TestServer()
    let secret = "mNq3bD-x0Zc7T_pL8vR2sA"
    let ask = { (headers: [String]) in
        try HTTPReply(server, "GET /rooms/7b/qr.svg HTTP/1.1", headers: headers).body
    }
    #expect(try ask(["X-Host-Link: \(secret)"]).contains("/rooms/7b#host=\(secret)</title>"))
    #expect(try ask([]).contains("/rooms/7b</title>"))
    #expect(try ask(["X-Host-Link: no secret!"]).contains("/rooms/7b</title>"))
}
