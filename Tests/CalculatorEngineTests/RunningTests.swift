import Testing

@testable import CalculatorEngine

@Test func `the last of several operators counts`() {
    #expect(shown(.standard, "8 / + * 2 *") == "16")
    #expect(line(.standard, "8 / + *") == "8 ×")
    #expect(shown(.chain, "5 - + 3 =") == "8")
}

@Test func `a key directly after an operator uses the total`() {
    #expect(shown(.standard, "1 0 - =") == "0")
    #expect(shown(.standard, "2 0 0 + % =") == "600")
    #expect(shown(.standard, "4 + sq") == "16")
    #expect(line(.standard, "4 + sq") == "4 + 4²")
}

@Test func `equals repeats the last operation`() {
    #expect(shown(.standard, "1 0 0 / 2 = = =") == "12.5")
    #expect(shown(.standard, "5 + 3 = 2 + 1 =") == "3")
    #expect(shown(.standard, "2 + 3 = sqrt =") == "5.23606797749979")
    #expect(notice(.standard, "2 + 3 =") == nil)
    #expect(notice(.standard, "2 + 3 = =") == .repeated)
    #expect(typed(.standard, "2 + 3 =").display.repeatableOperation?.string == "+ 3")
    #expect(typed(.standard, "2 + 3 = 4").display.repeatableOperation?.string == "+ 3")
    #expect(typed(.standard, "2 + 3 = 4 +").display.repeatableOperation == nil)
    #expect(line(.standard, "2 + 3 = =") == "5 + 3")
}

@Test func `an operator continues from a result and a digit replaces it`() {
    #expect(shown(.standard, "3 - 6 = * 3 =") == "-9")
    #expect(shown(.simple, "5 + 3 = . 2") == "0.2")
    #expect(shown(.standard, "5 + 3 = EE 2 +") == "100")
}

@Test func `equals without an operation completes the number`() {
    #expect(shown(.standard, "=") == "0")
    #expect(shown(.standard, "1 . 5 0 =") == "1.5")
    #expect(shown(.standard, "5 = back") == "5")
    #expect(line(.standard, "5 =") == "")
}

@Test func `a function acts on the number shown`() {
    #expect(line(.standard, "1 + 4 sqrt") == "1 + √4")
    #expect(line(.standard, "1 + 4 sqrt sq =") == "1 + (√4)²")
    #expect(line(.standard, "9 sin ln") == "ln(sin(9))")
    #expect(line(.standard, "2 sq sq neg") == "-((2²)²)")
    #expect(shown(.standard, "2 sq sq neg") == "-16")
    #expect(shown(.standard, "5 + 3 = sqrt sq") == "8")
    #expect(line(.standard, "2 sq sq sq sq sqrt sqrt sqrt sqrt sq") == "2²")
}

@Test func `a constant replaces the number shown`() {
    #expect(shown(.standard, "5 pi") == "3.141592653589793")
    #expect(shown(.standard, "pi 5") == "5")
    #expect(line(.standard, "pi +") == "π +")
    #expect(shown(.simple, "e") == "2.7182818284590452353602874713527")
}

@Test(arguments: ["(", ")", "5 (", "5 + )", "5 + 3 = (", "1 / 0 = ("])
func `running rules have no parentheses`(keys: String) {
    #expect(notice(.standard, keys) == .noParentheses)
}

@Test(arguments: [
    ("2 + 3 * 4", "(2 + 3) ×"),
    ("2 + 3 * 4 =", "(2 + 3) × 4"),
    ("2 * 3 + 4 =", "2 × 3 + 4"),
    ("2 + 3 * 4 - 1 pow 2 =", "((2 + 3) × 4 − 1) ^ 2"),
    ("2 pow 3 pow 2 =", "(2 ^ 3) ^ 2"),
    ("2 neg pow 2 =", "(-2) ^ 2"),
    ("5 + 3 neg =", "5 + -3"),
    ("1 0 0 + 1 0 % * 2 =", "(100 + 10%) × 2"),
    ("8 root 3 mod 2 =", "8 ʸ√ 3 mod 2"),
    ("1 EE 3 0 = sq + 1 =", "(1e+30)² + 1"),
])
func `the expression is correct under both rules`(keys: String, expected: String) {
    #expect(line(.standard, keys) == expected)
}

@Test func `a long expression starts again from the total`() {
    let keys = "1" + String(repeating: " + 1", count: 40) + " ="
    #expect(shown(.standard, keys) == "41")
    #expect(line(.standard, keys).hasPrefix("33 + 1 + 1"))
}

@Test func `CE clears the number and keeps the operation`() {
    #expect(shown(.standard, "1 2 + 5 + CE") == "0")
    #expect(shown(.standard, "1 2 + 5 + CE =") == "17")
    #expect(line(.standard, "1 2 + 5 + CE") == "12 + 5 +")
    #expect(shown(.standard, "5 + 3 = CE") == "0")
    #expect(shown(.standard, "5 + 3 + C") == "0")
    #expect(line(.standard, "5 + 3 + C") == "")
}

@Test func `backspace deletes typed digits only`() {
    for keys in ["5 + back", "5 + 3 = back", "9 sqrt back", "5 MS MR back"] {
        #expect(notice(.standard, keys) == .nothingToDelete)
    }
    #expect(shown(.standard, "9 sqrt back") == "3")
}

@Test func `plus-minus turns a result into a new number`() {
    #expect(shown(.standard, "5 + 3 = neg neg") == "8")
    #expect(shown(.standard, "5 + 3 = neg 2") == "2")
    #expect(line(.standard, "4 sqrt neg") == "-(√4)")
    #expect(line(.standard, "4 sqrt neg neg") == "√4")
    #expect(shown(.standard, "4 sqrt neg neg") == "2")
}
