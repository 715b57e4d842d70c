import CalculatorEngine
import SharedRoom
import Testing

@testable import WebServer

private func exampleLesson() throws -> RoomStory {
    let story = try RoomStory(people: ["Ada", "=Ben"])
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
    func lessonEntries() throws -> [Lesson.Entry] {
        let (stored, reader) = (try read(), store.makeReader())
        let start = try reader.state(before: 1, of: stored.log)
        var lesson = Lesson(
            after: try #require(Room(snapshot: start.snapshot)), from: 1, now: stored.room)
        var entries: [Lesson.Entry] = []
        while lesson.sequence < stored.room.sequence {
            for event in try reader.events(after: lesson.sequence, of: stored.log) {
                _ = lesson.apply(event)
                entries += lesson.takeEntries(isOver: false)
            }
        }
        return entries + lesson.takeEntries(isOver: true)
    }

    /// The lines of the lesson.
    func lesson() throws -> [Lesson.Line] {
        try lessonEntries().compactMap { if case .line(let line) = $0 { line } else { nil } }
    }
}

@Test func `a lesson has the keys of each line and their authors`() throws {
    let lines = try exampleLesson().document(.lesson).lines
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
    #expect(try exampleLesson().document(.lesson, "from=10").lines == [lines[1]])
}

@Test func `a lesson is available as CSV and as text`() throws {
    let story = try exampleLesson()
    #expect(
        try story.document(.lessonCSV).text
            == [
                "time,author,expression,result,undone,keys,question",
                "2026-09-21T14:13:20Z,'=Ben,5 + 7,12,,\"Ada: 5 +, '=Ben: 8 (undone) 7 =\",",
                "2026-09-21T14:13:20Z,Ada,12 × 2,24,,Ada: [tape] * 2 =,", "",
            ].joined(separator: "\r\n"))
    #expect(
        try story.document(.lessonText).lines == [
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
    var last = try #require(try story.lesson().last)
    #expect(last.entry.isUndone && last.keys?.map(\.isUndone) == [false, false, false, true])
    story.act(.redo(equals))
    last = try #require(try story.lesson().last)
    #expect(!last.entry.isUndone && last.keys?.contains { $0.isUndone } == false)
}

@Test func `rewinding a rewind brings back the lines and keys that it struck`() throws {
    let story = try RoomStory(people: ["Ada", "Ben", "Cem"])
    try story.press("1 + 1 =", by: 2)
    try story.press("2 + 2 =", by: 3)
    let since = try story.room.sequence - 3
    story.act(.removeAndRewind(3, since: since))
    var line = try #require(try story.lesson().last)
    #expect(line.entry.isUndone && line.keys?.map(\.isUndone) == [true, true, true, true])
    let rewind = try story.room.sequence
    story.act(.host(2))
    story.act(.removeAndRewind(1, since: rewind), by: 2)
    line = try #require(try story.lesson().last)
    #expect(!line.entry.isUndone && line.keys?.map(\.isUndone) == [false, false, false, false])
}

@Test func `a lesson omits lines from before the tape was cleared or the room started over`()
    throws
{
    let story = try exampleLesson()
    let before = try story.lesson()
    story.act(.clearTape)
    #expect(try story.lesson().isEmpty)
    story.act(.restoreTape)
    #expect(try story.lesson() == before)
    story.act(.clearTape)
    try story.press("1 + 1 =")
    #expect(try story.lesson().map(\.entry.expression.text) == ["1 + 1"])
    story.act(.startOver)
    #expect(try story.lesson().isEmpty)
}

@Test func `a line has no keys if some of them were compacted`() throws {
    let story = try RoomStory(.memory, eventsKeptMax: 60)
    for _ in 0..<50 { try story.press("1 + 2 + 3 =") }
    let lines = try story.lesson()
    #expect(lines.count > 4 && lines.dropFirst().allSatisfy { $0.keys?.count == 6 })
    let snapshotSequence = try story.store.makeReader().state(before: 1, of: story.read().log)
        .sequence
    let isComplete = (snapshotSequence - 2) % 6 == 0
    #expect((lines[0].keys == nil) == !isComplete)
    let text = try story.document(.lessonText).text
    #expect(isComplete || text.contains("no longer kept"))
}

@Test func `the QR code of a host link contains the secret from the request header`() throws {
    let server = try TestServer()
    let secret = "mNq3bD-x0Zc7T_pL8vR2sA"
    let fetch = { (headers: [String]) in
        try server.get("/rooms/7b/qr.svg", headers: headers).body
    }
    #expect(try fetch(["X-Host-Link: \(secret)"]).contains("/rooms/7b#host=\(secret)</title>"))
    #expect(try fetch([]).contains("/rooms/7b</title>"))
    #expect(try fetch(["X-Host-Link: no secret!"]).contains("/rooms/7b</title>"))
}
