import Testing

@testable import CalculatorEngine

@Test func `shares add up to the bill`() throws {
    #expect(try Bill.amount("95.00", people: 3).shown == "31.67 31.67 31.66")
    #expect(try Bill.amount("0.00", people: 2).shown == "0.00 0.00")
    #expect(try Bill.amount("7.00", people: 1).shown == "7.00")
}

@Test func `leftover units go to the largest remainders`() throws {
    #expect(try Bill.amount("99.99", weights: [1, 2, 4]).shown == "14.28 28.57 57.14")
    #expect(try Bill.amount("1.00", weights: [1, 5]).shown == "0.17 0.83")
    #expect(try Bill.amount("100.00", weights: [2, 3, 3]).shown == "25.00 37.50 37.50")
}

@Test func `equal remainders go to the people shown first`() throws {
    #expect(try Bill.amount("100.00", people: 3).shown == "33.34 33.33 33.33")
    #expect(try Bill.amount("0.01", people: 3).shown == "0.01 0.00 0.00")
    #expect(
        try Bill.amount("30.00", people: 7).shown == "4.29 4.29 4.29 4.29 4.28 4.28 4.28")
}

@Test func `the order shown is the order of adding, not of identifiers`() throws {
    let bill = try Bill(.addPerson(9), .addPerson(4), .setAmount(1_010))
    #expect(try bill.split().shares.map(\.person) == [9, 4])
    #expect(bill.shown == "0.51 0.50")
}

@Test func `weight 0 never gets a leftover unit`() throws {
    #expect(try Bill.amount("10.00", weights: [1, 0, 1, 1]).shown == "3.34 0.00 3.33 3.33")
    #expect(try Bill.amount("0.05", weights: [0, 1, 0]).shown == "0.00 0.05 0.00")
}

@Test func `a refund mirrors the bill`() throws {
    #expect(try Bill.amount("-100.00", people: 3).shown == "-33.34 -33.33 -33.33")
    #expect(try Bill.amount("-99.99", weights: [1, 2, 4]).shown == "-14.28 -28.57 -57.14")
}

@Test func `a bill without people or without weights cannot be split`() throws {
    #expect(try Bill.amount("10.00", people: 0).shown == "nobody")
    #expect(try Bill.amount("10.00", weights: [0, 0]).shown == "noWeight")
}

@Test func `an amount includes its tax`() throws {
    let bill = try Bill.amount("85.00", people: 2)
    #expect(try bill.charging(tax: "7.00").shown == "42.50 42.50")
    #expect(try bill.charging(tax: "85.00").shown == "42.50 42.50")
    #expect(try bill.charging(tax: "86.00").shown == "taxBeyondAmount")
    #expect(try bill.charging(tax: "-7.00").shown == "taxBeyondAmount")
    let refund = try Bill.amount("-85.00", people: 2)
    #expect(try refund.charging(tax: "-7.00", tip: "20", on: .pretax).shown == "-50.30 -50.30")
    #expect(try refund.charging(tax: "7.00").shown == "taxBeyondAmount")
}

@Test func `a tip is a percentage of the amount with or without tax`() throws {
    let bill = try Bill.amount("85.00", people: 2)
    let withTax = try bill.charging(tax: "7.00", tip: "20").split()
    #expect(withTax.tippedAmount == 85_000)
    #expect(withTax.tip == 17_000)
    #expect(withTax.total == 102_000)
    let beforeTax = try bill.charging(tax: "7.00", tip: "20", on: .pretax)
    #expect(try beforeTax.split().tippedAmount == 78_000)
    #expect(try beforeTax.split().tip == 15_600)
    #expect(beforeTax.shown == "50.30 50.30")
}

@Test(arguments: [
    ("0.05", "10", "0.06"), ("-0.05", "10", "-0.06"), ("0.04", "10", "0.04"),
    ("10.00", "12.5", "11.25"), ("0.20", "12.5", "0.23"), ("1000.00", "0.0005", "1000.01"),
    ("1000.00", "0.0004", "1000.00"), ("3.00", "1000", "33.00"), ("3.00", "0", "3.00"),
])
func `a tip is rounded half away from zero`(
    amount: String, tip: String, total: String
) throws {
    #expect(try Bill.amount(amount, people: 1).charging(tip: tip).shown == total)
}

@Test func `a currency has two decimals, none or three`() throws {
    #expect(try Bill.amount("1000", people: 3, unit: .whole).shown == "334 333 333")
    #expect(try Bill.amount("1.250", people: 3, unit: .thousandth).shown == "0.417 0.417 0.416")
}

@Test func `changing the currency there and back restores every amount`() throws {
    var bill = try Bill.amount("76.80", people: 2).charging(tax: "5.55", tip: "15").paid("80.45")
    try bill.apply([.addItem(1, amount: 12_345), .addItem(2, amount: 500), .setRoundsUp(true)])
    let before = bill
    try bill.apply(.setUnit(.whole))
    #expect(bill.shown == "45 44")
    #expect(bill.shownDebts == "2 → 1 35, 2 → till 9")
    #expect(bill.rounded.items.map(\.amount) == [12_000, 1_000])
    try bill.apply(.setUnit(.hundredth))
    #expect(bill == before)
}

@Test func `shown items add up to the shown sum`() throws {
    var bill = try Bill.items([("0.50", [1]), ("0.50", [2]), ("0.49", [1])])
    try bill.apply(.setUnit(.whole))
    #expect(bill.rounded.items.map { bill.shown($0.amount) } == ["1", "1", "0"])
    #expect(bill.shown == "1 1")
    #expect(try bill.split().total == 2_000)
}

@Test(arguments: [
    ("95", "95.00"), ("95.00", "95.00"), (".5", "0.50"), ("7.", "7.00"), ("-12.5", "-12.50"),
    ("-0.00", "0.00"), ("-0.07", "-0.07"), ("000000000000000000012", "12.00"),
    ("999999999999.99", "999999999999.99"),
])
func `an amount is parsed and formatted`(text: String, written: String) throws {
    let amount = try BillUnit.hundredth.amount(text.utf8)
    #expect(String(decoding: BillUnit.hundredth.text(amount), as: UTF8.self) == written)
}

@Test(arguments: [
    ("", BillError.notANumber), ("-", .notANumber), (".", .notANumber), ("+5", .notANumber),
    ("1.2.3", .notANumber), ("12,50", .notANumber), ("1e2", .notANumber), ("--1", .notANumber),
    (" 1", .notANumber), ("5-", .notANumber), ("１", .notANumber),
    ("0.000", .tooManyDecimals(most: 2)), ("1000000000000.00", .amountOutOfRange),
    ("-1000000000000", .amountOutOfRange), ("99999999999999999999999", .amountOutOfRange),
])
func `text that is not an amount is rejected`(text: String, error: BillError) {
    #expect(throws: error) { try BillUnit.hundredth.amount(text.utf8) }
}
