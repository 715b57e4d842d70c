import CalculatorEngine
import CommandLineKit
import ExactNumbers

extension Command {
    static let type = Command(
        name: "type",
        operands: "[FILE]",
        summary: "Types keys on a keypad and prints what it shows.",
        details: """
            Reads one sequence of keys a line, blanks between the keys, from FILE or standard
            input, and prints for each what the keypad shows after the last key. Each line begins
            on a new calculator; empty lines and lines that begin with # are passed over.

            Keypads: \(KeyNames.keypads.joined(separator: ", "))

            Keys:
            \(KeyNames.table)

              echo '2 + 3 * 4 =' | calcroom type --keypad standard
            """,
        options: [TypeOption.keypad, TypeOption.trace]
    ) { arguments throws(CommandError) in
        let keypad = try keypad(arguments)
        let sheet = KeySheet(keypad: keypad, isTraced: arguments.contains(TypeOption.trace))
        guard arguments.operands.count < 2 else {
            throw .usage("\(arguments.operands[1]) is too much; type reads one file.")
        }
        if let path = arguments.operands.first { try StandardStreams.redirectInput(from: path) }
        var number = 0
        while let line = readLine() {
            number += 1
            let names = line.split { $0 == " " || $0 == "\t" }
            guard let first = names.first, !first.hasPrefix("#") else { continue }
            print(try sheet.answer(to: names, line: number))
        }
    }

    private static func keypad(_ arguments: Arguments) throws(CommandError) -> Keypad {
        try arguments[TypeOption.keypad].map(KeyNames.keypad) ?? .formula
    }
}

/// The options of `calcroom type`.
enum TypeOption {
    static let keypad = CommandOption(
        name: "keypad", value: "NAME", summary: "the keypad to type on (default formula)")
    static let trace = CommandOption(
        name: "trace", value: nil,
        summary: "prints a line after every key: key, display, expression, notice, tabs between")
}

/// Types lines of keys, each on a new calculator, and returns the displays.
private struct KeySheet {
    let keypad: Keypad
    /// True if every key gets a line of output.
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

    /// Key, display, expression and notice: `+	5	5 +	`.
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
