import CalculatorEngine
import RunningPrograms
import SeededNumbers
import Testing

@testable import SharedRoom

/// Two participants in the first bill, and a second bill with the same people.
private func trip() -> (RoomScript, second: Int64) {
    var script = RoomScript(people: 3)
    for step in [BillStep.add(1), .add(2), .amount(.text("90")), .paid(1, .text("90")), .new] {
        script.act(.bill(step))
    }
    return (script, script.room.sequence)
}

@Test func `a bill is created with the people and the currency of another`() throws {
    var script = RoomScript(people: 2)
    let steps: [BillStep] = [
        .currency(.whole, .text("JPY")), .add(1), .addGuest(.text("Ann")),
        .addGuest(.text("Ben")),
        .amount(.text("900")), .tip(.text("10")), .tipBase(.pretax), .basis(.amount),
        .weight(1, 2), .paid(1, .text("900")), .new,
    ]
    for step in steps { #expect(script.act(.bill(step)) == .applied) }
    let second = try #require(script.room.bills[script.room.sequence])
    #expect(second.bill.people.map(\.number) == [1, 3, 4])
    #expect(second.bill.people.map(\.weight) == [1, 1, 1])
    #expect(second.bill.people.allSatisfy { $0.paid == 0 })
    #expect(second.bill.amount == 0 && second.bill.tip == .none && second.bill.basis == .even)
    #expect(second.bill.tipBase == .pretax && second.hasCurrency(of: script.room.bill))
    #expect(script.room.bills.guests.map(\.name) == [.text("Ann"), .text("Ben")])
}

@Test func `a step changes the bill that it names`() {
    var (script, second) = trip()
    #expect(script.act(.bill(.amount(.text("30")), in: second)) == .applied)
    #expect(script.act(.bill(.title(.text("Taxi")), in: second)) == .applied)
    #expect(script.act(.bill(.amount(.text("1")), in: second + 1)) == .void(.bill))
    #expect(script.room.bills.all.map(\.bill.amount) == [90_000, 30_000])
    #expect(script.room.bills[second]?.title == .text("Taxi"))
}

@Test func `debts are netted over the bills with the same currency`() {
    var (script, second) = trip()
    script.act(.bill(.amount(.text("30")), in: second))
    script.act(.bill(.paid(2, .text("30")), in: second))
    let first = script.room.bill
    let transfers = script.room.bills.settlement(inCurrencyOf: first).transfers
    #expect(
        transfers == [BillSettlement.Transfer(from: .person(2), to: .person(1), amount: 30_000)])
    script.act(.bill(.settle(2, 1, .text("30")), in: second))
    #expect(script.room.bills.settlement(inCurrencyOf: first).transfers.isEmpty)
    // In another currency the second bill and its payment count for themselves.
    script.act(.bill(.currency(.hundredth, .text("CHF")), in: second))
    #expect(
        script.room.bills.settlement(inCurrencyOf: first).transfers
            == [BillSettlement.Transfer(from: .person(2), to: .person(1), amount: 45_000)])
    #expect(script.room.bills.settledDebts(inCurrencyOf: first).isEmpty)
}

@Test func `a removed bill leaves its payments to another with the same currency`() {
    var (script, second) = trip()
    script.act(.bill(.settle(2, 1, .text("45")), in: second))
    #expect(script.act(.bill(.removeBill, in: second)) == .applied)
    #expect(script.room.bills.settled.map(\.bill) == [RoomBill.first])
    #expect(script.act(.bill(.removeBill)) == .void(.bill))
    script.act(.bill(.new))
    let third = script.room.sequence
    script.act(.bill(.currency(.whole, .text("JPY")), in: third))
    #expect(script.act(.bill(.removeBill)) == .applied)
    #expect(script.room.bills.settled.isEmpty)
    #expect(script.room.bills.all.map(\.number) == [third])
}

