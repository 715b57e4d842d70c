import ExactNumbers
import Testing
import SeededNumbers

@testable import CalculatorEngine

/// A bill after random steps, of which some are impossible.
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
        ]
        try? bill.apply(changes[random.next(below: changes.count)])
        if let tip = try? BillTip(tenThousandths: amount) { try? bill.apply(.setTip(tip)) }
    }
    return bill
}

@Test func `E340 E341 random bills come back as they were`() {
    var random = SplitMix(seed: 340)
    for number in 0..<4_000 {
        let bill = randomBill(&random)
        guard bill.comesBack else {
            Issue.record("bill \(number): \(bill)")
            return
        }
    }
}

@Test func `E342 any bytes are refused or give a bill within the limits`() {
    var random = SplitMix(seed: 342)
    var taken = 0
    for _ in 0..<8_000 {
        let bytes = random.mutated(randomBill(&random).form)
        guard var copy = Bill(form: bytes) else { continue }
        taken += 1
        #expect(copy.form == bytes)
        _ = try? copy.split()
        _ = try? copy.settlement()
        try? copy.apply(.addOwner(1, item: 1))
        #expect(copy.comesBack)
    }
    #expect(taken > 1000)
}

@Test func `E342 bills beyond the limits are refused`() {
    let empty: [UInt8] = [2, 3, 0, 0, 0, 0]
    #expect(Bill(form: empty + [0, 0]) == Bill())
    #expect(Bill(form: [1, 0, 0, 0, 0, 0, 0, 0]) == nil)
    // Somebody twice, an owner who is not there, owners out of order, and one twice.
    #expect(Bill(form: empty + [2, 1, 2, 0, 1, 2, 0, 0]) == nil)
    #expect(Bill(form: empty + [1, 1, 2, 0, 1, 1, 0, 1, 2]) == nil)
    let two: [UInt8] = [2, 1, 2, 0, 2, 2, 0]
    #expect(Bill(form: empty + two + [1, 1, 0, 2, 1, 2]) != nil)
    #expect(Bill(form: empty + two + [1, 1, 0, 2, 2, 1]) == nil)
    #expect(Bill(form: empty + two + [1, 1, 0, 2, 1, 1]) == nil)
    // An item twice, and a weight below zero.
    #expect(Bill(form: empty + two + [2, 1, 0, 0, 1, 0, 0]) == nil)
    #expect(Bill(form: empty + [1, 1, 1, 0, 0]) == nil)
}

@Test func `E343 the form of a bill is the same on every machine`() throws {
    var bill = try Bill.amount("95.00", weights: [1, 3])
    bill = try bill.charging(tax: "7.00", tip: "12.5", on: .pretax).paid("95.00")
    try bill.apply([.addItem(9, amount: -50), .addOwner(2, item: 9), .addOwner(1, item: 9)])
    #expect(
        bill.form == [
            2, 0, 1, 0xB8, 0x94, 1, 0xF8, 0x0A, 0x90, 0xA1, 0x0F, 2, 1, 2, 0xB8, 0x94, 1, 2, 6, 0,
            1, 9, 99, 2, 1, 2,
        ])
}

@Test func `E342 lines that no calculator writes are refused`() {
    let line = Calculation(
        expression: Array("2 × 3".utf8), outcome: .number(Number(6), text: [0x36]))
    #expect(line.form == [6, 0x32, 0x20, 0xC3, 0x97, 0x20, 0x33, 1, 0, 6, 1, 0x36])
    #expect(line.comesBack)
    #expect(Calculation(form: [0, 0]) == nil)
    #expect(Calculation(form: [1, 0x32, 0]) != nil)
    // A control character, halves of characters, and characters written too long.
    for text: [UInt8] in [
        [10], [0xC3], [0x97], [0xC0, 0xB2], [0xE0, 0x82, 0xB2], [0xB2, 0xB2], [0xF0, 0x9F, 1],
    ] {
        #expect(Calculation(form: [UInt8(text.count)] + text + [0]) == nil, "\(text)")
    }
    #expect(Calculation(form: [1, 0x32, 1, 0, 6, 1, 0x3C]) == nil)
    #expect(Calculation(form: [1, 0x32, 1, 0, 6, 0]) == nil)
}

@Test func `E342 any bytes are refused or give a line of text`() {
    var random = SplitMix(seed: 3420)
    var calculator = Calculator(.scientific)
    for _ in 0..<20_000 {
        guard let line = calculator.press(random.key()).calculation else { continue }
        let bytes = random.mutated(line.form)
        guard let copy = Calculation(form: bytes) else { continue }
        #expect(copy.form == bytes && copy.expression.isText)
    }
}

@Test func `E340 lines with the longest numbers come back as they were`() {
    var calculator = typed(.scientific, "2 / 3 EE 3 1 = neg MS C MR")
    for _ in 0..<60 { calculator.type("+ MR") }
    #expect(calculator.type("=")?.comesBack == true)
    guard let line = calculator.type("="), case .number(_, let text) = line.outcome else {
        Issue.record("no line")
        return
    }
    #expect(line.comesBack)
    #expect(shown(.scientific, "2 / 3 EE 3 1 = neg").count == EngineLimits.numberBytesMax)
    #expect(text.count <= EngineLimits.numberBytesMax)
}
