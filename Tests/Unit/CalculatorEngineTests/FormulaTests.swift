import Testing

@testable import CalculatorEngine

@Test func `a closing parenthesis needs an open one with content`() {
    #expect(notice(.scientific, "2 )") == .nothingToClose)
    #expect(notice(.scientific, "( )") == .nothingToClose)
    #expect(notice(.scientific, "( 2 + )") == .nothingToClose)
    #expect(notice(.scientific, "( 2 ) )") == .nothingToClose)
    #expect(notice(.scientific, "2 + 3 = )") == .nothingToClose)
}

@Test(arguments: [
    ("6 / 2 ( 1 + 2 )", "6 ÷ 2(1 + 2)", "9"),
    ("2 pi e", "2πe", "17.079468445347134130927101739093"),
    ("( 2 ) ( 3 )", "(2)(3)", "6"),
    ("3 sq 4", "3² × 4", "36"),
    ("2 sqrt 9", "2√9", "6"),
    ("2 sin 3 0", "2sin(30", "1"),
    ("5 % 2 0", "5% × 20", "1"),
    ("1 / 2 pi", "1 ÷ 2π", "1.5707963267948966192313216916398"),
])
func `multiplication can be implied`(keys: String, expected: String, result: String) {
    #expect(line(.scientific, keys) == expected)
    #expect(shown(.scientific, keys + " =") == result)
}

@Test(arguments: [
    ("2 7 root", "ʸ√27", "27"), ("2 7 root 3", "³√27", "3"),
    ("3 root 2 7", "²⁷√3", "1.0415284982314350450087034118606"),
    ("8 root 3 neg", "⁻³√8", "0.5"), ("8 root - 3", "⁻³√8", "0.5"),
    ("5 + 2 * 2 7 root 3 - 1", "5 + 2 × ³√27 − 1", "10"), ("- 2 7 root 3", "-³√27", "-3"),
    ("2 7 neg root 3", "³√(-27)", "-3"), ("( 1 + 7 ) root 3", "³√(1 + 7)", "2"),
    ("sqrt 6 4 root 3", "³√(√64)", "2"), ("8 sqrt 6 4 root 3", "8 × ³√(√64)", "16"),
    ("2 sq root 2", "²√(2²)", "2"),
    ("4 fact 1 root 2", "4! × ²√1", "24"),
    ("( 2 ) pi root 1", "(2) × ¹√π", "6.283185307179586476925286766559"),
    ("6 4 root 3 root 2", "²√(³√64)", "2"), ("6 4 root 3 pow 2", "(³√64) ^ 2", "16"),
    ("2 pow 3 pow 2 root 9", "⁹√(2 ^ 3 ^ 2)", "2"), ("2 pow ( 6 4 root 3 )", "2 ^ (³√64)", "16"),
    ("6 4 root 0 . 5", "64 ^ ⅟0.5", "4096"), ("6 4 root ( 1 + 2", "64 ^ ⅟(1 + 2", "4"),
    ("4 root 1 neg sq", "4 ^ ⅟((-1)²)", "4"), ("6 4 root sqrt 9", "64 ^ ⅟√9", "4"),
    ("6 4 root 0 . 5 pow 2", "(64 ^ ⅟0.5) ^ 2", "16777216"), ("3 sq sqrt 4", "3² × √4", "18"),
])
func `the index of a root comes before it`(keys: String, expected: String, result: String) {
    #expect(line(.scientific, keys) == expected)
    #expect(shown(.scientific, keys) == result)
}

@Test(arguments: [
    ("sin", "sin("), ("cos", "cos("), ("tan", "tan("), ("asin", "sin⁻¹("), ("acos", "cos⁻¹("),
    ("atan", "tan⁻¹("), ("ln", "ln("), ("log", "log("), ("exp", "e^("), ("exp10", "10^("),
])
func `a function opens a parenthesis`(key: String, expected: String) {
    #expect(line(.scientific, key) == expected)
    #expect(line(.scientific, key + " back") == "")
    #expect(line(.scientific, key + " 1 )") == expected + "1)")
}

@Test(arguments: [
    ("sqrt 2 sq", "(√2)²", "2"),
    ("neg 2 sq", "(-2)²", "4"),
    ("2 neg sq", "(-2)²", "4"),
    ("2 neg pow 2", "(-2) ^ 2", "4"),
    ("sqrt sqrt 1 6 sq", "(√√16)²", "4"),
    ("4 inv sq", "(4⁻¹)²", "0.0625"),
    ("3 fact sq", "3!²", "36"),
    ("- sqrt 9", "-√9", "-3"),
    ("sqrt sin 3 0 ) sq", "(√sin(30))²", "0.5"),
    ("sqrt ( 5 + 4 ) fact", "(√(5 + 4))!", "6"),
    ("2 * 3 neg pow 2", "2 × (-3) ^ 2", "18"),
    ("5 exp10 2", "5 × 10^(2", "500"),
    ("1 0 - 2 sq", "10 − 2²", "6"),
    ("2 sq pow 3", "(2²) ^ 3", "64"),
    ("e sq", "e²", "7.389056098930650227230427460575"),
    ("e pow 2", "e ^ 2", "7.389056098930650227230427460575"),
])
func `plus-minus and a root bind to the next number first`(
    keys: String, expected: String, result: String
) {
    #expect(line(.scientific, keys) == expected)
    #expect(shown(.scientific, keys + " =") == result)
}

