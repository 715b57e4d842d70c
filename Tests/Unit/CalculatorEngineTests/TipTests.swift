import Testing

@testable import CalculatorEngine

@Test(arguments: [
    ("8 5 tip10 tip15 tip18 tip20", "17.00"), ("8 5 tip20 5 0 tip10", "5.00"),
    ("8 5 tip20 C tip10", "0.00"), ("8 5 tip20 AC tip10", "0.00"), ("8 5 tip20 neg tip10", "-1.70"),
    ("8 5 tip20 MS tip10", "8.50"), ("4 0 + tip10 =", "44.00"), ("4 0 + 6 0 tip10 =", "46.00"),
    ("1 0 0 tip10 + 2 0 tip10 =", "12.00"), ("8 5 tip20 sqrt tip10", "0.41"),
])
func `a tip is a percentage of the bill`(keys: String, expected: String) {
    #expect(shown(.tip, keys) == expected)
}

@Test func `the expression shows the bill of a tip`() {
    #expect(line(.tip, "8 5 tip15") == "85.00 × 15%")
    #expect(line(.tip, "8 5 + 5 tip15") == "85 + 5.00 × 15%")
    #expect(line(.tip, "8 5 * 5 tip15 =") == "85 × (5.00 × 15%)")
}

@Test func `dividing by zero is 0.00 on tip`() {
    #expect(notice(.tip, "5 / 0 +") == .dividedByZero)
    #expect(notice(.tip, "0 inv") == .dividedByZero)
    #expect(notice(.tip, "5 mod 0 =") == .dividedByZero)
    #expect(notice(.tip, "5 / 0 = =") == .dividedByZero)
}

@Test(arguments: [
    ("1 / 0 =", "1 ÷ 0"), ("2 + 1 / 0 +", "(2 + 1) ÷ 0"), ("1 mod 0 =", "1 mod 0"),
])
func `dividing by zero is an error on the tape of tip`(keys: String, expression: String) {
    var calculator = Calculator(.tip)
    let calculation = calculator.type(keys)
    #expect(calculation?.expression.string == expression)
    #expect(calculation?.outcome == .error(.divisionByZero))
    #expect(calculator.display.repeatableOperation == nil)
    #expect(calculator.answer == nil)
}

@Test func `tips work with formula rules`() {
    #expect(shown(.scientific, "8 5 tip10 tip20") == "17")
    #expect(shown(.scientific, "8 5 tip10 = tip20") == "1.7")
    #expect(line(.formula, "8 5 tip20") == "85 × 20%")
    #expect(shown(.scientific, "8 5 + tip20") == "error:syntax")
    #expect(notice(.formula, "8 5 + tip20") == .nothingToWorkOn)
}
