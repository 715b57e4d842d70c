import ExactNumbers
import Foundation
import Testing
import SeededNumbers

@testable import CalculatorEngine

/// How many keys; `RANDOM_KEYS=10000000` for the long run.
private let keyCount =
    ProcessInfo.processInfo.environment["RANDOM_KEYS"].flatMap { Int($0) } ?? 100_000

@Test(arguments: Keypad.allCases)
func `E232 random keys never stop the calculator`(keypad: Keypad) {
    var random = SplitMix(seed: UInt64(keypad.rawValue) + 1)
    var calculator = Calculator(keypad)
    for number in 0..<keyCount / Keypad.allCases.count {
        let key = random.key()
        var work = Work(limit: EngineLimits.stepsMax)
        let outcome = calculator.press(key, &work)
        let display = calculator.display
        guard display.isWellFormed, outcome.isWellFormed,
            work.spent <= EngineLimits.stepsMax,
            calculator.byteCount <= EngineLimits.stateBytesMax
        else {
            Issue.record("\(keypad), key \(number), \(key.name): \(display)")
            return
        }
        if random.next(below: 1000) == 0 {
            calculator.change(to: Keypad.allCases[random.next(below: Keypad.allCases.count)])
            calculator.change(to: keypad)
        }
    }
}

extension KeyOutcome {
    fileprivate var isWellFormed: Bool {
        guard let calculation else { return true }
        if case .number(_, let text) = calculation.outcome, !text.isNumber { return false }
        return !calculation.expression.isEmpty && calculation.expression.isText
    }
}