@Test func `an operator replaces the one before it`() {
    #expect(line(.formula, "5 + - * /") == "5 ÷")
    #expect(line(.scientific, "- +") == "0 +")
    #expect(line(.scientific, "( - +") == "(")
}

@Test func `an expression begins with the zero shown`() {
    #expect(line(.scientific, "pow") == "0 ^")
    #expect(line(.scientific, "%") == "0%")
}

@Test(arguments: ["( +", "sin *", "sqrt pow", "5 + sq", "( %", "2 * - fact"])
func `a key without a number to act on leaves a notice`(keys: String) {
    #expect(notice(.scientific, keys) == .nothingToWorkOn)
}

@Test(arguments: [
    ("( 2 + 3 ) neg", "-(2 + 3)"), ("( 2 + 3 ) neg neg", "(2 + 3)"),
    ("3 sq neg", "-(3²)"), ("neg 3 sq neg", "-((-3)²)"), ("- 3 sq neg", "3²"),
    ("4 + sqrt 9 fact neg", "4 + -((√9)!)"),
    ("2 * pi neg", "2 × -π"), ("2 * pi neg neg", "2 × π"), ("sin 3 0 ) neg", "-sin(30)"),
    ("5 * - 3 neg", "5 × 3"), ("5 + neg", "5 + -"), ("8 pi neg", "8 × -π"), ("5 + neg neg", "5 +"),
])
func `plus-minus changes the sign of the last operand`(keys: String, expected: String) {
    #expect(line(.scientific, keys) == expected)
}

@Test func `equals needs a complete expression`() {
    for keys in ["5 + =", "( =", "sin =", "5 + ( =", "1 6 neg sqrt =", "- ="] {
        #expect(shown(.scientific, keys) == "error:syntax")
    }
}

@Test func `equals repeats the outermost operation`() {
    #expect(shown(.scientific, "sin 2 + 1 ) = =") == shown(.scientific, "sin 3 ="))
    #expect(notice(.formula, "1 + 2 = =") == .repeated)
    #expect(line(.formula, "1 + 2 = =") == "3 + 2")
    #expect(typed(.formula, "1 + 2 * 3 =").display.repeatableOperation?.string == "+ 6")
}

@Test func `a result is continued or replaced`() {
    #expect(line(.scientific, "5 + 3 = ( 2") == "(2")
    #expect(line(.scientific, "5 + 3 = sqrt 9") == "√9")
    #expect(line(.scientific, "5 + 3 = pi") == "π")
}

@Test func `backspace deletes one token`() {
    #expect(line(.scientific, "1 + 2 * ( 3 back back back back") == "1 +")
    #expect(line(.scientific, "( 2 ) back + 3") == "(2 + 3")
    #expect(line(.scientific, "5 MS 2 + MR back") == "2 +")
    #expect(line(.scientific, "1 . 5 + back back") == "1.")
    #expect(notice(.scientific, "5 back back") == .nothingToDelete)
}

@Test func `backspace on one digit leaves zero on formula`() {
    #expect(shown(.formula, "1 2 + 3 back 4 =") == "16")
    #expect(notice(.formula, "1 2 + 3 back back") == .nothingToDelete)
    #expect(line(.formula, "1 2 + back 3") == "")
    #expect(shown(.formula, "1 2 + back 3") == "123")
    #expect(shown(.formula, "5 neg back 7") == "7")
}

@Test func `backspace keeps a result and returns from an error`() {
    #expect(shown(.scientific, "1 / 0 = back back 4 =") == "0.25")
    #expect(line(.scientific, "1 / 0 = back") == "1 ÷ 0")
    #expect(shown(.formula, "1 / 0 = back 4 =") == "0.25")
}

@Test func `the result is live on scientific`() {
    #expect(typed(.scientific, "1 / 0").display.isLive)
    #expect(!typed(.scientific, "1 / 0 =").display.isLive)
    #expect(line(.scientific, "5 + 7 =") == "5 + 7 =")
    #expect(line(.scientific, "5 + 7 = back") == "5 + 7 =")
    #expect(line(.scientific, "5 + 7 = -") == "12 −")
    #expect(line(.scientific, "5 =") == "5")
    #expect(line(.scientific, "5 + = ") == "5 +")
}

@Test func `CE deletes the number at the end`() {
    #expect(line(.scientific, "5 + 1 2 CE") == "5 +")
    #expect(line(.scientific, "5 + CE") == "5 +")
    #expect(line(.scientific, "( 5 ) CE") == "(5)")
}
