import CalculatorEngine
import RoomStore
import SharedRoom
import Testing

@testable import WebServer

private func amount(_ text: String) throws -> AmountText {
    try #require(AmountText(Array(text.utf8)))
}

private func table(_ steps: [BillStep]) throws -> [String] {
    let story = try RoomStory()
    try story.enter("Ada")
    try story.enter("=Ben, jr")
    for step in steps { story.act(.bill(step)) }
    return String(decoding: RoomDocuments.billCSV(of: try story.room), as: UTF8.self)
        .components(separatedBy: "\r\n")
}

@Test func `a bill as CSV has amounts, shares, payments and debts`() throws {
    let opa = try #require(PersonName(Array("Opa".utf8)))
    let lines = try table([
        .add(1), .add(2), .addGuest(opa), .amount(amount("95")), .tax(amount("7")),
        .paid(1, amount("95.00")), .settle(2, 1, amount("31.67")),
    ])
    #expect(
        lines == [
            "what,who,whom,amount", "amount,,,95.00", "tax,,,7.00", "tip,,,0.00",
            "total,,,95.00", "share,Ada,,31.67", #"share,"'=Ben, jr",,31.67"#,
            "share,Opa,,31.66", "paid,Ada,,95.00", "owes,Opa,Ada,31.66",
            #"paid back,"'=Ben, jr",Ada,31.67"#, "",
        ])
}

@Test func `an itemized bill lists owners, and no name becomes a formula`() throws {
    let name = try #require(PersonName(Array("=1+1".utf8)))
    let lines = try table([
        .add(1), .add(2), .basis(.items), .addItem(amount("4"), name), .addItem(amount("2"), .none),
    ])
    #expect(lines.contains("'=1+1,,,4.00") && lines.contains("item,,,2.00"))
    #expect(lines.contains("unassigned,,,6.00"))
    #expect(!lines.contains { $0.hasPrefix("owes") })
    #expect(try table([]).prefix(3) == ["what,who,whom,amount", "amount,,,0.00", "tax,,,0.00"])
}
