import Testing

@testable import CalculatorEngine

@Test(arguments: Keypad.allCases)
func `leading zeros are replaced`(keypad: Keypad) {
    #expect(shown(keypad, "0 0 7") == "7")
    #expect(shown(keypad, "0 0 . 0 7") == "0.07")
    #expect(shown(keypad, "0 0") == "0")
}

@Test(arguments: Keypad.allCases)
func `a number has at most one point and a digit before it`(keypad: Keypad) {
    #expect(shown(keypad, ".") == "0.")
    #expect(shown(keypad, "1 . 5 . 2") == "1.52")
    #expect(notice(keypad, "1 . 5 .") == .pointRefused)
    #expect(notice(keypad, "1 . 5") == nil)
}

@Test(arguments: [
    (Keypad.formula, 16), (.scientific, 32), (.simple, 32), (.tip, 16), (.standard, 16),
])
func `a number accepts as many digits as its keypad shows`(keypad: Keypad, count: Int) {
    let full = String(repeating: "1 ", count: count)
    #expect(shown(keypad, full) == String(repeating: "1", count: count))
    #expect(notice(keypad, full) == nil)
    #expect(shown(keypad, full + "2") == String(repeating: "1", count: count))
    #expect(notice(keypad, full + "2") == .digitRefused)
    #expect(shown(keypad, "0 . " + full + "2") == "0." + String(repeating: "1", count: count))
}

@Test func `a number on chain has nine characters at most`() {
    #expect(shown(.chain, "1 2 3 4 5 6 7 8 . 9 neg") == "-123456789")
}

@Test func `plus-minus does nothing to a typed zero on formula, and says so`() {
    #expect(shown(.formula, "0 neg 5") == "5")
    #expect(notice(.formula, "9 - 0 neg") == .nothingToWorkOn)
    #expect(shown(.formula, "neg . neg 5") == "0.5")
    #expect(shown(.formula, ". neg 5") == "-0.5")
    #expect(shown(.formula, "5 neg 9") == "-59")
}

@Test func `an exponent has at most four digits and no point`() {
    #expect(notice(.standard, "2 EE 1 2 3 4 5") == .digitRefused)
    #expect(notice(.standard, "2 EE .") == .pointRefused)
}

@Test func `a number is shown as typed until it is complete`() {
    #expect(line(.formula, "1 . +") == "1 +")
    #expect(line(.scientific, "1 . 5 0 + 0 . 0") == "1.5 + 0.0")
    #expect(shown(.tip, "1 . 5 +") == "1.50")
}

@Test(arguments: Keypad.allCases)
func `no keypad accepts more digits than an entry can hold`(keypad: Keypad) {
    let most =
        switch keypad.policies.entryLimit {
        case .digits(let count): count
        case .characters(let count, _): count
        }
    #expect(most <= EngineLimits.entryDigitsMax)
}
