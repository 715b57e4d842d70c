import CalculatorEngine
import ExactNumbers

/// Types lines of keys, each on a new calculator, and tells what it shows.
struct KeySheet {
    let keypad: Keypad
    /// Whether it tells so after every key.
    let isTraced: Bool

    func answer(to names: [Substring], line: Int) throws(CommandError) -> String {
        var calculator = Calculator(keypad)
        var rows: [String] = []
        for (name, key) in try keys(named: names, line: line) {
            var work = Work(limit: EngineLimits.stepsMax)
            calculator.press(key, &work)
            if isTraced { rows.append(Self.row(name, calculator.display)) }
        }
        return isTraced
            ? rows.joined(separator: "\n") + "\n"
            : Self.text(calculator.display.main.text)
    }

    private func keys(
        named names: [Substring], line: Int
    ) throws(CommandError) -> [(name: Substring, key: Key)] {
        var keys: [(name: Substring, key: Key)] = []
        for name in names {
            guard let key = KeyNames.keys[String(name)] else {
                let hint = KeyNames.hint(for: String(name))
                throw .usage("Line \(line): there is no key \(name). \(hint)")
            }
            keys.append((name, key))
        }
        return keys
    }

    /// `+	5	5 +	` and the notice, if there is one.
    private static func row(_ name: Substring, _ display: Display) -> String {
        let columns = [
            String(name), text(display.main.text), text(display.expression), notice(display),
        ]
        return columns.joined(separator: "\t")
    }

    private static func notice(_ display: Display) -> String {
        guard let notice = display.notice else { return "" }
        guard notice == .repeated, let again = display.again else { return "\(notice.name)" }
        return "\(notice.name) \(text(again))"
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
