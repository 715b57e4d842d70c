import CalculatorEngine
import Testing

@testable import RoomClient
@testable import SharedRoom

/// The sheet of a bill after these steps, which are numbered from event 1.
private func sheet(_ steps: BillStep...) throws -> String { try sheet(steps) }

private func sheet(_ steps: [BillStep]) throws -> String {
    var bills = RoomBills()
    for (index, step) in steps.enumerated() {
        let number = Int64(index + 1)
        let isApplied = bills.apply(
            step, in: bills.all[bills.all.count - 1].number,
            by: Signature(author: 1, pen: 0, number: number), at: number, guest: UInt32(number))
        try #require(isApplied)
    }
    let text = Base64.encoded(bills.sheetForm)
    return String(decoding: try #require(BillSheet(text, showing: 0)).json, as: UTF8.self)
}

@Test func `the sheet of a bill that is split evenly`() throws {
    let json = try sheet(
        .add(1), .add(2), .addGuest("Opa"), .amount("95.00"), .tax("7"), .tip("12.50"),
        .tipBase(.pretax), .roundUp(true), .currency(.hundredth, "€"), .paid(1, "106"),
        .settle(2, 1, "35.33"))
    #expect(
        json == #"""
            {"bill":1,"bills":[{"bill":1,"sign":"€","amount":"95.00","paid":true,\#
            "total":"106.00","state":"open"}],\#
            "undo":{"by":1,"n":11,"what":"settle"},"decimals":2,"sign":"€","unit":"0.01","split":"even","amount":"95.00","tax":"7.00",\#
            "tip":"12.5","tipOn":"pretax","roundUp":true,"percents":3,"items":[],"sum":"0.00",\#
            "people":[{"who":1,"weight":1,"paid":"106.00","share":"35.34","leftover":true},\#
            {"who":2,"weight":1,"paid":"0.00","share":"35.33"},\#
            {"who":3,"weight":1,"paid":"0.00","share":"35.33"}],\#
            "guests":[{"who":3,"name":"Opa"}],"tipped":"88.00","tips":"11.00","total":"106.00","unassigned":"0.00","open":"0.00",\#
            "debts":[{"from":3,"to":1,"amount":"35.33","sign":"€"}],\#
            "settled":[{"payment":11,"from":2,"to":1,"amount":"35.33","sign":"€"}]}
            """#)
}

@Test func `the sheet says how a tip was rounded`() throws {
    let steps: [BillStep] = [.add(1), .currency(.whole, .none), .amount("77"), .tip("15")]
    #expect(try sheet(steps).contains(#""tipped":"77","tips":"12","about":true,"total":"89""#))
    let cents = try sheet(steps + [.currency(.hundredth, .none), .roundUp(true)])
    #expect(cents.contains(#""tipped":"77.00","tips":"11.55","raise":"0.45","total":"89.00""#))
}

@Test func `the sheet of a bill with items`() throws {
    let json = try sheet(
        .add(1), .basis(.items), .addItem("4.50", "Tea"), .addItem("2", .none), .addOwner(3, 1))
    #expect(json.contains(#"{"item":3,"name":"Tea","price":"4.50","owners":[1]}"#))
    #expect(json.contains(#"{"item":4,"price":"2.00","owners":[]}],"sum":"6.50""#))
    #expect(json.contains(#""total":"6.50","unassigned":"2.00","open":"6.50""#))
    #expect(json.contains(#"{"from":1,"to":"till","amount":"4.50","sign":""}"#))
    #expect(json.contains(#"{"from":"unassigned","to":"till","amount":"2.00","sign":""}"#))
}

@Test func `the sheet of a bill that cannot be split`() throws {
    #expect(try sheet().contains(#""wrong":"nobody""#))
    #expect(try sheet(.add(1), .basis(.amount), .weight(1, 0)).contains(#""wrong":"noWeight""#))
    let beyond = try sheet(.basis(.percent), .add(1), .weight(1, 101))
    #expect(beyond.contains(#""percents":101,"#) && beyond.contains(#""wrong":"percentBeyond""#))
    #expect(try sheet(.add(1), .basis(.percent), .weight(1, 100)).contains(#""evened":true"#))
    #expect(try sheet(.add(1), .tax("1")).contains(#""wrong":"taxBeyondAmount""#))
    let differ = try sheet(
        .add(1), .basis(.items), .addItem("4", .none), .addItem("-1", .none), .addOwner(4, 1))
    #expect(differ.contains(#""wrong":"signsDiffer","of":1"#))
}

@Test(
    arguments: [
        ([.add(1), .tip("15")], #""what":"tip","bill":1,"from":"0","to":"15""#),
        ([.add(1), .add(2)], #""what":"add","bill":1,"who":2"#),
        ([.add(1), .removePerson(1)], #""what":"startOver","bill":1"#),
        ([.add(1), .add(2), .removePerson(1)], #""what":"take","bill":1,"who":1"#),
        ([.amount("9")], #""what":"amount","bill":1,"from":"0.00","to":"9.00","sign":"""#),
        ([.tax("9")], #""what":"tax","bill":1,"from":"0.00","to":"9.00","sign":"""#),
        ([.title("Taxi")], #""what":"title","bill":1,"title":"Taxi","from":"","to":"Taxi""#),
        ([.currency(.whole, "JPY")], #""what":"currency","bill":1,"from":"","to":"JPY""#),
        ([.basis(.items)], #""what":"split","bill":1,"from":"even","to":"items""#),
        ([.tipBase(.pretax)], #""what":"tipOn","bill":1"#),
        ([.roundUp(true)], #""what":"roundUp","bill":1"#),
        ([.addItem("4.5", "Tea")], #""what":"item","bill":1,"name":"Tea","to":"4.50","sign":"""#),
        (
            [.add(1), .addItem("4.5", "Tea"), .dropItem(2)],
            #""what":"drop","bill":1,"name":"Tea","to":"4.50","sign":"""#
        ),
        (
            [.addItem("4.5", "Tea"), .price(1, "5")],
            #""what":"price","bill":1,"name":"Tea","from":"4.50","to":"5.00","sign":"""#
        ),
        (
            [.addItem("4.5", "Tea"), .add(1), .addOwner(1, 1)],
            #""what":"owner","bill":1,"name":"Tea""#
        ),
        (
            [.add(1), .paid(1, "9")],
            #""what":"paid","bill":1,"who":1,"from":"0.00","to":"9.00","sign":"""#
        ),
        (
            [.add(1), .add(2), .basis(.amount), .weight(2, 3)],
            #""what":"weight","bill":1,"who":2,"from":1,"to":3"#
        ),
        ([.add(1), .amount("9"), .startOver], #""what":"startOver","bill":1"#),
        ([.add(1), .new], #""what":"new","bill":2"#),
        ([.add(1), .new, .removeBill], #""what":"removeBill","bill":2"#),
    ] as [([BillStep], String)])
func `the sheet names the change that can be undone`(steps: [BillStep], name: String) throws {
    let json = try sheet(steps)
    let number = steps.count
    #expect(json.contains(#""undo":{"by":1,"n":\#(number),\#(name)}"#), "\(json)")
}

@Test func `the sheet lists all bills, and debts and payments in every currency`() throws {
    let json = try sheet(
        .add(1), .add(2), .amount("90"), .paid(1, "90"), .settle(2, 1, "45"), .new,
        .currency(.whole, "JPY"), .amount("900"), .paid(2, "900"), .new)
    #expect(
        json.contains(
            #""bills":[{"bill":1,"sign":"","amount":"90.00","paid":true,"total":"90.00","state":"settled"},"#
                + #"{"bill":6,"sign":"JPY","amount":"900","paid":true,"total":"900","state":"open"},"#
                + #"{"bill":10,"sign":"JPY","amount":"0","total":"0","state":"empty"}]"#))
    #expect(json.contains(#""debts":[{"from":1,"to":2,"amount":"450","sign":"JPY"}]"#))
    #expect(json.contains(#""settled":[{"payment":5,"from":2,"to":1,"amount":"45.00","sign":""}]"#))
}

extension AmountText: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) {
        guard let amount = AmountText(Array(text.utf8)) else { preconditionFailure(text) }
        self = amount
    }
}

extension PersonName: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) {
        guard let name = PersonName(Array(text.utf8)) else { preconditionFailure(text) }
        self = name
    }
}

@Test func `the sheet names everybody whom the bills or their changes refer to`() throws {
    let second = try sheet(.add(1), .addGuest("Opa"), .paid(2, "9"), .new, .removePerson(2))
    #expect(second.contains(#""guests":[{"who":2,"name":"Opa","other":true}]"#))
    var room = Room()
    for draft in [
        Draft(.make(RoomSetup(keypad: .simple, salt: Fingerprint(high: 0, low: 0)))),
        Draft(.enter(Entrance(identity: Fingerprint(high: 0, low: 1), pen: 1, name: "Ada"))),
        Draft(.enter(Entrance(identity: Fingerprint(high: 0, low: 2), pen: 1, name: "Ben"))),
        Draft(.bill(.tip("10")), signature: Signature(author: 2, pen: 0, number: 1)),
        Draft(.remove(2), signature: Signature(author: 1, pen: 0, number: 1)),
    ] {
        _ = room.apply(Event(sequence: room.sequence + 1, time: 1, draft: draft))
    }
    let json = String(decoding: BillSheet(room.bills, showing: 1).json, as: UTF8.self)
    #expect(json.contains(#""undo":{"by":2,"n":1,"what":"tip""#))
    #expect(json.contains(#""guests":[{"who":2,"name":"Ben"}]"#))
}
