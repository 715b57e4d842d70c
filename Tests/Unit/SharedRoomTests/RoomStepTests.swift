import CalculatorEngine
import Testing

@testable import SharedRoom

@Test func `the keys of all participants reach one calculator`() {
    var script = RoomScript(people: 2)
    script.press("1 2", by: 1)
    script.press("+ 5", by: 2)
    script.press("=", by: 1)
    #expect(script.display == "17")
    #expect(script.expression == "12 + 5")
}

@Test func `two people who undo the same mistake undo it once`() throws {
    var script = RoomScript(people: 2)
    script.press("1 2")
    let mistake = try #require(script.room.history.last?.signature)
    #expect(script.act(.undo(mistake), by: 1) == .applied)
    #expect(script.act(.undo(mistake), by: 2) == .void(.step))
    #expect(script.display == "1")
}

@Test func `undone steps can be redone until there is a new step`() throws {
    var script = RoomScript()
    script.press("1 2 3")
    script.undo()
    script.undo()
    #expect(script.display == "1")
    #expect(script.redo() == .applied)
    #expect(script.display == "12")
    let undone = try #require(script.room.history.lastUndone?.signature)
    script.press("7")
    #expect(script.display == "127")
    #expect(script.act(.redo(undone)) == .void(.step))
    for display in ["12", "1", "0"] {
        #expect(script.undo() == .applied)
        #expect(script.display == display)
    }
    #expect(script.undo() == .void(.step))
}

@Test func `undoing AC restores the memory`() {
    var script = RoomScript()
    script.press("7 M+ 5 AC MR")
    #expect(script.display == "0")
    script.undo()
    #expect(script.display == "5")
    script.press("MR")
    #expect(script.display == "7")
}

@Test func `a key that changes only the notice is not a step`() {
    var script = RoomScript()
    script.press("7 ( ( (")
    #expect(script.room.calculator.notice != nil)
    #expect(script.undo() == .applied)
    #expect(script.display == "0")
    #expect(script.room.calculator.notice == nil)
}

@Test func `two hundred steps can be undone`() {
    var script = RoomScript()
    for _ in 0..<150 { script.press("7 +") }
    var count = 0
    while script.undo() == .applied { count += 1 }
    #expect(count == RoomLimits.historyStepsMax)
}

@Test func `the history has a limit in bytes`() {
    var script = RoomScript(.scientific)
    for round in 0..<60 {
        for _ in 0..<100 { script.press("sin") }
        script.press(round % 2 == 0 ? "AC" : "C")
        for _ in 0..<20 { script.press("1 / 7 + 1 / 3 =") }
        #expect(script.room.history.byteCount <= RoomLimits.historyBytesMax)
    }
}

@Test func `changing the keypad keeps number and memory, and can be undone`() {
    var script = RoomScript(.standard)
    script.press("7 M+ 1 / 3 = + 2")
    #expect(script.act(.keypad(.formula)) == .applied)
    #expect(script.display == "2")
    #expect(script.tape == ["1 ÷ 3 = 0.3333333333333333", "0.3333333333333333 + 2"])
    script.press("MR")
    #expect(script.display == "7")
    script.undo()
    script.undo()
    #expect(script.room.calculator.keypad == .standard)
    #expect(script.display == "2")
    script.press("=")
    #expect(script.display == "2.333333333333333")
}

@Test func `recalling a tape line enters its exact result`() throws {
    var script = RoomScript()
    script.press("1 / 3 = C")
    let line = try #require(script.room.tape.lines.last?.sequence)
    #expect(script.act(.recall(line)) == .applied)
    script.press("* 3 =")
    #expect(script.display == "1")
    #expect(script.act(.recall(line + 1)) == .void(.line))
    script.press("C 1 / 0 =")
    let failed = try #require(script.room.tape.lines.last?.sequence)
    #expect(script.act(.recall(failed)) == .void(.line))
}

@Test func `typed keys are one step on a cleared calculator and one line of the tape`() {
    var script = RoomScript(.scientific)
    script.press("7 MS rad 1 2 +")
    #expect(script.type("1 + 2 = MR * 3 =") == .applied)
    #expect(script.display == "21")
    #expect(script.tape == ["7 × 3 = 21"])
    #expect(script.room.calculator.angleUnit == .radians)
    #expect(script.undo() == .applied)
    #expect(script.expression == "12 +")
    #expect(script.room.tape.lines.last?.isUndone == true)
    #expect(script.redo() == .applied)
    #expect(script.display == "21")
    #expect(script.type("") == .applied)
    #expect(script.display == "0")
}

@Test func `typed keys are void after a step that their author has not seen`() {
    var script = RoomScript(people: 2)
    #expect(script.type("5", after: .some(nil)) == .applied)
    #expect(script.type("6", after: .some(nil)) == .void(.step))
    let seen = script.room.history.last?.signature
    script.press("7", by: 2)
    #expect(script.type("6", after: .some(seen)) == .void(.step))
    #expect(script.display == "57")
    script.undo(by: 2)
    #expect(script.type("6", after: .some(seen)) == .applied)
    #expect(script.display == "6")
}

