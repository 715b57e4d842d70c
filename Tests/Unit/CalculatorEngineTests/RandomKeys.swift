import SeededNumbers

@testable import CalculatorEngine

extension SplitMix {
    /// A random key. Digits and operators are frequent, so that expressions grow; clearing keys are
    /// rare.
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
