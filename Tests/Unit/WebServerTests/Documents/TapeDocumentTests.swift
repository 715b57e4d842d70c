import CalculatorEngine
import RoomStore
import SharedRoom
import Testing

@testable import WebServer

private func exampleTape() throws -> RoomStory {
    let story = try RoomStory(people: ["Ada", #"Ben "7", jr"#, ""])
    try story.press("5 + 7 =")
    try story.press("1 / 0 =", by: 2)
    try story.press("AC 2 - 9 =", by: 3)
    story.act(.undo(Signature(author: 3, pen: 0, number: 5)))
    return story
}

@Test func `a tape is available as CSV`() throws {
    #expect(
        try exampleTape().document(.tapeCSV).text
            == [
                "time,author,expression,result,undone",
                "2026-09-21T14:13:20Z,Ada,5 + 7,12,",
                #"2026-09-21T14:13:20Z,"Ben ""7"", jr",1 ÷ 0,Division by zero,"#,
                "2026-09-21T14:13:20Z,Person 3,2 − 9,-7,undone", "",
            ].joined(separator: "\r\n"))
}

@Test func `an empty tape as CSV is a header`() throws {
    #expect(
        try RoomStory().document(.tapeCSV).text
            == "time,author,expression,result,undone\r\n")
    #expect(try RoomStory().document(.tapeText) == [])
}

@Test func `an unfinished line has no result, and a removed participant is shown by number`()
    throws
{
    let story = try RoomStory(keypad: .formula, people: ["Ada", "Ben"])
    try story.press("5 +", by: 2)
    story.act(.keypad(.standard))
    try story.press("1 + 2 =", by: 2)
    story.act(.remove(2))
    let rows = try story.document(.tapeCSV).text.split(separator: "\r\n")
    #expect(rows.count == 3)
    #expect(rows[1].hasSuffix("Ada,5 +,,"))
    #expect(rows[2].hasSuffix("Person 2,1 + 2,3,"))
    #expect(try story.document(.tapeText).lines[0].hasSuffix("Ada       5 + (unfinished)"))
}

@Test(arguments: [
    ("=1+1", "'=1+1"), ("+49 171", "'+49 171"), ("-5", "'-5"), ("@SUM(A1)", "'@SUM(A1)"),
    ("\t=1", "'\t'=1"), ("\r=1", "'\r=1"), ("＝1", "'＝1"), ("Ada", "Ada"), ("5 - 3", "5 - 3"),
    ("a;=cmd|' /C calc'!A0", "a;'=cmd|' /C calc'!A0"), ("a\",@b", "a\",'@b"), ("", ""),
    ("a=b", "a=b"), ("'=1", "'=1"), ("Ada: 5 + 7, =1+1: 3", "Ada: 5 + 7, '=1+1: 3"),
    (" =1", " '=1"),
])
func `no text in CSV is a formula for a spreadsheet`(text: String, expected: String) {
    #expect(RoomDocuments.withoutFormulas(text) == expected)
}

@Test func `names cannot be formulas, and results are still numbers`() throws {
    let story = try RoomStory(people: [#"=HYPERLINK("http://x";"y")"#])
    try story.press("5 neg - 3 =")
    let row = try story.document(.tapeCSV).text.split(separator: "\r\n")[1]
    #expect(row.contains(#","'=HYPERLINK(""http://x"";""y"")","#))
    #expect(row.hasSuffix(",-8,"))
}

@Test func `the tape as text has aligned columns`() throws {
    #expect(
        try exampleTape().document(.tapeText).lines == [
            "2026-09-21 14:13:20  Ada          5 + 7 = 12",
            #"2026-09-21 14:13:20  Ben "7", jr  1 ÷ 0: Division by zero"#,
            "2026-09-21 14:13:20  Person 3     2 − 9 = -7  (undone)",
        ])
}

@Test func `the tape as NDJSON can be read in parts`() throws {
    let story = try exampleTape()
    func lines(_ query: String) throws -> [String] { try story.document(.tape, query).lines }
    let all = try lines("")
    #expect(
        all == [
            #"{"seq":8,"at":1790000000999,"by":1,"name":"Ada","expression":"5 + 7","result":"12"}"#,
            #"{"seq":12,"at":1790000000999,"by":2,"name":"Ben \"7\", jr","#
                + #""expression":"1 ÷ 0","result":"error:divisionByZero"}"#,
            #"{"seq":17,"at":1790000000999,"by":3,"name":"","expression":"2 − 9","#
                + #""result":"-7","undone":true}"#,
        ])
    #expect(try lines("before=17") == Array(all.prefix(2)))
    #expect(try lines("before=17&count=1") == [all[1]])
    #expect(try lines("before=8") == [] && lines("count=0") == [])
}

@Test(arguments: RoomStory.Kind.allCases)
func `all older lines can be read in parts`(kind: RoomStory.Kind) throws {
    let story = try RoomStory(kind)
    for _ in 0..<350 { try story.press("1 + 2 =") }
    var numbers: [Int64] = []
    while true {
        let before = numbers.first.map { "&before=\($0)" } ?? ""
        let lines = try story.tape("count=60\(before)")
        guard !lines.isEmpty else { break }
        numbers = lines.map(\.sequence) + numbers
    }
    #expect(numbers == (1...350).map { 2 + 4 * $0 })
}

@Test(arguments: RoomStory.Kind.allCases, [12, 100, 30_000])
func `the tape has lines that the room has dropped`(
    kind: RoomStory.Kind, eventsKeptMax: Int
) throws {
    let story = try RoomStory(kind, eventsKeptMax: eventsKeptMax)
    for _ in 0..<250 { try story.press("1 + 2 =") }
    #expect(try story.room.tapeEntries.count == 100)
    let tape = try story.tape()
    // The oldest lines are deleted with the history.
    let count = kind == .file && eventsKeptMax < 1_000 ? 100..<160 : 250..<251
    #expect(count.contains(tape.count), "\(tape.count)")
    let numbers = tape.map(\.sequence)
    #expect(numbers.last == 1_002 && zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 4 })
    let table = try story.document(.tapeCSV).text.split(separator: "\r\n")
    #expect(table.count == tape.count + 1)
    #expect(try story.document(.tapeText).lines.count == tape.count)
    story.act(.clearTape)
    #expect(try story.tape().isEmpty)
    story.act(.restoreTape)
    #expect(try story.tape() == tape)
    story.act(.clearTape)
    try story.press("4 + 5 =")
    #expect(try story.document(.tapeText).lines.map { $0.suffix(9) } == ["4 + 5 = 9"])
}

@Test(arguments: RoomStory.Kind.allCases)
func `a tape document has at most the last 10,000 lines`(kind: RoomStory.Kind) throws {
    let story = try RoomStory(kind, eventsKeptMax: 400_000)
    try story.press("1 + 2 =", times: 10_100)
    let rows = try story.document(.tapeCSV).text.split(separator: "\r\n")
    #expect(rows.count == 10_001)
    let last = try story.tape("count=3")
    #expect(last.map(\.sequence) == [40_394, 40_398, 40_402])
    #expect(rows.last?.hasSuffix(",1 + 2,3,") == true)
}
