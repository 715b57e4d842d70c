import CalculatorEngine
@testable import RoomClient
import SharedRoom
import Simulator
import Testing

@Test func `R23 C56 undo and redo mean the step that is last in what one sees`() throws {
    let (world, ada, ben) = World.pair()
    ada.press("1 2")
    world.settle()
    ben.isHeld = true
    ben.press("3 4")
    ben.undo()
    #expect(ben.display == "123")
    ada.press("5")
    world.settle()
    ben.isHeld = false
    world.settle()
    // Ben's undo named his own 4, which came after Ada's 5.
    #expect(ada.display == "1253" && ben.display == "1253")
    ada.redo()
    world.settle()
    #expect(ben.display == "12534")
    ben.undo()
    world.settle()
    ada.press("6")
    world.settle()
    ada.redo()
    ben.redo()
    world.settle()
    #expect(ben.display == "12536" && ada.display == "12536")
    world.expectAgreement()
}

@Test func `R24 AC is undone, memory and all, and neither people nor bill are`() throws {
    let (world, ada, ben) = World.pair()
    ada.press("4 2 MS AC")
    ada.act(.lock(true))
    ada.act(.bill(.add(2)))
    world.settle()
    #expect(ben.display == "0")
    ada.undo()
    world.settle()
    #expect(ben.display == "42")
    #expect(try ben.confirmed.isLocked && ben.confirmed.bill.bill.people.count == 1)
    ada.press("C MR")
    world.settle()
    #expect(ben.display == "42")
    // A key that brings nothing but a notice is no step.
    ada.press("+")
    world.settle()
    let step = try ben.confirmed.history.last
    ada.press("back")
    world.settle()
    #expect(try ben.confirmed.history.last == step)
    world.expectAgreement()
}

@Test func `R25 undo reaches back two hundred steps`() throws {
    let (world, ada, ben) = World.pair()
    for _ in 0..<125 {
        ada.press("1 back")
        world.settle()
    }
    var count = 0
    while ben.replica.view.canUndo, count < 1_000 {
        ben.undo()
        world.settle()
        count += 1
    }
    #expect(count == 200)
    #expect(try ada.confirmed.history.last == nil)
    world.expectAgreement()
}

@Test func `R26 W16 another keypad keeps the number, and the open expression goes to the tape`()
    throws
{
    let (world, ada, ben) = World.pair(keypad: .scientific)
    ada.press("1 / 3 = MS + 5")
    ada.act(.keypad(.formula))
    world.settle()
    let tape = try ben.confirmed.tape
    #expect(tape.lines.count == 2)
    #expect(try ben.confirmed.calculator.keypad == .formula)
    ben.press("C MR * 3 =")
    world.settle()
    #expect(ada.display == "1")
    world.expectAgreement()
}

@Test func `R27 R28 R22 a line of the tape says who and what, and gives its exact result back`()
    throws
{
    let (world, ada, ben) = World.pair()
    ada.press("1 / 3 =")
    world.settle()
    let line = try #require(try ben.confirmed.tape.lines.last)
    #expect(line.author == 1 && line.time == 1_790_000_000_000)
    #expect(try ben.confirmed.tape.line(line.sequence) == line)
    ben.press("AC")
    ben.act(.recall(line.sequence))
    ben.press("* 3 =")
    world.settle()
    #expect(ada.display == "1" && ben.display == "1")
    for _ in 0..<110 {
        ada.press("AC 2 + 3 =")
        world.settle()
    }
    #expect(try ben.confirmed.tape.lines.count == 100)
    ben.act(.recall(line.sequence))
    world.settle()
    #expect(ben.voids == [.line])
    world.expectAgreement()
}

@Test func `R29 R30 the line of an undone step is marked, and a cleared tape has no line`() throws {
    let (world, ada, ben) = World.pair()
    ada.press("1 + 2 =")
    world.settle()
    ben.undo()
    world.settle()
    #expect(try ada.confirmed.tape.lines.last?.isUndone == true)
    ada.redo()
    world.settle()
    #expect(try ben.confirmed.tape.lines.last?.isUndone == false)
    ben.act(.clearTape)
    ada.act(.clearTape)
    world.settle()
    #expect(ben.voids == [.host])
    #expect(try ben.confirmed.tape.lines.isEmpty)
    ben.undo()
    world.settle()
    #expect(try ada.confirmed.tape.lines.isEmpty)
    world.expectAgreement()
}

@Test func `R31 R32 W19 a bill is everybody's, step by step`() throws {
    let (world, ada, ben) = World.pair()
    func amount(_ text: String) throws -> AmountText {
        try #require(AmountText(Array(text.utf8)))
    }
    let steps: [BillStep] = [
        .unit(.hundredth), .add(1), .add(2), .amount(try amount("95.00")),
        .tax(try amount("7.00")), .tip(try amount("12.5")), .tipBase(.pretax), .weight(2, 3),
        .paid(1, try amount("50.00")), .addGuest(try #require(PersonName(Array("Opa".utf8)))),
    ]
    for step in steps { ada.act(.bill(step)) }
    world.settle()
    #expect(try ben.confirmed.bill.guests.map(\.number) == [3])
    #expect(try ben.confirmed.bill.bill.people.map(\.number) == [1, 2, 3])
    #expect(try ben.confirmed.bill.bill.people.map(\.weight) == [1, 3, 1])
    ben.act(.bill(.basis(.items)))
    ben.act(.bill(.addItem(try amount("4.50"), .none)))
    world.settle()
    let item = try ben.confirmed.sequence
    #expect(try ada.confirmed.bill.bill.items.map(\.number) == [UInt64(item)])
    ada.act(.bill(.addOwner(item, 3)))
    ben.act(.bill(.addOwner(item, 2)))
    ben.act(.bill(.price(item, try amount("5.00"))))
    world.settle()
    #expect(try ada.confirmed.bill.bill.items[0].owners == [2, 3])
    ben.act(.bill(.dropOwner(item, 2)))
    world.settle()
    #expect(try ada.confirmed.bill.bill.items[0].owners == [3])
    ada.act(.bill(.dropItem(item)))
    ada.act(.bill(.take(3)))
    ben.act(.bill(.take(3)))
    world.settle()
    #expect(ben.voids == [.bill])
    #expect(try ben.confirmed.bill.guests.isEmpty && ben.confirmed.bill.bill.items.isEmpty)
    for index in 0..<100 {
        ada.act(.bill(.addGuest(try #require(PersonName(Array("Guest \(index)".utf8))))))
        world.settle()
    }
    #expect(try ben.confirmed.bill.guests.count == 100)
    ada.act(.bill(.addGuest(.none)))
    ada.act(.bill(.startOver))
    world.settle()
    #expect(ada.voids == [.full])
    #expect(try ben.confirmed.bill.guests.isEmpty)
    world.expectAgreement()
}
