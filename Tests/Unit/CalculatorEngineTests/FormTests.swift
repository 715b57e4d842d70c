import ExactNumbers
import Testing

@testable import CalculatorEngine

/// The form on display after these keys: `fraction 2/3`, or nil for a decimal.
private func form(_ keypad: Keypad, _ keys: String) -> String? {
    typed(keypad, keys).display.form.map { "\($0.kind.name) \($0.text.string)" }
}

private let keypads = Keypad.allCases.filter { $0 != .tip }

@Test(arguments: keypads)
func `the key form switches a result through its forms`(keypad: Keypad) {
    var calculator = typed(keypad, "5 / 3 =")
    let decimal = calculator.display.main
    var forms: [String] = []
    for _ in 1...4 {
        #expect(calculator.press(.form) == .nothing)
        forms.append(calculator.display.form.map { "\($0.kind.name) \($0.text.string)" } ?? "none")
        #expect(calculator.display.main == decimal)
    }
    #expect(forms == ["fraction 5/3", "mixed 1 2/3", "recurring 1.(6)", "none"])
    #expect(calculator == typed(keypad, "5 / 3 ="))
}

@Test(arguments: [
    ("3 / 4 = form", "fraction 3/4"), ("3 / 4 = form form", nil),
    ("2 / 3 = form form", "recurring 0.(6)"), ("7 neg / 2 = form form", "mixed -3 1/2"),
    ("5 * pi / 6 = form", "pi 5π/6"), ("5 * pi / 6 = form form", nil),
    ("1 / 9 7 = form form", nil),
])
func `forms that do not exist are left out`(keys: String, expected: String?) {
    #expect(form(.scientific, keys) == expected)
    #expect(notice(.scientific, keys) == nil)
}

@Test func `the next key ends a form`() {
    #expect(form(.standard, "2 / 3 = form") == "fraction 2/3")
    for key in Key.all where key != .form {
        for keypad in keypads {
            var calculator = typed(keypad, "2 / 3 = form")
            calculator.press(key)
            var plain = typed(keypad, "2 / 3 =")
            plain.press(key)
            #expect(calculator == plain, "\(keypad) \(key.name)")
        }
    }
    #expect(shown(.standard, "2 / 3 = form * 3 =") == "2")
}

@Test(arguments: [
    "", "0 . 5", "1 / 3", "1 / 0 =", "6 / 3 =", "sqrt 2 =", "( 1 / 3 )", "1 / 3 = . 5",
])
func `without a result that has another form there is a notice`(keys: String) {
    let before = typed(.scientific, keys)
    var calculator = before
    #expect(calculator.press(.form) == KeyOutcome(.noOtherForm))
    calculator.clearNotice()
    var expected = before
    expected.clearNotice()
    #expect(calculator == expected)
}

@Test func `with running rules every number that nobody types is a result`() {
    #expect(form(.standard, "3 inv form") == "fraction 1/3")
    #expect(form(.standard, "1 / 3 + form") == "fraction 1/3")
    #expect(shown(.standard, "1 / 3 + form 2 =") == "2.333333333333333")
    #expect(form(.standard, "3 inv MS C MR form") == "fraction 1/3")
    #expect(form(.standard, "pi form") == "pi π")
    #expect(notice(.standard, "1 / 4 form") == .noOtherForm)
    #expect(notice(.standard, "e form") == .noOtherForm)
}

@Test func `tip has no forms`() {
    #expect(notice(.tip, "1 / 4 = form") == .noOtherForm)
    #expect(form(.tip, "1 / 4 = form") == nil)
}

@Test func `another keypad or a number from the tape ends a form`() {
    var calculator = typed(.scientific, "1 / 4 = form")
    calculator.change(to: .tip)
    #expect(calculator.display.form == nil && calculator.roundTrips)
    calculator = typed(.scientific, "1 / 4 = form")
    calculator.recall(Number(7))
    #expect(calculator.display.form == nil)
}

@Test func `a keypad that was changed shows the number as a result`() {
    var calculator = typed(.standard, "1 / 4 =")
    calculator.change(to: .formula)
    calculator.press(.form)
    #expect(calculator.display.form?.text.string == "1/4")
}

@Test(arguments: [
    (Keypad.formula, "2 / 3 =", true), (.formula, "1 / 4 =", false), (.formula, "sqrt 2 =", true),
    (.formula, "0 . 1 2 3 4 5 6 7", false), (.formula, "0 . 1 2 3 4 5 6 7 =", true),
    (.scientific, "1 / 3", true), (.scientific, "1 / 4", false), (.scientific, "pi", true),
    (.scientific, "1 / 0 =", false), (.standard, "1 / 3 +", true), (.standard, "4 sqrt", false),
    (.tip, "1 / 4 =", false), (.tip, "1 / 8 =", true), (.tip, "1 / 1 0 0 0 =", true),
    (.chain, "1 / 3 = form", true), (.scientific, "2 pow 1 0 7 =", true),
    (.scientific, "2 pow 1 0 0 =", false),
])
func `a display says whether it is rounded`(keypad: Keypad, keys: String, isRounded: Bool) {
    #expect(typed(keypad, keys).display.isRounded == isRounded)
}

@Test(arguments: [
    (Keypad.formula, "1 / 3", true), (.formula, "1 / 4", false), (.formula, "1 / 0", false),
    (.scientific, "pi * 1", true), (.scientific, "1 EE 9 9 9 pow 5", false),
    (.scientific, "2 pow 1 0 7", true), (.tip, "1 * 1 0", false), (.tip, "1 / 1 0 0 0", true),
])
func `a line of the tape says whether it is rounded, as the display`(
    keypad: Keypad, keys: String, isRounded: Bool
) throws {
    var calculator = typed(keypad, keys)
    let calculation = try #require(calculator.press(.equals).calculation)
    #expect(calculation.outcome.isRounded == isRounded)
    #expect(calculator.display.isRounded == isRounded)
}

@Test func `the number on the display has all its forms, also while it is typed`() {
    let forms = typed(.tip, "1 . 2 5").forms.map { "\($0.kind.name) \($0.text.bytes.string)" }
    #expect(forms == ["decimal 1.25", "fraction 5/4", "mixed 1 1/4"])
    #expect(typed(.scientific, "1 / 3").forms.map(\.kind.rawValue) == [0, 1, 3, 5])
    #expect(typed(.scientific, "1 / 3").forms.map(\.text.isExact) == [false, true, true, false])
    #expect(typed(.formula, "1 / 0 =").forms.isEmpty)
    #expect(typed(.scientific, "9 EE 9 9 9").forms.map(\.kind.rawValue) == [5])
}

@Test func `a form is part of the state`() {
    let calculator = typed(.standard, "1 / 4 = form")
    #expect(calculator.roundTrips)
    #expect(calculator != typed(.standard, "1 / 4 ="))
    let bits = calculator.encoding[1] ^ typed(.standard, "1 / 4 =").encoding[1]
    #expect(bits == NumberForm.fraction.rawValue << 4)
    // Forms that the number does not have, that the key does not reach, or that do not exist.
    for form in [2, 3, 4, 5, 6, 7] as [UInt8] {
        var bytes = calculator.encoding
        bytes[1] = bytes[1] & 15 | form << 4
        #expect(Calculator(encoding: bytes) == nil, "form \(form)")
    }
    var entry = typed(.standard, "1 / 4").encoding
    entry[1] = NumberForm.fraction.rawValue << 4
    #expect(Calculator(encoding: entry) == nil)
}