@Test
func `a guest stays while a bill has them, and a payment while both people are in its currency`() {
    var (script, second) = trip()
    script.act(.bill(.addGuest(.text("Opa")), in: second))
    #expect(script.act(.bill(.add(4))) == .applied)
    script.act(.bill(.settle(4, 1, .text("5")), in: second))
    script.act(.bill(.removePerson(4), in: second))
    #expect(script.room.bills.guests.count == 1 && script.room.bills.settled.count == 1)
    script.act(.bill(.removePerson(4)))
    #expect(script.room.bills.guests.isEmpty && script.room.bills.settled.isEmpty)
    #expect(script.act(.bill(.add(4))) == .void(.nobody))
}

@Test func `everybody shares the items that nobody took`() {
    var (script, _) = trip()
    script.act(.bill(.addItem(.text("4"), .none)))
    let tea = Int64(script.room.sequence)
    script.act(.bill(.addOwner(tea, 2)))
    script.act(.bill(.addItem(.text("6"), .none)))
    #expect(script.act(.bill(.shareOpen)) == .applied)
    #expect(script.room.bill.bill.items.map(\.owners) == [[2], [1, 2]])
}

@Test func `the limits of a bill bound all bills together`() {
    var script = RoomScript(people: 1)
    script.act(.bill(.add(1)))
    var last = RoomBill.first
    for _ in 1..<RoomLimits.billsMax {
        #expect(script.act(.bill(.new)) == .applied)
        last = script.room.sequence
    }
    #expect(script.act(.bill(.new)) == .void(.bill))
    for number in 0..<BillLimits.itemsMax {
        let bill = number % 2 == 0 ? RoomBill.first : last
        #expect(script.act(.bill(.addItem(.text("1"), .none), in: bill)) == .applied)
    }
    #expect(script.act(.bill(.addItem(.text("1"), .none))) == .void(.bill))
    #expect(script.act(.bill(.addItem(.text("1"), .none), in: last)) == .void(.bill))
}

@Test func `two people who undo one mistake undo it once`() {
    var (script, _) = trip()
    script.act(.bill(.tip(.text("15"))), by: 2)
    let mistake = script.sign(2)
    script.append(Draft(.bill(.tip(.text("51"))), signature: mistake))
    #expect(script.act(.undo(mistake), by: 1) == .applied)
    #expect(script.act(.undo(mistake), by: 3) == .void(.step))
    #expect(script.room.bill.bill.tip.text == Array("15".utf8))
    #expect(script.act(.redo(mistake), by: 3) == .applied)
    #expect(script.room.bill.bill.tip.text == Array("51".utf8))
    #expect(script.act(.redo(mistake)) == .void(.step))
}

@Test func `emptying a bill is undone, and a step without effect cannot be undone`() {
    var (script, _) = trip()
    let before = script.room.bills
    script.act(.bill(.startOver))
    #expect(script.room.bill.bill.people.isEmpty)
    script.act(.bill(.tip(.text("0"))))
    #expect(script.undoBills() == .applied)
    #expect(script.room.bills.all == before.all)
    #expect(script.room.bills.history.last == before.history.last)
    script.act(.startOver)
    #expect(script.undoBills() == .void(.step))
}

@Test func `undo reaches back fifty steps or sixteen kilobytes`() {
    var (script, _) = trip()
    for tip in 1...60 { script.act(.bill(.tip(.text("\(tip)")))) }
    var count = 0
    while script.undoBills() == .applied { count += 1 }
    #expect(count == RoomLimits.billStepsMax)
    #expect(script.room.bill.bill.tip.text == Array("10".utf8))
    for _ in 0..<BillLimits.itemsMax {
        let name = PersonName([UInt8](repeating: 65, count: 32)) ?? .none
        script.act(.bill(.addItem(.text("999999999999"), name)))
        #expect(script.room.bills.history.byteCount <= RoomLimits.billStepBytesMax)
    }
    for _ in 0..<4 {
        script.act(.bill(.startOver))
        #expect(script.room.bills.history.byteCount <= RoomLimits.billStepBytesMax)
        script.undoBills()
    }
}

