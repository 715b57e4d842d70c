import CalculatorEngine
import Testing

@testable import SharedRoom

/// A bill of 95.00 between two.
private func dinner() -> RoomScript {
    var script = RoomScript(people: 2)
    for step in [BillStep.add(1), .add(2), .amount(.text("95.00"))] { script.act(.bill(step)) }
    return script
}

@Test(
    arguments: [
        ("33.333333333333333333333333333333", 3_333), ("0.005", 1), ("0.0049", 0), ("-0.005", -1),
        ("7.", 700), ("0.66666666666666666666666666666667", 67), ("999999999999999.9", nil),
    ] as [(String, Int64?)])
func `R50 an amount is rounded to the currency`(text: String, units: Int64?) {
    var script = dinner()
    let isTaken = script.act(.bill(.amount(.text(text)))) == .taken
    #expect(isTaken == (units != nil))
    #expect(script.room.bill.bill.amount == units ?? 9_500)
}

@Test func `R50 W8 the longest number that a keypad shows is an amount`() throws {
    let small = "0.0000000033333333333333333333333333333333"
    var script = dinner()
    script.act(.keypad(.simple))
    for name in "1 / 3 / 1 0 0 0 0 0 0 0 0 =".split(separator: " ") {
        script.act(.press(try key(String(name))))
    }
    #expect(script.room.calculator.display.main.text == Array(small.utf8))
    #expect(script.act(.bill(.amount(.text(small)))) == .taken)
}

@Test func `R51 a bill has a sign, and keeps it when it starts over`() {
    var script = dinner()
    #expect(script.act(.bill(.sign(.text("NT$")))) == .taken)
    #expect(script.act(.bill(.sign(.text("seventeen letters")))) == .void(.bill))
    script.act(.bill(.startOver))
    #expect(script.room.bill.sign == .text("NT$"))
    #expect(script.room.bill.bill.people.isEmpty)
}

@Test func `R52 the name of an item goes with it`() {
    var script = dinner()
    script.act(.bill(.addItem(.text("4.50"), .text("Tea"))))
    let tea = script.room.sequence
    script.act(.bill(.addItem(.text("9.00"), .none)))
    #expect(script.room.bill.itemNames.map(\.name) == [.text("Tea")])
    #expect(script.room.bill.itemNames.map(\.item) == [UInt64(tea)])
    script.act(.bill(.dropItem(tea)))
    #expect(script.room.bill.itemNames.isEmpty)
    #expect(script.room.bill.bill.items.count == 1)
}

@Test func `R53 a debt is settled, and that is taken back`() throws {
    var script = dinner()
    script.act(.bill(.paid(1, .text("95.00"))))
    #expect(script.act(.bill(.settle(2, 1, .text("47.50")))) == .taken)
    let payment = script.room.sequence
    #expect(try script.room.bill.settlement().transfers.isEmpty)
    #expect(script.act(.bill(.settle(2, 7, .text("1")))) == .void(.bill))
    #expect(script.act(.bill(.unsettle(payment + 1))) == .void(.bill))
    script.act(.bill(.amount(.text("0"))))
    script.act(.bill(.paid(1, .text("0"))))
    #expect(script.act(.bill(.unit(.whole))) == .void(.bill))
    #expect(script.act(.bill(.unsettle(payment))) == .taken)
    #expect(script.act(.bill(.unit(.whole))) == .taken)
    script.act(.bill(.settle(1, 2, .text("3"))))
    script.act(.bill(.take(1)))
    #expect(script.room.bill.settled.isEmpty)
}

@Test func `R53 at most two hundred debts are settled`() {
    var script = dinner()
    for _ in 0..<BillLimits.paymentsMax { script.act(.bill(.settle(1, 2, .text("1")))) }
    #expect(script.act(.bill(.settle(1, 2, .text("1")))) == .void(.bill))
}

@Test func `R34 R51 R52 R53 a bill with all of it comes back from its form`() throws {
    var script = dinner()
    let steps: [BillStep] = [
        .sign(.text("€")), .basis(.percent), .roundUp(true), .addGuest(.text("Opa")),
        .addItem(.text("4.50"), .text("Tea")), .addItem(.text("-1"), .text("Voucher")),
        .settle(2, 1, .text("-3.25")), .settle(1, 2, .text("8")),
    ]
    for step in steps { #expect(script.act(.bill(step)) == .taken) }
    let form = script.room.form
    #expect(try Room(form: form) == script.room)
    let bill = script.room.bill
    #expect(try RoomBill(form: bill.form) == bill)
    for index in bill.form.indices {
        var other = bill.form
        other[index] ^= 1
        if let read = try? RoomBill(form: other) { #expect(read.form == other) }
        #expect((try? RoomBill(form: Array(bill.form.prefix(index)))) == nil)
    }
}
