import CalculatorEngine
import Testing

@testable import SharedRoom

/// A bill of 95.00 for two people.
private func dinner() -> RoomScript {
    var script = RoomScript(people: 2)
    for step in [BillStep.add(1), .add(2), .amount(.text("95.00"))] { script.act(.bill(step)) }
    return script
}

@Test(
    arguments: [
        ("33.333333333333333333333333333333", 33_330), ("0.005", 10), ("0.0049", 0),
        ("-0.005", -10), ("7.", 7_000), ("0.66666666666666666666666666666667", 670),
        ("999999999999999.9", nil),
    ] as [(String, Int64?)])
func `an amount is rounded to the currency`(text: String, amount: Int64?) {
    var script = dinner()
    let isTaken = script.act(.bill(.amount(.text(text)))) == .applied
    #expect(isTaken == (amount != nil))
    #expect(script.room.bill.bill.amount == amount ?? 95_000)
}

@Test func `the longest number that a keypad shows is a valid amount`() throws {
    let small = "0.0000000033333333333333333333333333333333"
    var script = dinner()
    script.act(.keypad(.simple))
    for name in "1 / 3 / 1 0 0 0 0 0 0 0 0 =".split(separator: " ") {
        script.act(.press(try key(String(name))))
    }
    #expect(script.room.calculator.display.main.text == Array(small.utf8))
    #expect(script.act(.bill(.amount(.text(small)))) == .applied)
}

@Test func `a bill keeps its currency sign when it starts over`() {
    var script = dinner()
    #expect(script.act(.bill(.currency(.whole, .text("NT$")))) == .applied)
    let long = BillStep.currency(.thousandth, .text("seventeen letters"))
    #expect(script.act(.bill(long)) == .void(.bill))
    #expect(script.room.bill.bill.unit == .whole)
    script.act(.bill(.startOver))
    #expect(script.room.bill.sign == .text("NT$"))
    #expect(script.room.bill.bill.people.isEmpty)
}

@Test func `removing an item removes its name`() {
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

@Test func `settling a debt can be undone`() throws {
    var script = dinner()
    script.act(.bill(.paid(1, .text("95.00"))))
    #expect(script.act(.bill(.settle(2, 1, .text("47.50")))) == .applied)
    let payment = script.room.sequence
    #expect(script.room.bills.settlement(inCurrencyOf: script.room.bill).transfers.isEmpty)
    #expect(script.act(.bill(.settle(2, 7, .text("1")))) == .void(.bill))
    #expect(script.act(.bill(.unsettle(payment + 1))) == .void(.bill))
    #expect(script.act(.bill(.unsettle(payment))) == .applied)
    script.act(.bill(.settle(1, 2, .text("3"))))
    script.act(.bill(.removePerson(1)))
    #expect(script.room.bills.settled.isEmpty)
}

@Test func `the currency changes there and back in single steps, also with settled debts`() throws {
    var script = dinner()
    for step in [
        BillStep.amount(.text("76.80")), .paid(1, .text("76.80")), .settle(2, 1, .text("38.40")),
        .addItem(.text("4.55"), .none),
    ] {
        script.act(.bill(step))
    }
    let before = script.room.bill
    #expect(script.act(.bill(.currency(.whole, .text("JPY")))) == .applied)
    #expect(try script.room.bill.bill.split().shares.map(\.amount) == [39_000, 38_000])
    #expect(script.room.bills.settlement(inCurrencyOf: script.room.bill).transfers.isEmpty)
    #expect(script.act(.bill(.currency(.hundredth, .none))) == .applied)
    #expect(script.room.bill == before)
}

@Test func `at most two hundred debts can be settled`() {
    var script = dinner()
    for _ in 0..<BillLimits.paymentsMax { script.act(.bill(.settle(1, 2, .text("1")))) }
    #expect(script.act(.bill(.settle(1, 2, .text("1")))) == .void(.bill))
}

@Test func `complete bills can be decoded from their encoding`() throws {
    var script = dinner()
    let steps: [BillStep] = [
        .currency(.hundredth, .text("€")), .basis(.percent), .roundUp(true),
        .addGuest(.text("Opa")), .addItem(.text("4.50"), .text("Tea")), .title(.text("Café")),
        .addItem(.text("-1"), .text("Voucher")), .settle(2, 1, .text("-3.25")),
        .settle(1, 2, .text("8")), .new,
    ]
    for step in steps { #expect(script.act(.bill(step)) == .applied) }
    let second = script.room.sequence
    #expect(script.act(.bill(.tip(.text("10")), in: second)) == .applied)
    script.undoBills()
    script.act(.remove(2))
    let snapshot = script.room.snapshot
    #expect(try Room(decoding: snapshot) == script.room)
    let bills = script.room.bills
    #expect(bills.departed.map(\.number) == [2])
    let form = bills.sheetForm
    let read = try RoomBills(sheetForm: form)
    #expect(read.all == bills.all && read.guests == bills.guests && read.settled == bills.settled)
    #expect(read.history.last == bills.history.last)
    #expect(read.history.lastUndone == bills.history.lastUndone)
    for index in form.indices {
        var other = form
        other[index] ^= 1
        if let read = try? RoomBills(sheetForm: other) { #expect(read.sheetForm == other) }
        #expect((try? RoomBills(sheetForm: Array(form.prefix(index)))) == nil)
    }
}
