import CalculatorEngine
import RunningPrograms
import SeededNumbers
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

@Test func `rewinding a rewind brings back the lines that it struck`() throws {
    var script = RoomScript(people: 4)
    script.press("1 + 1 =", by: 3)
    script.press("2 + 2 =", by: 4)
    script.removeAndRewind(4)
    #expect(script.undoneLines == [false, true])
    let rewind = script.room.sequence
    script.act(.host(2))
    #expect(script.act(.removeAndRewind(1, since: rewind), by: 2) == .applied)
    #expect(script.display == "4" && script.undoneLines == [false, false])
    script.undo(by: 2)
    #expect(script.display == "2" && script.undoneLines == [false, true])
    script.redo(by: 2)
    #expect(script.display == "4" && script.undoneLines == [false, false])
}

/// The model keeps, for each step, the lines in effect before it.
@Test
func `after random undos and rewinds, the lines of exactly the steps in effect are not struck`() {
    for seed in 0..<UInt64(Effort.count(200, full: 4_000)) {
        var random = SplitMix(seed: seed)
        var script = RoomScript(people: 2)
        var (lines, before, undone) = (Set<Int64>(), [Int64: Set<Int64>](), [Set<Int64>]())
        for _ in 0..<60 {
            let (start, history) = (lines, script.room.history)
            let first = script.room.sequence + 1
            switch random.next(below: 8) {
            case 0, 1:
                guard let last = history.last, script.undo() == .applied else { continue }
                undone.append(lines)
                lines = before[last.sequence] ?? []
            case 2:
                guard script.redo() == .applied else { continue }
                lines = undone.removeLast()
            case 3:
                guard !before.isEmpty else { continue }
                let since = random.element(of: before.keys.sorted())
                script.enter()
                let isInEffect = !history.steps(since: since).isEmpty
                script.act(.removeAndRewind(script.room.nextNumber - 1, since: since))
                guard isInEffect else { continue }
                (before[script.room.sequence], undone) = (start, [])
                lines = before[since] ?? []
            default:
                script.press(random.element(of: ["1", "+ 2 =", "*", "3 ="]))
                for sequence in first...script.room.sequence {
                    if !script.room.history.steps(since: sequence).isEmpty {
                        (before[sequence], undone) = (lines, [])
                    }
                    if script.room.tape.line(sequence) != nil { lines.insert(sequence) }
                }
            }
            for index in 0..<script.room.tape.lines.count {
                let line = script.room.tape.lines[index]
                #expect(line.isUndone != lines.contains(line.sequence), "history \(seed)")
            }
        }
    }
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
