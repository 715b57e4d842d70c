import Testing

@testable import CalculatorEngine

@Test func `a person who paid more than their share is owed the difference`() throws {
    let bill = try Bill.amount("100.00", people: 3)
    #expect(try bill.paid("100.00").shownDebts == "2 → 1 33.33, 3 → 1 33.33")
    #expect(try bill.paid("60.00", "40.00").shownDebts == "3 → 1 26.66, 3 → 2 6.67")
    #expect(try bill.paid("33.34", "33.33", "33.33").shownDebts == "")
}

@Test func `the debts of a refund are reversed`() throws {
    let refund = try Bill.amount("-100.00", people: 3).paid("-100.00")
    #expect(refund.shownDebts == "1 → 2 33.33, 1 → 3 33.33")
}

@Test func `a debt pays a claim of the same amount first`() throws {
    let bill = try Bill.amount("100.00", weights: [10, 0, 0, 40, 50])
    #expect(
        try bill.paid("0", "10.00", "90.00").shownDebts == "1 → 2 10.00, 5 → 3 50.00, 4 → 3 40.00")
}

@Test func `equal debts are settled in the order shown`() throws {
    let bill = try Bill.amount("40.00", people: 4)
    #expect(try bill.paid("20.00", "20.00").shownDebts == "3 → 1 10.00, 4 → 2 10.00")
    #expect(try bill.paid("25.00", "15.00").shownDebts == "3 → 1 10.00, 4 → 1 5.00, 4 → 2 5.00")
}

@Test func `the till receives the unpaid part and returns an overpayment`() throws {
    let bill = try Bill.amount("90.00", people: 3)
    #expect(bill.shownDebts == "1 → till 30.00, 2 → till 30.00, 3 → till 30.00")
    #expect(
        try bill.paid("50.00").shownDebts
            == "2 → till 30.00, 3 → 1 20.00, 3 → till 10.00")
    #expect(try bill.paid("30.00", "30.00", "40.00").shownDebts == "till → 3 10.00")
}

@Test func `the unassigned part owes its share`() throws {
    let bill = try Bill.items([("10.00", [1]), ("5.00", [])])
    #expect(try bill.paid("15.00").shownDebts == "unassigned → 1 5.00")
}

@Test func `a bill that cannot be split has no settlement`() {
    #expect(Bill().shownDebts == "nobody")
}
