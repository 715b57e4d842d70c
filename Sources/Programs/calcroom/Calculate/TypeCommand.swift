import CalculatorEngine
import CommandLineKit
import ExactNumbers

extension Command {
    static let type = Command(
        name: "type",
        operands: "[FILE]",
        summary: "Types keys on a keypad and prints the display.",
        details: """
            Reads one sequence of keys per line, separated by spaces, from FILE or standard input.
            Prints the display after the last key of each line. Each line starts with a new
            calculator. Empty lines and lines that begin with # are skipped.

            Keypads: \(KeyNames.keypads.joined(separator: ", "))

            Keys:
            \(KeyNames.table)

              echo '2 + 3 * 4 =' | calcroom type --keypad standard
            """,
        options: [TypeOption.keypad, TypeOption.trace]
    ) { arguments throws(CommandError) in
        let keypad = try keypad(arguments)
        let sequences = KeySequences(keypad: keypad, isTraced: arguments.contains(TypeOption.trace))
        guard arguments.operands.count < 2 else {
            throw .usage("Unexpected argument \(arguments.operands[1]); type reads one file.")
        }
        if let path = arguments.operands.first { try StandardStreams.redirectInput(from: path) }
        var number = 0
        while let line = readLine() {
            number += 1
            let names = line.split { $0 == " " || $0 == "\t" }
            guard let first = names.first, !first.hasPrefix("#") else { continue }
            print(try sequences.result(of: names, line: number))
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
        summary: "prints key, display, expression and notice after every key, separated by tabs")
}

/// Types each sequence of keys on a new calculator.
private struct KeySequences {
    let keypad: Keypad
    /// True if the result has a line for every key.
    let isTraced: Bool

    func result(of names: [Substring], line: Int) throws(CommandError) -> String {
        var calculator = Calculator(keypad)
        var rows: [String] = []
        for (name, key) in try keys(named: names, line: line) {
            var work = Work(limit: EngineLimits.stepsMax)
            calculator.press(key, &work)
            if isTraced { rows.append(Self.row(name, calculator.display)) }
        }
        return isTraced
            ? rows.joined(separator: "\n") + "\n"
            : Self.text(calculator.display.shownText)
    }

    private func keys(
        named names: [Substring], line: Int
    ) throws(CommandError) -> [(name: Substring, key: Key)] {
        var keys: [(name: Substring, key: Key)] = []
        for name in names {
            guard let key = KeyNames.keys[String(name)] else {
                throw .usage("Line \(line): unknown key \(KeyNames.withHint(name))")
            }
            keys.append((name, key))
        }
        return keys
    }

    /// Key, display, expression and notice: `+	5	5 +	`.
    private static func row(_ name: Substring, _ display: Display) -> String {
        let columns = [
            String(name), text(display.shownText), text(display.expression), notice(display),
        ]
        return columns.joined(separator: "\t")
    }

    private static func notice(_ display: Display) -> String {
        guard let notice = display.notice else { return "" }
        guard notice == .repeated, let operation = display.repeatableOperation else {
            return "\(notice.name)"
        }
        return "\(notice.name) \(text(operation))"
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
