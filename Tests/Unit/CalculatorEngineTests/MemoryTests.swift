import ExactNumbers
import Testing

@testable import CalculatorEngine

@Test(arguments: Keypad.allCases)
func `the memory adds up on every keypad`(keypad: Keypad) {
    #expect(typed(keypad, "5 M+ 3 M+ 2 M- C").memory == .number(Number(6)))
    #expect(typed(keypad, "5 M- C").memory == .number(Number(-5)))
    #expect(typed(keypad, "5 M+ 3 MS C").memory == .number(Number(3)))
    #expect(typed(keypad, "5").display.memory == .empty)
    #expect(typed(keypad, "5 MS").display.memory == .number(Number(5)))
}

@Test(arguments: Keypad.allCases)
func `a stored number is complete`(keypad: Keypad) {
    #expect(shown(keypad, "5 MS 3") == "3")
    #expect(shown(keypad, "5 MC 3") == "53")
}

@Test func `a formula is evaluated before it is stored`() {
    #expect(shown(.formula, "2 + 3 M+") == "5")
    #expect(typed(.formula, "2 + 3 * 4 M+").memory == .number(Number(14)))
    #expect(shown(.scientific, "5 + M+") == "error:syntax")
    #expect(notice(.scientific, "5 + M+") == .nothingToStore)
    #expect(typed(.formula, "5 + M+").memory == .empty)
    #expect(typed(.scientific, "M+").memory == .number(.zero))
}

@Test func `MR replaces the number or fills a gap`() {
    #expect(line(.scientific, "5 MS ( 2 ) MR") == "(2) × 5")
    #expect(shown(.scientific, "5 MS 2 * MR MR =") == "10")
    #expect(shown(.standard, "5 MS 2 + MR =") == "7")
    #expect(shown(.standard, "5 MS 2 + 3 = MR =") == "8")
    #expect(notice(.standard, "5 MR") == .nothingInMemory)
    #expect(shown(.standard, "5 MR 6") == "56")
}

@Test(arguments: Keypad.allCases)
func `MC and AC clear the memory`(keypad: Keypad) {
    #expect(typed(keypad, "5 MS MC").memory == .empty)
    #expect(typed(keypad, "5 MS AC").memory == .empty)
    #expect(typed(keypad, "5 MS C CE back").memory == .number(Number(5)))
}

@Test(arguments: Keypad.allCases)
func `ans inserts the number of the last =`(keypad: Keypad) {
    #expect(typed(keypad, "1 / 3 = C ans * 3 =").answer == .one)
    #expect(typed(keypad, "2 + 3 = 1 + ans =").answer == Number(6))
    #expect(typed(keypad, "2 + 3 = 4 MS C").answer == Number(5))
    #expect(typed(keypad, "2 + 3 = AC").answer == nil)
    #expect(typed(keypad, "2 + 3 = 1 / 0 =").answer == Number(5))
    #expect(notice(keypad, "5 ans") == .noAnswer)
    #expect(shown(keypad, "5 ans 6") == "56")
    var calculator = typed(keypad, "2 + 3 =")
    calculator.change(to: keypad == .simple ? .formula : .simple)
    #expect(calculator.answer == Number(5))
}

@Test func `ans fills a gap like MR`() {
    #expect(line(.scientific, "2 + 3 = ( 2 ) ans") == "(2) × 5")
    #expect(line(.scientific, "2 + 3 = 1 + 4 ans") == "1 + 5")
    #expect(line(.standard, "2 + 3 = 1 + ans +") == "1 + 5 +")
}

@Test func `the memory rejects errors and can overflow`() {
    #expect(notice(.standard, "1 / 0 = MS") == .nothingToStore)
    let keys = "6 EE 9 9 9 8 M+ M+"
    #expect(typed(.standard, keys).memory == .error(.overflow))
    #expect(notice(.standard, keys) == .memoryError)
    #expect(notice(.standard, keys + " C MR") == .memoryError)
    #expect(typed(.standard, keys).display.memory == .error(.overflow))
    #expect(typed(.standard, keys + " C 5 M+").memory == .error(.overflow))
    #expect(typed(.standard, keys + " C 5 MS").memory == .number(Number(5)))
    #expect(typed(.standard, keys + " MC").memory == .empty)
}

@Test(arguments: Keypad.allCases)
func `a number from the tape is recalled like the memory`(keypad: Keypad) {
    var calculator = typed(keypad, "2 + 9")
    calculator.recall(Number(3))
    calculator.type("=")
    var work = Work(limit: EngineLimits.stepsMax)
    #expect(calculator.numberShown(&work) == Number(5))
}
