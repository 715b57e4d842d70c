import CalculatorEngine
import Testing

@testable import RoomClient
@testable import SharedRoom

/// The sheet of a bill after these steps, which are numbered from event 1.
private func sheet(_ steps: BillStep...) throws -> String { try sheet(steps) }

private func sheet(_ steps: [BillStep]) throws -> String {
    var bill = RoomBill()
    for (index, step) in steps.enumerated() {
        if case .addGuest(let name) = step {
            try bill.addGuest(name, number: UInt32(index + 1))
        } else {
            try bill.apply(step, at: Int64(index + 1))
        }
    }
    let text = Base64.encoded(bill.encoded)
    return String(decoding: try #require(BillSheet(text)).json, as: UTF8.self)
}

private func amount(_ text: String) throws -> AmountText {
    try #require(AmountText(Array(text.utf8)))
}

private func name(_ text: String) throws -> PersonName {
    try #require(PersonName(Array(text.utf8)))
}

@Test func `the sheet of a bill that is split evenly`() throws {
    let json = try sheet(
        .add(1), .add(2), .addGuest(name("Opa")), .amount(amount("95.00")), .tax(amount("7")),
        .tip(amount("12.50")), .tipBase(.pretax), .roundUp(true), .currency(.hundredth, name("€")),
        .paid(1, amount("106")), .settle(2, 1, amount("35.33")))
    #expect(
        json == #"""
            {"decimals":2,"sign":"€","unit":"0.01","split":"even","amount":"95.00","tax":"7.00",\#
            "tip":"12.5","tipOn":"pretax","roundUp":true,"percents":3,"items":[],"sum":"0.00",\#
            "people":[{"who":1,"weight":1,"paid":"106.00","share":"35.34","leftover":true},\#
            {"who":2,"weight":1,"paid":"0.00","share":"35.33"},\#
            {"who":3,"guest":"Opa","weight":1,"paid":"0.00","share":"35.33"}],\#
            "tipped":"88.00","tips":"11.00","total":"106.00","unassigned":"0.00","open":"0.00",\#
            "debts":[{"from":3,"to":1,"amount":"35.33"}],\#
            "settled":[{"payment":11,"from":2,"to":1,"amount":"35.33"}]}
            """#)
}

@Test func `the sheet says how a tip was rounded`() throws {
    let steps: [BillStep] = try [
        .add(1), .currency(.whole, .none), .amount(amount("77")), .tip(amount("15")),
    ]
    #expect(
        try sheet(steps).contains(#""tipped":"77","tips":"12","about":true,"total":"89""#))
    let cents = try sheet(steps + [.currency(.hundredth, .none), .roundUp(true)])
    #expect(cents.contains(#""tipped":"77.00","tips":"11.55","raise":"0.45","total":"89.00""#))
}

@Test func `the sheet of a bill with items`() throws {
    let json = try sheet(
        .add(1), .basis(.items), .addItem(amount("4.50"), name("Tea")),
        .addItem(amount("2"), .none), .addOwner(3, 1))
    #expect(json.contains(#"{"item":3,"name":"Tea","price":"4.50","owners":[1]}"#))
    #expect(json.contains(#"{"item":4,"price":"2.00","owners":[]}],"sum":"6.50""#))
    #expect(json.contains(#""total":"6.50","unassigned":"2.00","open":"6.50""#))
    #expect(json.contains(#"{"from":1,"to":"till","amount":"4.50"}"#))
    #expect(json.contains(#"{"from":"unassigned","to":"till","amount":"2.00"}"#))
}

@Test func `the sheet of a bill that cannot be split`() throws {
    #expect(try sheet().contains(#""wrong":"nobody""#))
    #expect(try sheet(.add(1), .basis(.amount), .weight(1, 0)).contains(#""wrong":"noWeight""#))
    let beyond = try sheet(.basis(.percent), .add(1), .weight(1, 101))
    #expect(beyond.contains(#""percents":101,"#) && beyond.contains(#""wrong":"percentBeyond""#))
    #expect(try sheet(.add(1), .basis(.percent), .weight(1, 100)).contains(#""evened":true"#))
    #expect(try sheet(.add(1), .tax(amount("1"))).contains(#""wrong":"taxBeyondAmount""#))
    let differ = try sheet(
        .add(1), .basis(.items), .addItem(amount("4"), .none), .addItem(amount("-1"), .none),
        .addOwner(4, 1))
    #expect(differ.contains(#""wrong":"signsDiffer","of":1"#))
}
