import CalculatorEngine
import Testing

@testable import SharedRoom

// Removing a participant together with their last steps.

extension RoomScript {
    /// The numbers of steps that removing the participant would take back, by author: `[7: 3]`.
    fileprivate func steps(of participant: UInt32) -> [UInt32: Int] {
        room.history.stepsToRewind(of: participant)
            .reduce(into: [:]) { $0[$1.signature.author, default: 0] += 1 }
    }

    @discardableResult
    fileprivate mutating func removeAndRewind(_ participant: UInt32) -> Verdict {
        let since = room.history.stepsToRewind(of: participant).last?.sequence ?? 1
        return act(.removeAndRewind(participant, since: since))
    }

    fileprivate var undoneLines: [Bool] {
        (0..<room.tape.lines.count).map { room.tape.lines[$0].isUndone }
    }
}

@Test func `a participant is removed with all steps since their first one`() {
    var script = RoomScript(people: 3)
    script.press("1 2 + 3", by: 2)
    script.press("9 9", by: 3)
    script.press("=", by: 2)
    script.press("C", by: 3)
    #expect(script.steps(of: 3) == [3: 3, 2: 1])
    #expect(script.steps(of: 1) == [:])
    #expect(script.removeAndRewind(3) == .applied)
    #expect(script.room.people[3] == nil)
    #expect(script.expression == "12 +" && script.display == "3")
    #expect(script.undoneLines == [true])
}

@Test func `a rewind is one step, which can be undone and redone`() {
    var script = RoomScript(people: 3)
    script.press("1 + 1 =", by: 2)
    script.press("5 =", by: 3)
    script.press("6 + 1 =", by: 2)
    script.removeAndRewind(3)
    #expect(script.display == "2" && script.undoneLines == [false, true, true])
    #expect(script.undo() == .applied)
    #expect(script.display == "7" && script.undoneLines == [false, false, false])
    #expect(script.redo() == .applied)
    #expect(script.display == "2" && script.undoneLines == [false, true, true])
    #expect(script.undo() == .applied)
    #expect(script.undo() == .applied)
    #expect(script.undoneLines == [false, false, true])
}

@Test func `undoing a rewind does not restore the steps that an earlier one took back`() {
    var script = RoomScript(people: 4)
    script.press("1 + 1 =", by: 3)
    script.press("2 + 2 =", by: 4)
    script.removeAndRewind(4)
    script.press("3 + 3 =", by: 2)
    #expect(script.steps(of: 3) == [3: 4, 1: 1, 2: 4])
    script.removeAndRewind(3)
    #expect(script.display == "0" && script.undoneLines == [true, true, true])
    script.undo()
    #expect(script.display == "6" && script.undoneLines == [false, true, false])
    script.undo()
    script.undo()
    script.undo()
    script.undo()
    #expect(script.display == "2")
    script.undo()
    #expect(script.display == "4" && script.undoneLines == [false, false, true])
}

@Test func `only steps within a minute of the last step are taken back`() {
    var script = RoomScript(people: 3)
    script.press("1", by: 3)
    script.append(
        Draft(.press(.digit(.two)), signature: script.sign(3)), at: script.room.time + 60_001)
    script.press("3", by: 2)
    script.append(
        Draft(.hand(isUp: true), signature: script.sign(2)), at: script.room.time + 100_000)
    #expect(script.steps(of: 3) == [3: 1, 2: 1])
    script.removeAndRewind(3)
    #expect(script.display == "1")
}

@Test func `a participant without steps is only removed`() {
    var script = RoomScript(people: 3)
    script.press("1 2", by: 2)
    #expect(script.removeAndRewind(3) == .applied)
    #expect(script.room.people[3] == nil)
    #expect(script.display == "12")
    #expect(script.room.history.last?.signature.author == 2)
}

@Test func `a step that was undone in between is not taken back`() throws {
    var script = RoomScript(people: 3)
    script.press("1", by: 2)
    script.press("2", by: 3)
    let since = try #require(script.room.history.stepsToRewind(of: 3).last?.sequence)
    script.undo(by: 2)
    #expect(script.act(.removeAndRewind(3, since: since)) == .applied)
    #expect(script.display == "1")
    #expect(script.redo() == .applied)
    #expect(script.display == "12")
}

@Test func `a step that a rewind took back is not taken back again`() throws {
    var script = RoomScript(people: 4)
    script.press("1", by: 3)
    script.press("2", by: 4)
    let since = try #require(script.room.history.stepsToRewind(of: 4).last?.sequence)
    script.removeAndRewind(3)
    #expect(script.display == "0")
    #expect(script.steps(of: 4) == [:])
    #expect(script.act(.removeAndRewind(4, since: since)) == .applied)
    #expect(script.display == "0")
    script.undo()
    #expect(script.display == "12")
}

@Test func `a host cannot remove and rewind oneself, nor somebody who is not there`() {
    var script = RoomScript(people: 2)
    script.press("1")
    #expect(script.removeAndRewind(1) == .void(.oneself))
    #expect(script.act(.removeAndRewind(9, since: 3)) == .void(.nobody))
    #expect(script.display == "1")
}

@Test func `a snapshot keeps the times of steps and the reach of a rewind`() throws {
    var script = RoomScript(people: 4)
    script.press("1 + 1 =", by: 3)
    script.press("2 + 2 =", by: 4)
    script.removeAndRewind(4)
    script.press("3", by: 2)
    script.room = try Room(decoding: script.room.snapshot)
    #expect(script.steps(of: 3) == [3: 4, 1: 1, 2: 1])
    script.undo()
    script.undo()
    #expect(script.display == "4" && script.undoneLines == [false, false])
}

@Test func `a bill keeps a participant who is removed with their steps`() {
    var script = RoomScript(people: 2)
    script.act(.bill(.add(2)))
    script.press("1", by: 2)
    script.removeAndRewind(2)
    #expect(script.room.bill.has(2))
    #expect(script.room.bills.departed.map(\.number) == [2])
}
