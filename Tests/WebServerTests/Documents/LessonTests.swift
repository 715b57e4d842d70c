import CalculatorEngine
import SharedRoom
import Testing

@testable import WebServer

private func exampleLesson() throws -> RoomStory {
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
        let stored = try read(.log(from: query.from, count: DocumentQuery.countMax))
        return try #require(Lesson(stored.log, from: query.from))
    }
}

@Test func `a lesson has the keys of each line and their authors`() throws {
    let lines = RoomDocuments.lessonNDJSON(of: try exampleLesson().lesson()).lines
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
    let later = try exampleLesson().lesson("from=10")
    #expect(RoomDocuments.lessonNDJSON(of: later).lines == [lines[1]])
}

@Test func `a lesson is available as CSV and as text`() throws {
    let lesson = try exampleLesson().lesson()
    #expect(
        RoomDocuments.lessonCSV(of: lesson).text
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

@Test func `undone keys are marked until they are redone`() throws {
    let story = try exampleLesson()
    let equals = Signature(author: 1, pen: 0, number: 8)
    story.act(.undo(equals))
    var last = try #require(try story.lesson().lines.last)
    #expect(last.entry.isUndone && last.keys?.map(\.isUndone) == [false, false, false, true])
    story.act(.redo(equals))
    last = try #require(try story.lesson().lines.last)
    #expect(!last.entry.isUndone && last.keys?.contains { $0.isUndone } == false)
}

@Test func `a lesson omits lines from before the tape was cleared or the room started over`()
    throws
{
    let story = try exampleLesson()
    let before = try story.lesson().lines
    story.act(.clearTape)
    #expect(try story.lesson().lines.isEmpty)
    story.act(.restoreTape)
    #expect(try story.lesson().lines == before)
    story.act(.clearTape)
    try story.press("1 + 1 =")
    #expect(try story.lesson().lines.map(\.entry.expression.text) == ["1 + 1"])
    story.act(.startOver)
    #expect(try story.lesson().lines.isEmpty)
}

@Test func `a line has no keys if some of them were compacted`() throws {
    let story = try RoomStory(.memory, eventsKeptMax: 60)
    try story.enter("Ada")
    for _ in 0..<50 { try story.press("1 + 2 + 3 =") }
    let lines = try story.lesson().lines
    #expect(lines.count > 4 && lines.dropFirst().allSatisfy { $0.keys?.count == 6 })
    let snapshotSequence = try story.read(.log(from: 1, count: 10_000)).log.snapshotSequence
    let isComplete = (snapshotSequence - 2) % 6 == 0
    #expect((lines[0].keys == nil) == !isComplete)
    let text = RoomDocuments.lessonText(of: try story.lesson()).text
    #expect(isComplete || text.contains("no longer kept"))
}

@Test func `the QR code of a host link contains the secret from the request header`() throws {
    let server = try TestServer()
    let secret = "mNq3bD-x0Zc7T_pL8vR2sA"
    let fetch = { (headers: [String]) in
        try HTTPReply(server, "GET /rooms/7b/qr.svg HTTP/1.1", headers: headers).body
    }
    #expect(try fetch(["X-Host-Link: \(secret)"]).contains("/rooms/7b#host=\(secret)</title>"))
    #expect(try fetch([]).contains("/rooms/7b</title>"))
    #expect(try fetch(["X-Host-Link: no secret!"]).contains("/rooms/7b</title>"))
}
