import CalculatorEngine
import RoomStore
import SharedRoom
import Testing

@testable import WebServer

private func amount(_ text: String) throws -> AmountText {
    try #require(AmountText(Array(text.utf8)))
}

private func table(_ steps: [BillStep]) throws -> [String] {
    let story = try RoomStory(people: ["Ada", "=Ben, jr"])
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
            "bill,what,who,whom,amount,currency", "1,amount,,,95.00,", "1,tax,,,7.00,",
            "1,tip,,,0.00,", "1,total,,,95.00,", "1,share,Ada,,31.67,",
            #"1,share,"'=Ben, jr",,31.67,"#, "1,share,Opa,,31.66,", "1,paid,Ada,,95.00,",
            ",owes,Opa,Ada,31.66,", #",paid back,"'=Ben, jr",Ada,31.67,"#, "",
        ])
}

@Test func `several bills as CSV have their titles and currencies, and one list of debts`() throws {
    let (taxi, yen) = (
        try #require(PersonName(Array("Taxi".utf8))), try #require(PersonName(Array("JPY".utf8)))
    )
    let story = try RoomStory(people: ["Ada", "Ben"])
    let steps: [BillStep] = [
        .currency(.whole, yen), .add(1), .add(2), .amount(try amount("900")), .new,
    ]
    for step in steps { story.act(.bill(step)) }
    let second = try story.room.sequence
    for step in [BillStep.title(taxi), .amount(try amount("100")), .paid(2, try amount("100"))] {
        story.act(.bill(step, in: second))
    }
    let lines = String(decoding: RoomDocuments.billCSV(of: try story.room), as: UTF8.self)
        .components(separatedBy: "\r\n")
    #expect(lines.contains("1,total,,,900,JPY") && lines.contains("Taxi,total,,,100,JPY"))
    #expect(lines.contains(",owes,Ada,till,500,JPY") && lines.contains(",owes,Ben,till,400,JPY"))
}

@Test func `an itemized bill lists owners, and no name becomes a formula`() throws {
    let name = try #require(PersonName(Array("=1+1".utf8)))
    let lines = try table([
        .add(1), .add(2), .basis(.items), .addItem(amount("4"), name), .addItem(amount("2"), .none),
    ])
    #expect(lines.contains("1,'=1+1,,,4.00,") && lines.contains("1,item,,,2.00,"))
    #expect(lines.contains("1,unassigned,,,6.00,"))
    #expect(!lines.contains { $0.hasPrefix(",owes") })
    #expect(
        try table([]).prefix(3) == [
            "bill,what,who,whom,amount,currency", "1,amount,,,0.00,", "1,tax,,,0.00,",
        ])
}
