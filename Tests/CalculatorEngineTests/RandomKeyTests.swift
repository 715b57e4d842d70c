import ExactNumbers
import Foundation
import Testing

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

/// A small generator with a seed, the same everywhere.
private struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next(below limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }

    /// Digits and operators come more often than the rest, so that expressions grow; what clears
    /// comes less often.
    mutating func key() -> Key {
        switch next(below: 10) {
        case 0..<3: return .digit(Digit.allCases[next(below: 10)])
        case 3..<5: return .infix([.plus, .minus, .times, .divided, .power][next(below: 5)])
        default:
            let key = Key.all[next(below: Key.all.count)]
            if case .clear = key, next(below: 4) > 0 { return .equals }
            return key
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
