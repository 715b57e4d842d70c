import CalculatorEngine
import Foundation
import RunningPrograms
import SharedRoom
import Testing

@testable import WebServer

private struct Sample: Decodable {
    let names: [String]
    let shown: [String]
}

/// The tests of the page read the same file.
@Test func `people of one name have the names that the page shows`() throws {
    let samples = try JSONDecoder().decode(
        [Sample].self, from: Data(Checkout.text(of: "Tests/Golden/people.json").utf8))
    for sample in samples {
        let names = PersonNames(of: try RoomStory(people: sample.names).room)
        let shown = (1...sample.names.count).map { names.name(of: UInt32($0)) }
        #expect(shown == sample.shown)
    }
}

@Test func `documents for people have the English words of the page`() throws {
    let json = try Checkout.text(of: "static/text/texts.en.json")
    let texts = try #require(
        try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    func text(_ path: String...) -> String? {
        (texts[path[0]] as? [String: Any])?[path[1]] as? String
    }
    for (name, words) in try #require(texts["errors"] as? [String: String]) {
        #expect(ResultText(Array("error:\(name)".utf8)).text == words)
    }
    #expect(text("people", "nameless") == "Person {}")
    #expect(text("tape", "anonymous") == PersonNames.anonymous)
    #expect(text("question", "unfinished") == "Unfinished")
}

/// Two people called Ada: the first multiplies, the second adds.
private func twoOfOneName() throws -> RoomStory {
    let story = try RoomStory(people: ["Ada", "Ben", "ada"])
    try story.press("2 * 3 =")
    try story.press("4 +", by: 3)
    try story.press("5")
    try story.press("=", by: 3)
    return story
}

@Test func `tape and lesson tell people of one name apart`() throws {
    let story = try twoOfOneName()
    #expect(
        try story.document(.tapeText).lines.map { $0.dropFirst(21) } == [
            "Ada      2 × 3 = 6", "ada (2)  4 + 5 = 9",
        ])
    let rows = try story.document(.lessonCSV).text.split(separator: "\r\n").dropFirst()
    #expect(
        rows.map { $0.dropFirst(21) } == [
            "Ada,2 × 3,6,,Ada: 2 * 3 =,", #"ada (2),4 + 5,9,,"ada (2): 4 +, Ada: 5, ada (2): =","#,
        ])
}

@Test func `lines of people who left are not those of a participant with their name`() throws {
    let story = try RoomStory(eventsKeptMax: 12, people: ["Ada", "Ben"])
    try story.press("1 + 2 =", by: 2)
    // The room drops Ben's line, and the store keeps it with the name.
    for _ in 0..<RoomLimits.tapeLinesMax { try story.press("3 + 4 =") }
    story.act(.remove(2))
    try story.enter("Ben")
    try story.press("5 + 6 =", by: 3)
    let lines = try story.document(.tapeText).lines.map { $0.dropFirst(21) }
    #expect(lines.first == "Ben (2)  1 + 2 = 3")
    #expect(lines.last == "Ben      5 + 6 = 11")
}

@Test func `a bill tells a guest from a participant, and names people who left`() throws {
    let story = try twoOfOneName()
    let name = try #require(PersonName(Array("ADA".utf8)))
    let amount = try #require(AmountText(Array("9".utf8)))
    for step in [.add(1), .add(2), .addGuest(name), .amount(amount), .paid(2, amount)]
        as [BillStep]
    {
        story.act(.bill(step))
    }
    story.act(.remove(2))
    let rows = try story.document(.billCSV).text.split(separator: "\r\n")
    #expect(rows.suffix(2) == [",owes,Ada,Ben,3.00,", ",owes,ADA (3),Ben,3.00,"])
}
