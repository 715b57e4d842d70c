import ExactNumbers

@testable import CalculatorEngine

/// A new calculator after the named keys: `typed(.standard, "2 + 3 =")`.
func typed(_ keypad: Keypad, _ keys: String) -> Calculator {
    var calculator = Calculator(keypad)
    calculator.type(keys)
    return calculator
}

/// The main line after these keys: `12`, `error:syntax`.
func shown(_ keypad: Keypad, _ keys: String) -> String {
    typed(keypad, keys).display.main.text.string
}

/// The expression line after these keys: `2 + 3 ×`.
func line(_ keypad: Keypad, _ keys: String) -> String {
    typed(keypad, keys).display.expression.string
}

/// The notice of the last key.
func notice(_ keypad: Keypad, _ keys: String) -> Notice? {
    typed(keypad, keys).display.notice
}

extension Calculator {
    /// Presses the keys and returns the calculation that the last one finished.
    @discardableResult
    mutating func type(_ keys: String) -> Calculation? {
        var calculation: Calculation?
        for name in keys.split(separator: " ") {
            guard let key = Key(named: name.utf8) else { fatalError("no key: \(name)") }
            calculation = press(key).calculation
        }
        return calculation
    }

    @discardableResult
    mutating func press(_ key: Key) -> KeyOutcome {
        var work = Work(limit: EngineLimits.stepsMax)
        return press(key, &work)
    }

    @discardableResult
    mutating func change(to keypad: Keypad) -> Calculation? {
        var work = Work(limit: EngineLimits.stepsMax)
        return change(to: keypad, &work)
    }
}

extension [UInt8] {
    var string: String { String(decoding: self, as: UTF8.self) }
}

extension Keypad {
    init?(_ name: some StringProtocol) {
        self.init(named: Array(name.utf8))
    }
}
