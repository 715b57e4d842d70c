import Testing

@testable import CalculatorEngine

@Test func `weights and percentages begin with an equal split`() throws {
    var bill = try Bill.amount("95.00", weights: [1, 3, 1])
    #expect(bill.shown == "19.00 57.00 19.00")
    try bill.apply(.setBasis(.amount))
    #expect(bill.shown == "19.00 57.00 19.00")
    try bill.apply(.setBasis(.percent))
    #expect(bill.people.map(\.weight) == [34, 33, 33])
    try bill.apply([.setBasis(.even), .setBasis(.amount)])
    #expect(bill.shown == "31.67 31.67 31.66")
    try bill.apply([.setWeight(4, person: 1), .setBasis(.percent)])
    #expect(bill.people.map(\.weight) == [34, 33, 33])
    #expect(Bill().basis == .even)
}

@Test func `equal percentages stay equal when people come and go`() throws {
    var bill = try Bill(.setBasis(.percent), .addPerson(1))
    #expect(bill.people.map(\.weight) == [100])
    try bill.apply([.addPerson(2), .addPerson(3)])
    #expect(bill.people.map(\.weight) == [34, 33, 33])
    try bill.apply(.removePerson(2))
    #expect(bill.people.map(\.weight) == [50, 50])
    try bill.apply([.setWeight(60, person: 1), .setWeight(40, person: 3), .addPerson(4)])
    #expect(bill.people.map(\.weight) == [60, 40, 0])
    try bill.apply(.removePerson(3))
    #expect(bill.people.map(\.weight) == [60, 0])
    try bill.apply(.scalePercents)
    #expect(bill.people.map(\.weight) == [100, 0])
    #expect(bill.roundTrips)
}

@Test func `without an amount the items and the tax become the amount`() throws {
    var bill = try Bill.items([("5.00", [1]), ("7.00", [2])]).charging(tax: "0.60")
    try bill.apply(.setBasis(.even))
    #expect(bill.shown == "6.30 6.30")
    try bill.apply([.setBasis(.items), .addItem(9, amount: 1_000), .setBasis(.amount)])
    #expect(bill.shown == "6.30 6.30")
    #expect(bill.items.count == 3)
}

@Test func `percentages below 100 leave an unassigned part and above 100 are an error`() throws {
    var bill = try Bill.amount("95.00", people: 3)
    try bill.apply(.setBasis(.percent))
    try bill.apply([
        .setWeight(50, person: 1), .setWeight(30, person: 2), .setWeight(10, person: 3),
    ])
    #expect(bill.shown == "47.50 28.50 9.50 unassigned 9.50")
    try bill.apply(.setWeight(20, person: 3))
    #expect(bill.shown == "47.50 28.50 19.00")
    try bill.apply(.setWeight(21, person: 3))
    #expect(bill.shown == "percentBeyond")
    try bill.apply([.setWeight(0, person: 1), .setWeight(0, person: 2), .setWeight(0, person: 3)])
    #expect(bill.shown == "0.00 0.00 0.00 unassigned 95.00")
}

@Test(
    arguments: [
        ([50, 30, 10], [56, 33, 11]), ([1, 1, 1], [34, 33, 33]), ([0, 0, 0], [34, 33, 33]),
        ([0, 5], [0, 100]), ([200, 100], [67, 33]), ([40, 60], [40, 60]), ([], []),
    ] as [([Int64], [Int64])])
func `percentages are scaled to 100`(weights: [Int64], evened: [Int64]) throws {
    let bill = try Bill.amount("1.00", weights: weights)
    #expect(bill.evenedPercents == evened)
    #expect(bill.percentSum == weights.reduce(0, +))
}

@Test(
    arguments: [
        ("85.00", "18", BillUnit.hundredth, 101_000, 16_000),
        ("84.01", "0", .hundredth, 85_000, 990), ("100.00", "10", .hundredth, 110_000, 10_000),
        ("-85.00", "18", .hundredth, -101_000, -16_000),
        ("1.250", "0", .thousandth, 2_000, 750), ("1001", "10", .whole, 1_101_000, 100_000),
        ("0", "20", .hundredth, 0, 0),
    ] as [(String, String, BillUnit, Int64, Int64)])
func `a bill is rounded up to a whole amount`(
    amount: String, tip: String, unit: BillUnit, total: Int64, tips: Int64
) throws {
    var bill = try Bill.amount(amount, people: 3, unit: unit).charging(tip: tip)
    try bill.apply(.setRoundsUp(true))
    let split = try bill.split()
    #expect(split.total == total && split.tip == tips)
    #expect(split.shares.reduce(0) { $0 + $1.amount } == total)
    #expect(bill.roundTrips)
}

@Test func `a share reports a leftover unit`() throws {
    let bill = try Bill.amount("99.99", weights: [1, 2, 4])
    #expect(try bill.split().shares.map(\.hasLeftover) == [false, true, true])
    let even = try Bill.amount("-100.00", people: 3)
    #expect(try even.split().shares.map(\.hasLeftover) == [true, false, false])
}

@Test func `payments reduce the debts`() throws {
    var bill = try Bill.amount("100.00", people: 3).paid("100.00")
    func owed(_ payments: BillPayment...) throws -> [BillSettlement.Transfer] {
        try bill.settlement(after: payments).transfers
    }
    let settled = BillPayment(from: 2, to: 1, amount: 33_330)
    let rest = BillSettlement.Transfer(from: .person(3), to: .person(1), amount: 33_330)
    #expect(try owed(settled) == [rest])
    #expect(try owed(settled, BillPayment(from: 3, to: 1, amount: 33_330)) == [])
    try bill.apply(.removePerson(3))
    let more = BillSettlement.Transfer(from: .person(2), to: .person(1), amount: 16_670)
    #expect(try owed(settled) == [more])
}
