import ExactNumbers
import Testing

@testable import CalculatorEngine

@Test(arguments: Keypad.allCases)
func `a replay starts from a cleared calculator`(keypad: Keypad) {
    var calculator = typed(keypad, "rad 5 MS 1 + 2 =")
    let outcome = calculator.replay("2 + 3")
    #expect(outcome == KeyOutcome())
    #expect(calculator.display.main.text.string == shown(keypad, "2 + 3"))
    #expect(calculator.display.expression.string == line(keypad, "2 + 3"))
    #expect(calculator.memory == .number(Number(5)) && calculator.angleUnit == .radians)
}

@Test(arguments: Keypad.allCases)
func `a replay without keys clears the calculator`(keypad: Keypad) {
    var calculator = typed(keypad, "1 / 0 =")
    #expect(calculator.replay("") == KeyOutcome())
    #expect(calculator.rules == Calculator(keypad).rules && calculator.notice == nil)
}

@Test func `a replay returns the last calculation and the first notice`() {
    var calculator = Calculator(.standard)
    let outcome = calculator.replay("back 2 + 3 = ) * 2 = 9")
    #expect(outcome?.calculation?.expression.string == "5 × 2")
    #expect(outcome?.notice == .nothingToDelete)
    #expect(calculator.notice == .nothingToDelete)
    #expect(calculator.display.main.text.string == "9")
}

@Test func `a replay beyond its budget changes nothing`() {
    var calculator = typed(.scientific, "1 + 2")
    let before = calculator
    #expect(calculator.replay("9 9 9 fact =", steps: 100) == nil)
    #expect(calculator == before)
    #expect(calculator.replay("9 9 9 fact =") != nil)
}

extension Calculator {
    fileprivate mutating func replay(
        _ names: String, steps: Int = EngineLimits.stepsMax
    ) -> KeyOutcome? {
        var work = Work(limit: steps)
        return replay(names.split(separator: " ").compactMap { Key(named: $0.utf8) }, &work)
    }
}
