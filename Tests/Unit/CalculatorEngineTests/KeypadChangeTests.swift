import ExactNumbers
import Testing

@testable import CalculatorEngine

/// All pairs of different keypads.
let changes = Keypad.allCases.flatMap { from in
    Keypad.allCases.filter { $0 != from }.map { (from, $0) }
}

@Test(arguments: changes)
func `a change of keypad keeps the number`(from: Keypad, to: Keypad) {
    var calculator = typed(from, "rad 5 MS C 1 / 3 =")
    #expect(calculator.change(to: to) == nil)
    #expect(calculator.angleUnit == .radians)
    #expect(calculator.memory == .number(Number(5)))
    #expect(calculator.keypad == to)
    calculator.type("* 3 =")
    var work = Work(limit: EngineLimits.stepsMax)
    #expect(calculator.numberShown(&work) == .one)
}

@Test(arguments: changes)
func `a change of keypad completes the number and clears an error`(from: Keypad, to: Keypad) {
    var calculator = typed(from, "1 2")
    calculator.change(to: to)
    calculator.type("3")
    #expect(calculator.display.main.text.string == "3")
    calculator = typed(from, "9 neg sqrt 9 neg ln 9 neg =")
    calculator.change(to: to)
    #expect(calculator.display.isWellFormed)
}

@Test(arguments: [
    (Keypad.standard, "2 + 3 * 4", "(2 + 3) × 4", "4"), (.standard, "2 +", "2 +", "2"),
    (.formula, "2 + 3 * 4", "2 + 3 × 4", "4"), (.scientific, "2 + 3 * 4", "2 + 3 × 4", "14"),
    (.scientific, "2 + (", "2 + (", "2"), (.tip, "5 + 8 0 tip10", "5 + 80.00 × 10%", "8"),
])
func `a change of keypad returns the unfinished expression`(
    keypad: Keypad, keys: String, expression: String, number: String
) {
    var calculator = typed(keypad, keys)
    let unfinished = calculator.change(to: .simple)
    #expect(unfinished?.expression.string == expression)
    #expect(unfinished?.outcome == .unfinished)
    #expect(calculator.display.main.text.string == number)
}

@Test func `a change to the same keypad changes nothing`() {
    var calculator = typed(.standard, "2 + 3")
    let before = calculator
    #expect(calculator.change(to: .standard) == nil)
    #expect(calculator == before)
}

@Test(arguments: [
    (Keypad.standard, "2 + 3 * 4 =", "(2 + 3) × 4", "20"),
    (.formula, "2 + 3 * 4 =", "2 + 3 × 4", "14"),
    (.scientific, "sin 3 0 =", "sin(30", "0.5"), (.tip, "8 5 tip15", "85.00 × 15%", "12.75"),
    (.standard, "9 sqrt =", "√9", "3"), (.scientific, "2 * 3 M+", "2 × 3", "6"),
    (.standard, "2 + 3 = =", "5 + 3", "8"), (.formula, "2 + 3 = =", "5 + 3", "8"),
])
func `a finished calculation has an expression and a result`(
    keypad: Keypad, keys: String, expression: String, result: String
) {
    var calculator = Calculator(keypad)
    let calculation = calculator.type(keys)
    #expect(calculation?.expression.string == expression)
    guard case .number(_, let text) = calculation?.outcome else {
        Issue.record("no result")
        return
    }
    #expect(text.string == result)
}

@Test(arguments: [
    (Keypad.standard, "5 ="), (.standard, "2 + 3 +"), (.formula, "5 ="), (.formula, "="),
    (.scientific, "5 M+"), (.standard, "9 sqrt"), (.tip, "5 ="), (.formula, "5 + ="),
    (.standard, "2 + 3 C"), (.standard, "2 + 3 = MS"),
])
func `some keys finish no calculation`(keypad: Keypad, keys: String) {
    var calculator = Calculator(keypad)
    #expect(calculator.type(keys) == nil)
}

@Test(arguments: Keypad.allCases)
func `a minus that replaces an operator is noticed after × and ÷ only`(keypad: Keypad) {
    let replaces = keypad != .scientific
    #expect(notice(keypad, "5 * -") == (replaces ? .minusReplacedTimes : nil))
    #expect(notice(keypad, "5 / -") == (replaces ? .minusReplacedDivided : nil))
    for keys in ["5 + -", "5 - -", "5 * +", "5 / *", "5 pow -", "5 -", "-", "5 * - 3"] {
        #expect(notice(keypad, keys) == nil)
    }
}

@Test func `a calculation can finish with an error`() {
    var calculator = Calculator(.standard)
    #expect(
        calculator.type("1 / 0 =")
            == Calculation(expression: Array("1 ÷ 0".utf8), outcome: .error(.divisionByZero)))
    calculator = Calculator(.scientific)
    #expect(
        calculator.type("5 + =")
            == Calculation(expression: Array("5 +".utf8), outcome: .error(.syntax)))
    calculator = Calculator(.formula)
    #expect(
        calculator.type("1 / 0 tip20")
            == Calculation(expression: Array("1 ÷ 0".utf8), outcome: .error(.divisionByZero)))
}