@Test func `undo brings back a participant who has left the room, under their number`() {
    var (script, _) = trip()
    script.act(.name(.text("Cem")), by: 3)
    script.act(.bill(.add(3)))
    script.act(.remove(3))
    #expect(script.room.bills.name(of: 3) == .text("Cem"))
    script.act(.bill(.removePerson(3)))
    script.undoBills()
    #expect(script.room.bills.name(of: 3) == .text("Cem"))
}

/// The step that takes person 3 out of the first bill; nil to undo the step that added them.
@Test(arguments: [.removePerson(3), .startOver, .removeBill, nil] as [BillStep?], [false, true])
func `undo brings back a person with a name, however they left bill and room`(
    taking: BillStep?, isReplaced: Bool
) throws {
    var script = RoomScript(people: isReplaced ? RoomLimits.peopleMax : 3)
    script.act(.bill(.new))
    script.act(.name(.text("Cem")), by: 3)
    script.act(.bill(.add(3)))
    if let taking { script.act(.bill(taking)) } else { script.undoBills() }
    try #require(!script.room.bills.has(3))
    if isReplaced {
        script.enter(5_000, replaces: try #require(script.room.people[3]).lastActed)
    } else {
        script.act(.remove(3))
    }
    try #require(script.room.people[3] == nil)
    script.room = try Room(decoding: script.room.snapshot)
    #expect((taking == nil ? script.redoBills() : script.undoBills()) == .applied)
    #expect(script.room.bills.has(3))
    #expect(script.room.bills.name(of: 3) == .text("Cem"))
}

@Test func `a step keeps the name of its author, and only a room without steps forgets names`() {
    var (script, _) = trip()
    script.act(.name(.text("Cem")), by: 3)
    script.act(.bill(.tip(.text("15"))), by: 3)
    script.act(.remove(3))
    #expect(script.room.bills.name(of: 3) == .text("Cem"))
    var other = RoomScript(people: 2)
    other.act(.remove(2))
    #expect(other.room.bills.departed.isEmpty)
}

@Test func `the names of people who left are bounded, and those in bills stay`() throws {
    var (script, _) = trip()
    script.act(.name(.text("Ben")), by: 2)
    script.act(.remove(2))
    for _ in 0..<(2 * RoomLimits.guestsMax) {
        script.enter()
        script.act(.remove(script.room.nextNumber - 1))
    }
    #expect(script.room.bills.departed.count == RoomLimits.guestsMax)
    #expect(script.room.bills.name(of: 2) == .text("Ben"))
    #expect(try Room(decoding: script.room.snapshot) == script.room)
}

/// Random histories, each compared with the states that it went through.
@Test func `undo and redo restore every field of random bills`() throws {
    for seed in 0..<UInt64(Effort.count(60, full: 4_000)) {
        var random = SplitMix(seed: seed)
        var script = RoomScript(people: 3)
        var (before, after) = ([script.room.bills], [RoomBills]())
        for _ in 0..<40 {
            switch random.next(below: 5) {
            case 0:
                guard script.undoBills() == .applied else { continue }
                after.append(before.removeLast())
            case 1:
                guard script.redoBills() == .applied else { continue }
                before.append(after.removeLast())
            default:
                let bills = script.room.bills
                let bill = random.element(of: bills.all).number
                script.act(
                    .bill(random.billStep(in: bills), in: bill),
                    by: UInt32(1 + random.next(below: 3)))
                guard script.room.bills != bills else { continue }
                before.append(script.room.bills)
                after = []
            }
            let (bills, expected) = (script.room.bills, before[before.count - 1])
            #expect(bills.all == expected.all, "history \(seed)")
            #expect(bills.guests == expected.guests && bills.settled == expected.settled)
            #expect(try Room(decoding: script.room.snapshot).hash == script.room.hash)
        }
    }
}
