import Testing

@testable import CalculatorEngine

@Test func `equals repeats the last operation`() {
    #expect(typed(.standard, "2 + 3 =").display.repeatableOperation?.string == "+ 3")
    #expect(typed(.standard, "2 + 3 = 4").display.repeatableOperation?.string == "+ 3")
    #expect(typed(.standard, "2 + 3 = 4 +").display.repeatableOperation == nil)
}

@Test(arguments: ["(", ")", "5 (", "5 + )", "5 + 3 = (", "1 / 0 = ("])
func `running rules have no parentheses`(keys: String) {
    #expect(notice(.standard, keys) == .noParentheses)
}

@Test(arguments: [
    ("2 * 3 + 4 =", "2 × 3 + 4"),
    ("2 + 3 * 4 - 1 pow 2 =", "((2 + 3) × 4 − 1) ^ 2"),
    ("2 pow 3 pow 2 =", "(2 ^ 3) ^ 2"),
    ("2 neg pow 2 =", "(-2) ^ 2"),
    ("5 + 3 neg =", "5 + -3"),
    ("1 0 0 + 1 0 % * 2 =", "(100 + 10%) × 2"),
    ("8 root 3 mod 2 =", "³√8 mod 2"),
    ("8 root", "ʸ√8"), ("6 0 + 4 root 3 + 1 =", "³√(60 + 4) + 1"), ("8 root 2 . 5 =", "8 ^ ⅟2.5"),
    ("8 root 9 sqrt =", "8 ^ ⅟(√9)"), ("6 4 root 3 neg pow 2 =", "(⁻³√64) ^ 2"),
    ("1 EE 3 0 = sq + 1 =", "(1e+30)² + 1"),
    ("4 + sq", "4 + 4²"),
    ("1 + 4 sqrt sq =", "1 + (√4)²"),
    ("9 sin ln", "ln(sin(9))"),
    ("2 sq sq neg", "-((2²)²)"),
    ("2 sq sq sq sq sqrt sqrt sqrt sqrt sq", "2²"),
    ("pi +", "π +"),
    ("5 + 3 + C", ""),
    ("4 sqrt neg", "-(√4)"),
    ("4 sqrt neg neg", "√4"),
])
func `the expression is correct under running rules`(keys: String, expected: String) {
    #expect(line(.standard, keys) == expected)
}

@Test func `a long expression starts again from the total`() {
    let keys = "1" + String(repeating: " + 1", count: 40) + " ="
    #expect(shown(.standard, keys) == "41")
    #expect(line(.standard, keys).hasPrefix("33 + 1 + 1"))
}

@Test func `backspace deletes typed digits only`() {
    for keys in ["5 + back", "5 + 3 = back", "9 sqrt back", "5 MS MR back", "1 2 back back back"] {
        #expect(notice(.standard, keys) == .nothingToDelete)
    }
}