@Test func `typed keys that need more work than one key may cause have no effect`() {
    var script = RoomScript(.scientific)
    script.press("1 2 3")
    let before = script.room.calculator
    #expect(script.type("3 2 4 8 fact = 3 2 4 8 fact = 3 2 4 8 fact =") == .void(.work))
    #expect(script.room.calculator == before)
    #expect(script.room.history.last?.sequence == script.room.sequence - 1)
    #expect(script.tape == [])
}

@Test func `the tape keeps the last hundred lines`() {
    var script = RoomScript(people: 2)
    for _ in 0..<130 { script.press("1 + 1 =", by: 2) }
    #expect(script.room.tape.lines.count == RoomLimits.tapeLinesMax)
    #expect(script.room.tape.count == 130)
    #expect(script.tape.last == "1 + 1 = 2")
    #expect(script.room.tape.lines.last?.author == 2)
    #expect(script.room.tape.lines.last?.time == script.room.time)
}

@Test func `the tape has a limit in bytes`() {
    var script = RoomScript(.scientific)
    for _ in 0..<100 {
        for _ in 0..<60 { script.press("1 2 3 4 5 +") }
        script.press("2 =")
        #expect(script.room.tape.byteCount <= RoomLimits.tapeBytesMax)
    }
    #expect(script.room.tape.lines.count < RoomLimits.tapeLinesMax)
}

@Test func `a cleared tape can be restored until the next line`() throws {
    var script = RoomScript()
    #expect(script.act(.restoreTape) == .void(.line))
    script.press("1 + 1 =")
    let line = try #require(script.room.tape.lines.last?.sequence)
    let (start, hash) = (script.room.tape.start, script.room.tape.hash)
    script.act(.clearTape)
    #expect(script.act(.clearTape) == .applied)
    #expect(script.tape == [] && script.room.tape.count == 0)
    #expect(script.room.tape.isRestorable && script.room.tape.hash != hash)
    #expect(script.room.tape.start == script.room.sequence)
    #expect(script.act(.recall(line)) == .void(.line))
    let decoded = try Room(decoding: script.room.snapshot)
    #expect(decoded == script.room && decoded.hash == script.room.hash)
    #expect(script.undo() == .applied)
    #expect(script.display == "1")
    #expect(script.act(.restoreTape) == .applied)
    #expect(script.tape == ["1 + 1 = 2"] && script.room.tape.count == 1)
    #expect(script.room.tape.lines.last?.isUndone == true)
    script.redo()
    #expect(script.room.tape.start == start && script.room.tape.hash == hash)
    script.act(.clearTape)
    script.press("C 2 + 2 =")
    #expect(script.act(.restoreTape) == .void(.line))
    #expect(script.tape == ["2 + 2 = 4"] && script.room.tape.count == 1)
}

@Test func `starting over leaves no tape to restore`() {
    var script = RoomScript()
    script.press("1 + 1 =")
    script.act(.clearTape)
    script.act(.startOver)
    #expect(!script.room.tape.isRestorable)
    #expect(script.act(.restoreTape) == .void(.line))
}

@Test func `the people of a bill are participants and guests`() throws {
    var script = RoomScript(people: 2)
    #expect(script.act(.bill(.add(2))) == .applied)
    #expect(script.act(.bill(.add(7))) == .void(.nobody))
    let name = try #require(PersonName(Array("Opa".utf8)))
    #expect(script.act(.bill(.addGuest(name))) == .applied)
    #expect(script.room.bill.bill.people.map(\.number) == [2, 3])
    #expect(script.room.bills.guests.map(\.name.text) == ["Opa"])
    script.enter()
    #expect(script.room.people.all.map(\.number) == [1, 2, 4])
    #expect(script.act(.bill(.removePerson(3))) == .applied)
    #expect(script.room.bills.guests.isEmpty)
}

@Test func `a bill has at most a hundred guests`() {
    var script = RoomScript()
    for _ in 0..<RoomLimits.guestsMax {
        #expect(script.act(.bill(.addGuest(.none))) == .applied)
    }
    #expect(script.act(.bill(.addGuest(.none))) == .void(.full))
}

@Test func `items have the number of their event, and impossible steps are void`() {
    var script = RoomScript(people: 2)
    script.act(.bill(.add(1)))
    script.act(.bill(.add(2)))
    #expect(script.act(.bill(.addItem(.text("9.00"), .none))) == .applied)
    let item = script.room.sequence
    #expect(script.act(.bill(.addOwner(item, 2))) == .applied)
    #expect(script.act(.bill(.addOwner(item, 9))) == .void(.bill))
    #expect(script.act(.bill(.price(item + 1, .text("9.00")))) == .void(.bill))
    #expect(script.act(.bill(.tip(.text("12.5")))) == .applied)
    script.act(.bill(.basis(.items)))
    #expect(throws: Never.self) {
        let split = try script.room.bill.bill.split()
        #expect(split.shares.map(\.amount) == [0, 10_130])
    }
}
