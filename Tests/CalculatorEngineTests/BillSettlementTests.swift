import Testing

@testable import CalculatorEngine

@Test func `E319 whoever paid more than their share is owed the difference`() throws {
    let bill = try Bill.amount("100.00", people: 3)
    #expect(try bill.paid("100.00").shownDebts == "2 → 1 33.33, 3 → 1 33.33")
    #expect(try bill.paid("60.00", "40.00").shownDebts == "3 → 1 26.66, 3 → 2 6.67")
    #expect(try bill.paid("33.34", "33.33", "33.33").shownDebts == "")
}

@Test func `E319 debts of a refund run the other way`() throws {
    let refund = try Bill.amount("-100.00", people: 3).paid("-100.00")
    #expect(refund.shownDebts == "1 → 2 33.33, 1 → 3 33.33")
}

@Test func `E320 a debt that is exactly what somebody is owed goes there`() throws {
    let bill = try Bill.amount("100.00", weights: [10, 0, 0, 40, 50])
    #expect(
        try bill.paid("0", "10.00", "90.00").shownDebts == "1 → 2 10.00, 5 → 3 50.00, 4 → 3 40.00")
}

@Test func `E320 among equals those shown first`() throws {
    let bill = try Bill.amount("40.00", people: 4)
    #expect(try bill.paid("20.00", "20.00").shownDebts == "3 → 1 10.00, 4 → 2 10.00")
    #expect(try bill.paid("25.00", "15.00").shownDebts == "3 → 1 10.00, 4 → 1 5.00, 4 → 2 5.00")
}

@Test func `E321 the till is owed what is not paid and owes what is too much`() throws {
    let bill = try Bill.amount("90.00", people: 3)
    #expect(bill.shownDebts == "1 → till 30.00, 2 → till 30.00, 3 → till 30.00")
    #expect(
        try bill.paid("50.00").shownDebts
            == "2 → till 30.00, 3 → 1 20.00, 3 → till 10.00")
    #expect(try bill.paid("30.00", "30.00", "40.00").shownDebts == "till → 3 10.00")
}

@Test func `E321 what is unassigned is owed by whoever takes it`() throws {
    let bill = try Bill.items([("10.00", [1]), ("5.00", [])])
    #expect(try bill.paid("15.00").shownDebts == "unassigned → 1 5.00")
}

@Test func `E321 a bill that cannot be split has no debts either`() {
    #expect(Bill().shownDebts == "nobody")
}
