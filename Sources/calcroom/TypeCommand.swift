import CalculatorEngine

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
        if let path = arguments.operands.first { try StandardStreams.readInput(from: path) }
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
