import ExactNumbers
import RunningPrograms
import SeededNumbers
import Testing

@testable import CalculatorEngine

@Test(arguments: Keypad.allCases)
func `random keys keep the calculator within its limits`(keypad: Keypad) {
    var random = SplitMix(seed: UInt64(keypad.rawValue) + 1)
    var calculator = Calculator(keypad)
    for number in 0..<Effort.count(15_000, full: 200_000) {
        let key = random.key()
        var work = Work(limit: EngineLimits.stepsMax)
        let outcome = calculator.press(key, &work)
        let display = calculator.display
        guard display.isWellFormed, outcome.isWellFormed, outcome.agrees(with: display),
            work.spent <= (key.mayCompute ? EngineLimits.stepsMax : 0),
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

    /// True if the tape marks the number on the display as rounded exactly if the display does.
    fileprivate func agrees(with display: Display) -> Bool {
        guard case .number(_, let text)? = calculation?.outcome, display.main == .number(text)
        else { return true }
        return calculation?.outcome.isRounded == display.isRounded
    }
}
