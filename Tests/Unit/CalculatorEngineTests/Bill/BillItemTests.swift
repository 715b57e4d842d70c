import Testing

@testable import CalculatorEngine

@Test func `tax and tip are split in proportion to the items`() throws {
    let bill = try Bill.items([("42.00", [1]), ("33.00", [2]), ("25.00", [3])])
    #expect(
        try bill.charging(tax: "8.80", tip: "10", on: .pretax).shown == "49.90 39.20 29.70")
    let other = try Bill.items([("12.50", [1]), ("8.25", [2]), ("19.99", [3])])
    #expect(try other.charging(tip: "18").shown == "14.75 9.73 23.59")
}

@Test func `owners share an item equally and exactly`() throws {
    let coffees = try Bill.items([("0.50", [1, 2, 3]), ("0.50", [1, 2, 3])])
    #expect(coffees.shown == "0.34 0.33 0.33")
    let dinner = try Bill.items([("30.00", [1]), ("20.00", [2]), ("10.00", [1, 2, 3])])
    #expect(dinner.shown == "33.34 23.33 3.33")
    let manyCounts = try Bill.items([("1.00", [1, 2]), ("1.00", [1, 2, 3]), ("1.00", [3])])
    #expect(manyCounts.shown == "0.84 0.83 1.33")
}

@Test func `items without owners are unassigned`() throws {
    let bill = try Bill.items([("10.00", [1]), ("5.00", [])])
    #expect(try bill.charging(tax: "1.00").shown == "10.67 unassigned 5.33")
    #expect(try Bill.items([("5.00", [])]).shown == " unassigned 5.00")
    #expect(
        try Bill.items([("0.01", []), ("0.01", [1])]).charging(tax: "0.01").shown
            == "0.02 unassigned 0.01")
    #expect(try Bill(.setBasis(.items), .addPerson(1)).shown == "0.00")
}

@Test func `a negative item reduces the sum of its owners`() throws {
    #expect(try Bill.items([("42.00", [1]), ("-2.00", [1]), ("8.00", [2])]).shown == "40.00 8.00")
    let refund = try Bill.items([("-10.00", [1, 2, 3]), ("0.00", [1])])
    #expect(refund.shown == "-3.34 -3.33 -3.33")
}

@Test func `a sum whose sign differs from the total is an error`() throws {
    let discount = try Bill.items([("42.00", [1]), ("-2.00", [2])])
    #expect(discount.shown == "\(BillError.signsDiffer(person: 2))")
    let untaken = try Bill.items([("42.00", [1]), ("-2.00", [])])
    #expect(untaken.shown == "\(BillError.signsDiffer(person: nil))")
    let cancelled = try Bill.items([("5.00", [1]), ("-5.00", [2])])
    #expect(cancelled.shown == "\(BillError.signsDiffer(person: 1))")
    let voucher = try Bill.items([("5.00", [1])]).charging(tax: "-6.00")
    #expect(voucher.shown == "\(BillError.signsDiffer(person: 1))")
}

@Test func `a total of zero fits sums of both signs`() throws {
    #expect(
        try Bill.items([("5.00", [1]), ("5.00", [2])]).charging(tax: "-10.00").shown
            == "0.00 0.00")
    #expect(try Bill.items([("5.00", [1]), ("-5.00", [1])]).shown == "0.00")
}

@Test func `tax and tip on items worth zero are unassigned`() throws {
    let bill = try Bill.items([("0.00", [1])]).charging(tax: "2.00", tip: "10")
    #expect(bill.shown == "0.00 unassigned 2.20")
}

@Test func `switching the basis keeps the amount and the items`() throws {
    var bill = try Bill.items([("5.00", [1]), ("7.00", [2])])
    try bill.apply([.setAmount(10_000), .setBasis(.amount)])
    #expect(bill.shown == "5.00 5.00")
    try bill.apply(.setBasis(.items))
    #expect(bill.shown == "5.00 7.00")
}
