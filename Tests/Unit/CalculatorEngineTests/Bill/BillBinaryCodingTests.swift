import ExactNumbers
import Testing
import SeededNumbers

@testable import CalculatorEngine

/// A bill after random changes, some of them invalid.
private func randomBill(_ random: inout SplitMix) -> Bill {
    var bill = Bill(unit: [.whole, .hundredth, .thousandth][random.next(below: 3)])
    for _ in 0..<random.next(below: 60) {
        let person = UInt32(random.next(below: 6))
        let item = UInt64(random.next(below: 6))
        let amount = Int64(random.next(below: 100_000)) - 50_000
        let changes: [BillChange] = [
            .addPerson(person), .removePerson(person), .setWeight(amount, person: person),
            .setPaid(amount, person: person), .setBasis(.items), .setAmount(amount),
            .addItem(item, amount: amount), .removeItem(item), .addOwner(person, item: item),
            .addOwner(person, item: item), .removeOwner(person, item: item), .setTax(amount),
            .setTipBase(.pretax), .addPerson(person), .addItem(item, amount: -amount),
            .setBasis(.percent), .scalePercents,
        ]
        try? bill.apply(changes[random.next(below: changes.count)])
        if let tip = try? BillTip(tenThousandths: amount) { try? bill.apply(.setTip(tip)) }
    }
    return bill
}

@Test func `random bills survive encoding and decoding`() {
    var random = SplitMix(seed: 340)
    for number in 0..<4_000 {
        let bill = randomBill(&random)
        guard bill.roundTrips else {
            Issue.record("bill \(number): \(bill)")
            return
        }
    }
}

@Test func `random bytes are rejected or decode to a bill within the limits`() {
    var random = SplitMix(seed: 342)
    var decodedCount = 0
    for _ in 0..<8_000 {
        let bytes = random.mutated(randomBill(&random).encoding)
        guard var copy = Bill(encoding: bytes) else { continue }
        decodedCount += 1
        #expect(copy.encoding == bytes)
        _ = try? copy.split()
        _ = try? copy.settlement()
        try? copy.apply(.addOwner(1, item: 1))
        #expect(copy.roundTrips)
    }
    #expect(decodedCount > 1000)
}

@Test func `encodings of invalid bills are rejected`() {
    let empty: [UInt8] = [2, 3, 0, 0, 0, 0]
    #expect(Bill(encoding: empty + [0, 0]) == Bill())
    #expect(Bill(encoding: [1, 0, 0, 0, 0, 0, 0, 0]) == nil)
    // A duplicate person, an owner who is not a person, owners out of order, a duplicate owner.
    #expect(Bill(encoding: empty + [2, 1, 2, 0, 1, 2, 0, 0]) == nil)
    #expect(Bill(encoding: empty + [1, 1, 2, 0, 1, 1, 0, 1, 2]) == nil)
    let two: [UInt8] = [2, 1, 2, 0, 2, 2, 0]
    #expect(Bill(encoding: empty + two + [1, 1, 0, 2, 1, 2]) != nil)
    #expect(Bill(encoding: empty + two + [1, 1, 0, 2, 2, 1]) == nil)
    #expect(Bill(encoding: empty + two + [1, 1, 0, 2, 1, 1]) == nil)
    // A duplicate item, and a negative weight.
    #expect(Bill(encoding: empty + two + [2, 1, 0, 0, 1, 0, 0]) == nil)
    #expect(Bill(encoding: empty + [1, 1, 1, 0, 0]) == nil)
}

@Test func `the encoding of a bill is fixed`() throws {
    var bill = try Bill.amount("95.00", weights: [1, 3])
    bill = try bill.charging(tax: "7.00", tip: "12.5", on: .pretax).paid("95.00")
    try bill.apply([.addItem(9, amount: -50), .addOwner(2, item: 9), .addOwner(1, item: 9)])
    #expect(
        bill.encoding == [
            2, 0, 1, 0xB0, 0xCC, 0x0B, 0xB0, 0x6D, 0x90, 0xA1, 0x0F, 2, 1, 2, 0xB0, 0xCC, 0x0B, 2,
            6, 0, 1, 9, 99, 2, 1, 2,
        ])
}

@Test func `encodings of invalid lines are rejected`() {
    let line = Calculation(
        expression: Array("2 × 3".utf8), outcome: .number(Number(6), text: [0x36]))
    #expect(line.encoding == [6, 0x32, 0x20, 0xC3, 0x97, 0x20, 0x33, 1, 0, 6, 1, 0x36])
    #expect(line.roundTrips)
    #expect(Calculation(encoding: [0, 0]) == nil)
    #expect(Calculation(encoding: [1, 0x32, 0]) != nil)
    // A control character, incomplete characters, overlong characters, and a character of four bytes.
    for text: [UInt8] in [
        [10], [0xC3], [0x97], [0xC0, 0xB2], [0xE0, 0x82, 0xB2], [0xB2, 0xB2], [0xF0, 0x9F, 1],
    ] {
        #expect(Calculation(encoding: [UInt8(text.count)] + text + [0]) == nil, "\(text)")
    }
    #expect(Calculation(encoding: [1, 0x32, 1, 0, 6, 1, 0x3C]) == nil)
    #expect(Calculation(encoding: [1, 0x32, 1, 0, 6, 0]) == nil)
}

@Test func `random bytes are rejected or decode to a line of text`() {
    var random = SplitMix(seed: 3420)
    var calculator = Calculator(.scientific)
    for _ in 0..<20_000 {
        guard let line = calculator.press(random.key()).calculation else { continue }
        let bytes = random.mutated(line.encoding)
        guard let copy = Calculation(encoding: bytes) else { continue }
        #expect(copy.encoding == bytes && copy.expression.isText)
    }
}

@Test func `lines with the longest numbers survive encoding and decoding`() {
    var calculator = typed(.scientific, "2 / 3 EE 3 1 = neg MS C MR")
    for _ in 0..<60 { calculator.type("+ MR") }
    #expect(calculator.type("=")?.roundTrips == true)
    guard let line = calculator.type("="), case .number(_, let text) = line.outcome else {
        Issue.record("no line")
        return
    }
    #expect(line.roundTrips)
    #expect(shown(.scientific, "2 / 3 EE 3 1 = neg").count == EngineLimits.numberBytesMax)
    #expect(text.count <= EngineLimits.numberBytesMax)
}
