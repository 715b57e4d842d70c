import CalculatorEngine
import ExactNumbers

/// `calcroom-lab bench engine`: the time of one key.
enum EngineBenchmark {
    /// Prints the table. Returns true if every key is within its bound.
    static func run() -> Bool {
        let table = MeasuredTable(
            heading: "Keys; the keys before … are repeated until the expression is full")
        return table.print(subjects.map { $0.measured() })
    }

    /// A key to measure, and the calculator after the keys before it.
    private struct Subject {
        let name: String
        let microsecondsMax: Double
        let calculator: Calculator
        let key: Key
        let showsDisplay: Bool

        init(
            _ name: String, _ microsecondsMax: Double, _ keypad: Keypad, _ before: String,
            _ key: String, showsDisplay: Bool = false
        ) {
            self.name = "\(keypad.name): \(name)"
            self.microsecondsMax = microsecondsMax
            self.showsDisplay = showsDisplay
            self.key = EngineBenchmark.key(key)
            var calculator = Calculator(keypad)
            for name in before.split(separator: " ") {
                var work = Work(limit: EngineLimits.stepsMax)
                calculator.press(EngineBenchmark.key(String(name)), &work)
            }
            self.calculator = calculator
        }

        func measured() -> Measurement {
            Measurement(name: name, microsecondsMax: microsecondsMax, steps: press()) { press() }
        }

        @discardableResult
        private func press() -> Int {
            var work = Work(limit: EngineLimits.stepsMax)
            var calculator = calculator
            calculator.press(key, &work)
            if showsDisplay { _ = calculator.display }
            return work.spent
        }
    }

    private static var subjects: [Subject] {
        keypads.flatMap { keypad in
            [
                Subject("a digit", keyMax, keypad, "1 2 3 4 5 6 7", "8"),
                Subject("an operator", keyMax, keypad, "1 2 + 3 4 5", "*"),
                Subject("= on ten terms", equalsMax, keypad, tenTerms, "="),
            ]
        } + worst
    }

    /// The worst cases: expressions and numbers of the maximum size.
    private static var worst: [Subject] {
        let pieces = [
            "+ 9 . 7 root 3", "+ 3 . 3 pow 1 . 1", "+ ln 7 )", "+ sin 1 )", "+ asin . 3 )",
            "+ inv 9 7", "* 9 8 7 6 5 4 3 2 1", "+ 1 9 9 9 fact",
        ]
        return pieces.map { piece in
            Subject("\(piece) …", worstMax, .scientific, filled(with: piece), "=")
        } + [
            Subject("3248!", worstMax, .scientific, "3 2 4 8 fact", "="),
            Subject("3248! + 3000!", worstMax, .scientific, "3 2 4 8 fact + 3 0 0 0 fact", "="),
            Subject(
                "+ ln 7 ) …, and display", worstMax, .scientific, filled(with: "+ ln 7 )"), "8",
                showsDisplay: true),
        ]
    }

    private static let keypads = [Keypad.standard, .scientific]
    private static let keyMax = 1.0
    private static let equalsMax = 50.0
    private static let worstMax = 2_000.0
    private static let tenTerms = "1 . 2 + 3 4 * 5 - 6 / 7 + 8 * 9 . 1 - 1 1 + 1 2 / 1 3 - 1 4"

    /// The key 1, then the piece as often as it fits into the expression.
    private static func filled(with piece: String) -> String {
        var keys = "1"
        var calculator = Calculator(.scientific)
        while true {
            for name in piece.split(separator: " ") {
                var work = Work(limit: EngineLimits.stepsMax)
                calculator.press(key(String(name)), &work)
                if calculator.notice == .expressionFull { return keys }
            }
            keys += " " + piece
        }
    }

    private static func key(_ name: String) -> Key {
        guard let key = Key(named: name.utf8) else {
            preconditionFailure("the benchmark's own key \(name) does not exist")
        }
        return key
    }
}
