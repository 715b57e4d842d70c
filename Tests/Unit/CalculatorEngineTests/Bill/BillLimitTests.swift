import Testing

@testable import CalculatorEngine

private let amountMax = BillLimits.amountMax

@Test func `the numbers of people and items are limited`() throws {
    var bill = Bill()
    for number in 1...BillLimits.peopleMax { try bill.apply(.addPerson(UInt32(number))) }
    #expect(throws: BillError.tooManyPeople) { try bill.apply(.addPerson(0)) }
    for number in 1...BillLimits.itemsMax { try bill.apply(.addItem(UInt64(number), amount: 1)) }
    #expect(throws: BillError.tooManyItems) { try bill.apply(.addItem(0, amount: 1)) }
}

@Test func `the number of owners of all items is limited`() throws {
    var bill = Bill()
    for number in 1...BillLimits.peopleMax { try bill.apply(.addPerson(UInt32(number))) }
    for item in 1...UInt64(BillLimits.ownersMax / BillLimits.peopleMax) {
        try bill.apply(.addItem(item, amount: 1))
        try bill.apply(bill.people.map { .addOwner($0.number, item: item) })
    }
    try bill.apply([.addItem(0, amount: 1), .addOwner(1, item: 1)])
    #expect(throws: BillError.tooManyOwners) { try bill.apply(.addOwner(1, item: 0)) }
}

@Test(arguments: [amountMax, -amountMax])
func `no bill within the limits overflows`(amount: Int64) throws {
    let bill = try fullBill(amount: amount)
    let split = try bill.split()
    let items = Int64(BillLimits.itemsMax) * amount
    #expect(split.tip == (items + amount) * 10)
    #expect(split.total == (items + amount) * 11)
    #expect(split.shares.reduce(split.unassigned) { $0 + $1.amount } == split.total)
    #expect(try bill.settlement().transfers.count < bill.people.count + 2)
}

@Test(arguments: [amountMax, -amountMax])
func `no amount within the limits overflows`(amount: Int64) throws {
    var bill = try fullBill(amount: amount)
    try bill.apply([.setBasis(.amount), .setAmount(amount), .setTax(0)])
    for person in bill.people {
        try bill.apply(.setWeight(BillLimits.weightMax, person: person.number))
    }
    let split = try bill.split()
    #expect(split.total == amount * 11)
    #expect(split.shares.reduce(0) { $0 + $1.amount } == split.total)
}

/// A bill that reaches every limit. Its items are shared by 1, 2, 3… people, so that the exact sums
/// have the longest denominators.
private func fullBill(amount: Int64) throws -> Bill {
    var bill = try Bill(
        .setUnit(.thousandth), .setBasis(.items), .setTax(amount),
        .setTip(BillTip(tenThousandths: BillLimits.tipMax)))
    for number in 1...UInt32(BillLimits.peopleMax) {
        try bill.apply([.addPerson(number), .setPaid(-amount, person: number)])
    }
    for item in 1...BillLimits.itemsMax {
        try bill.apply(.addItem(UInt64(item), amount: amount))
        for owner in 1...(item > 85 ? 2 : item) {
            try bill.apply(.addOwner(UInt32(owner), item: UInt64(item)))
        }
    }
    return bill
}
