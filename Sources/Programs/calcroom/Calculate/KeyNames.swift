import CalculatorEngine
import CommandLineKit

/// The names of keys and keypads on the command line.
enum KeyNames {
    static let keys = [String: Key](
        uniqueKeysWithValues: Key.all.map { ("\($0.name)", $0) })

    static let keypads = Keypad.allCases.map { "\($0.name)" }

    static func keypad(_ name: String) throws(CommandError) -> Keypad {
        if let keypad = Keypad(named: name.utf8) { return keypad }
        throw .usage("Unknown keypad \(name). \(Spelling.hint(for: name, among: keypads))")
    }

    /// All names of keys, in lines of at most 80 columns.
    static var table: String {
        var lines = [" "]
        for name in Key.all.map({ "\($0.name)" }) {
            if lines[lines.count - 1].count + name.count > 78 { lines.append(" ") }
            lines[lines.count - 1] += " \(name)"
        }
        return lines.joined(separator: "\n")
    }

    /// An unknown name and a suggestion, for an error: `sine. Did you mean sin or asin?`
    static func withHint(_ name: Substring) -> String {
        let isLong = name.count > shownNameMax
        let shown = isLong ? name.prefix(shownNameMax) + "…" : name
        return "\(shown). \(hint(for: String(shown)))"
    }

    /// Longer text is shortened, because it is not a mistyped name.
    private static let shownNameMax = 30

    private static func hint(for name: String) -> String {
        if let key = symbols[name] { return "Did you mean \(key)?" }
        let letters = name.map(String.init)
        if letters.count > 1, letters.allSatisfy({ keys[$0] != nil }) {
            return "Did you mean \(letters.joined(separator: " ")), with spaces between the keys?"
        }
        let nearest = Spelling.nearest(to: name, among: Key.all.map { "\($0.name)" })
        return Spelling.suggestion(nearest, otherwise: "For all keys, see `calcroom help type`")
    }

    /// The names of keys by the symbols on the page and by names in other programs.
    private static let symbols = [
        "×": "*", "x": "*", "·": "*", "÷": "/", ":": "/", "−": "-", "±": "neg", "+/-": "neg",
        "⌫": "back", "√": "sqrt", "π": "pi", "^": "pow", "!": "fact", "x²": "sq", "x³": "cube",
        "1/x": "inv", ",": ".",
    ]
}
