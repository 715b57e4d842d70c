import ExactNumbers
import Foundation
import Testing

@testable import CalculatorEngine

@Test(arguments: Keypad.allCases)
func `the examples of the rules in force are correct`(keypad: Keypad) {
    let rules = typed(keypad, "").display.rules
    for example in [rules.example, rules.percentExample] {
        let sides = example.bytes.string.components(separatedBy: " = ")
        var calculator = Calculator(keypad)
        calculator.type(keys(of: sides[0]) + " =")
        let result = calculator.display.main.text.string
        #expect(result == sides[1] || result == sides[1] + ".00", "\(keypad): \(example)")
    }
}

/// Converts `2 + 3 × 4` to keys.
private func keys(of example: String) -> String {
    example.replacingOccurrences(of: "×", with: "*").map(String.init).joined(separator: " ")
}

@Test func `the rules have names`() {
    #expect(KeypadPolicies.Rules.running.name.bytes.string == "running")
    #expect(KeypadPolicies.Rules.formula.name.bytes.string == "formula")
}

@Test func `the next key clears a notice`() {
    #expect(notice(.standard, "MR") == .nothingInMemory)
    #expect(notice(.standard, "MR 5") == nil)
    let names = Notice.allCases.map { $0.name.bytes.string }
    #expect(names == Notice.allCases.map { "\($0)" })
}
