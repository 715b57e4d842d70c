import CalculatorEngine
import ExactNumbers

/// Answers the name of a keypad and keys with the display after every key, separated by ` | `: `standard 2 +
/// 3 =` gives `2 | 2 {2 +} | 3 {2 +} | 5 {2 + 3} again + 3`.
enum KeyPlayer {
    private static let blank: UInt8 = 32

    static func answer(to line: [UInt8]) -> [UInt8] {
        let names = line.split(separator: blank)
        guard let first = names.first, let keypad = Keypad(named: first) else {
            return Array("no keypad".utf8)
        }
        var calculator = Calculator(keypad)
        var displays: [[UInt8]] = []
        for name in names.dropFirst() {
            guard let key = Key(named: name) else { return Array("no key: ".utf8) + name }
            var work = Work(limit: EngineLimits.stepsMax)
            calculator.press(key, &work)
            displays.append(calculator.display.line)
        }
        return Array(displays.joined(separator: Array(" | ".utf8)))
    }
}

extension Display {
    /// The whole display on one line: `12 {7 + 5} again + 5`.
    fileprivate var line: [UInt8] {
        var line = main.text
        if let form { line += Array(" = ".utf8) + form.text }
        if !expression.isEmpty {
            line += Array(" {".utf8) + expression + Array("}".utf8)
        }
        if let repeatableOperation { line += Array(" again ".utf8) + repeatableOperation }
        if angleUnit == .radians { line += Array(" rad".utf8) }
        switch memory {
        case .empty: break
        case .number: line += Array(" M".utf8)
        case .error: line += Array(" M!".utf8)
        }
        if let notice { line += Array(" (".utf8) + notice.name.bytes + Array(")".utf8) }
        return line
    }
}
