import ExactNumbers
import Testing

@testable import CalculatorEngine

@Test(arguments: Keypad.allCases)
func `percent after plus or minus is a part of the left side`(keypad: Keypad) {
    for (keys, result) in [
        ("2 0 0 + 1 0 % =", "220"), ("2 0 0 - 1 0 % =", "180"), ("5 0 % + 5 0 % =", "0.75"),
        ("1 0 0 + 1 0 % + 1 0 % =", "121"),
    ] {
        let expected = keypad == .tip && !result.contains(".") ? result + ".00" : result
        #expect(shown(keypad, keys) == expected, "\(keypad): \(keys)")
    }
}

@Test(arguments: Keypad.allCases)
func `percent is a hundredth everywhere else`(keypad: Keypad) {
    #expect(typed(keypad, "2 0 0 * 5 0 % =").number == typed(keypad, "1 0 0 =").number)
    #expect(typed(keypad, "2 0 0 / 5 0 % =").number == typed(keypad, "4 0 0 =").number)
    #expect(typed(keypad, "5 0 %").number == typed(keypad, ". 5").number)
}

@Test func `a repeated equals uses the value of the percentage`() {
    #expect(typed(.standard, "2 0 0 + 2 5 % =").display.repeatableOperation?.string == "+ 50")
    #expect(typed(.formula, "2 0 0 + 2 5 % =").display.repeatableOperation?.string == "+ 50")
}

extension Calculator {
    fileprivate var number: String? {
        var work = Work(limit: EngineLimits.stepsMax)
        return numberShown(&work).map { KeypadFormat(.significant(32)).text($0).string }
    }
}
