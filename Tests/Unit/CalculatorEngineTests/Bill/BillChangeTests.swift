import Testing

@testable import CalculatorEngine

private let start = [
    BillChange.addPerson(1), .addPerson(2), .addItem(7, amount: 500), .addOwner(1, item: 7),
]

@Test(arguments: [
    (BillChange.addPerson(2), BillError.personExists(2)),
    (.removePerson(3), .personUnknown(3)),
    (.setWeight(1, person: 3), .personUnknown(3)),
    (.setWeight(-1, person: 1), .weightOutOfRange),
    (.setWeight(1_000_000_000_000, person: 1), .weightOutOfRange),
    (.setPaid(1, person: 3), .personUnknown(3)),
    (.setPaid(.min, person: 1), .amountOutOfRange),
    (.setAmount(1_000_000_000_000_000), .amountOutOfRange),
    (.addItem(7, amount: 1), .itemExists(7)),
    (.addItem(8, amount: .max), .amountOutOfRange),
    (.removeItem(8), .itemUnknown(8)),
    (.setItemAmount(1, item: 8), .itemUnknown(8)),
    (.setItemAmount(.min, item: 7), .amountOutOfRange),
    (.addOwner(3, item: 7), .personUnknown(3)),
    (.addOwner(1, item: 8), .itemUnknown(8)),
    (.removeOwner(3, item: 7), .personUnknown(3)),
    (.removeOwner(1, item: 8), .itemUnknown(8)),
    (.setTax(-1_000_000_000_000_000), .amountOutOfRange),
])
func `an invalid change throws its reason and changes nothing`(
    change: BillChange, error: BillError
) throws {
    var bill = Bill()
    try bill.apply(start)
    let before = bill
    #expect(throws: error) { try bill.apply(change) }
    #expect(bill == before)
}

@Test(arguments: ["-1", "1000.0001", "99999999999999999999"])
func `a tip out of range is rejected`(text: String) {
    #expect(throws: BillError.tipOutOfRange) { try BillTip(text.utf8) }
}

@Test func `an item keeps its identifier when others are removed`() throws {
    var bill = try Bill(.setBasis(.items), .addPerson(1), .addPerson(2))
    try bill.apply([.addItem(5, amount: 1_000), .addItem(6, amount: 2_000), .addOwner(2, item: 6)])
    try bill.apply([.removeItem(5), .setItemAmount(3_000, item: 6)])
    #expect(bill.shown == "0.00 3.00")
    try bill.apply([.removeOwner(2, item: 6), .addOwner(1, item: 6)])
    #expect(bill.shown == "3.00 0.00")
}

@Test func `adding an owner twice has no further effect`() throws {
    var bill = try Bill.items([("9.00", [1, 2])])
    try bill.apply([.addOwner(1, item: 1), .addOwner(2, item: 1)])
    #expect(bill.shown == "4.50 4.50")
    try bill.apply([.removeOwner(2, item: 1), .removeOwner(2, item: 1)])
    #expect(bill.shown == "9.00 0.00")
}

@Test func `removing a person removes their payment and their ownership`() throws {
    var bill = try Bill.items([("6.00", [1]), ("4.00", [1, 2])]).paid("10.00")
    try bill.apply(.removePerson(1))
    #expect(bill.shown == "4.00 unassigned 6.00")
    #expect(bill.shownDebts == "unassigned → till 6.00, 2 → till 4.00")
}

@Test func `equal bills have equal representations`() throws {
    let one = try Bill.items([("9.00", [3, 1, 2])])
    var other = try Bill.items([("8.00", [1, 2, 3])])
    #expect(one != other)
    try other.apply([.setItemAmount(9_000, item: 1), .setTax(5), .setTax(0)])
    #expect(one == other)
    #expect(one.items[0].owners == [1, 2, 3])
}
