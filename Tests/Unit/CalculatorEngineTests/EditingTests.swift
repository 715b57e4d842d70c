import ExactNumbers
import RunningPrograms
import SeededNumbers
import Testing

@testable import CalculatorEngine

@Test(arguments: Keypad.allCases)
func `typing the text of an expression again gives the same text and result`(keypad: Keypad) {
    var random = SplitMix(seed: UInt64(keypad.rawValue) + 77)
    for round in 0..<Effort.count(400, full: 20_000) {
        var typed = Calculator(keypad)
        for _ in 0..<random.next(below: 24) { typed.press(random.expressionKey(keypad)) }
        // An exponent 0 is left out.
        if typed.hasFailedOrInserted || typed.expressionText.contains("e+0") { continue }
        var again = Calculator(keypad)
        for key in typed.expressionKeys { again.press(key) }
        var (one, other) = (typed, again)
        one.press(.equals)
        other.press(.equals)
        guard again.expressionText == typed.expressionText,
            one.display.main == other.display.main, one.answer == other.answer
        else {
            Issue.record(
                """
                \(keypad) \(round): \(typed.expressionText) \(typed.expressionKeys.names): \
                \(again.expressionText), \(one.display.main), \(other.display.main)
                """)
            return
        }
    }
}

@Test func `numbers that were not typed become keys`() {
    #expect(typed(.scientific, "1 / 3 = + 1").expressionKeys.names == "ans + 1")
    #expect(typed(.scientific, "1 / 3 = + 1 =").expressionKeys.names == "( 1 / 3 ) + 1")
    #expect(typed(.scientific, "1 / 3 = MS AC").expressionKeys.names == "")
    #expect(typed(.scientific, "5 MS 1 + 1 = C 2 * MR").expressionKeys.names == "2 * MR")
    #expect(typed(.scientific, "5 neg / 4 = + 1 =").expressionKeys.names == "- 1 . 2 5 + 1")
    #expect(typed(.formula, "5 neg / 4 = + 1 =").expressionKeys.names == "neg 1 . 2 5 + 1")
    #expect(typed(.scientific, "pi / 3 = + 1 =").expressionKeys.names == "( 1 / 3 * pi ) + 1")
    #expect(typed(.scientific, "2 sqrt").expressionKeys.names == "2 sqrt")
    #expect(typed(.chain, "2 / 3 = + 1 =").expressionKeys.names == "0 . 6 6 6 6 6 6 7 + 1")
    #expect(typed(.standard, "1 / 3 = sqrt").expressionKeys.names == "ans sqrt")
    #expect(typed(.tip, "5 + 8 0 tip10").expressionKeys.names == "5 + 8 0 tip10")
    #expect(typed(.standard, "1 EE 1 5 * 1 0 = - 1 =").expressionKeys.names == "1 EE 1 6 - 1")
}

@Test func `a finished expression is edited without its equals sign`() {
    #expect(typed(.scientific, "1 + 2 =").expressionKeys.names == "1 + 2")
    #expect(typed(.scientific, "1 + 2 =").isFinished)
    #expect(typed(.scientific, "5 + =").isFinished && !typed(.scientific, "5 +").isFinished)
    #expect(typed(.scientific, "5 + =").expressionKeys.names == "5 +")
    #expect(typed(.standard, "1 / 0 =").expressionKeys.names == "1 / 0")
    #expect(typed(.standard, "1 / 0 =").isFinished && !typed(.standard, "1 / 0").isFinished)
    #expect(Calculator(.standard).expressionKeys.isEmpty)
}

@Test(
    arguments: [
        (Keypad.scientific, "1 2 * sin", ["1", "2", " × ", "sin("], "12", "12 × sin(", nil),
        (.scientific, "2 * - 3 sq", ["2", " × ", "-", "3", "²"], "-18", "2 × -3²", "-18"),
        (
            .scientific, "neg 3 - 2 EE - 1", ["-", "3", " − ", "2", "e", "-", "1"], "-3.2",
            "-3 − 2e-1", "-3.2"
        ),
        (
            .standard, "9 sqrt + 3 0 sin", ["9", "√", " + ", "3", "0", " sin"], "0.5",
            "√9 + sin(30)", "3.5"
        ),
        (.standard, "5 neg *", ["5", "±", " × "], "-5", "-5 ×", nil),
        (.formula, "1 / 0", ["1", " ÷ ", "0"], "0", "1 ÷", "error:divisionByZero"),
        (.simple, "", [], "0", "", nil),
    ] as [(Keypad, String, [String], String, String, String?)])
func `an edited expression has a text for each key, and a result`(
    keypad: Keypad, keys: String, pieces: [String], main: String, expression: String,
    result: String?
) throws {
    let edited = try #require(Calculator(keypad).edited(Key.list(keys)))
    #expect(edited.pieces.map(\.string) == pieces)
    #expect(edited.display.main.text.string == main)
    #expect(edited.display.expression.string == expression)
    #expect(edited.result?.text.string == result)
    #expect(edited.problem == nil)
}

@Test func `an edit uses the memory, the answer and the angle unit, and reports the first problem`()
{
    let calculator = typed(.scientific, "rad 5 MS 1 + 1 =")
    #expect(calculator.edited(Key.list("MR + ans"))?.result?.text.string == "7")
    #expect(calculator.edited(Key.list("sin pi"))?.result?.text.string == "0")
    let problem = calculator.edited(Key.list("1 ) + 2 )"))?.problem
    #expect(problem?.notice == .nothingToClose && problem?.index == 1)
    let slow = Key.list("3 2 4 8 fact =")
    #expect(calculator.edited(slow) != nil)
    #expect(calculator.edited([[Key]](repeating: slow, count: 40).flatMap { $0 }) == nil)
}

@Test func `a long or deep text is rejected`() {
    let calculator = Calculator(.scientific)
    #expect(keys(of: String(repeating: "1+", count: 128), on: calculator).hasPrefix("1 + 1"))
    #expect(keys(of: String(repeating: "1+", count: 129), on: calculator) == "error 256")
    #expect(keys(of: "", on: calculator) == "error 0")
    for part in ["(", "-", "√", "sin ", "2^", "+", "1^-", "√-"] {
        for keypad in [Keypad.scientific, .formula, .standard] {
            let text = String(repeating: part, count: 5000)
            #expect(keys(of: text, on: Calculator(keypad)).hasPrefix("error"), "\(keypad) \(part)")
        }
    }
}

@Test(
    arguments: [
        (.scientific, "2 + hello", .text), (.standard, "12:30", .text),
        (.scientific, "1.2.3", .text),
        (.chain, "2)", .text), (.scientific, "2 + 3 4.5", .operator),
        (.standard, "2 + 3 4.5", .operator),
        (.tip, "2 3", .operator), (.standard, "2 + 3 × 4", .keypad),
        (.standard, "(2 + 3)²", .keypad),
        (.formula, "12345678901234567", .keypad), (.chain, "12345678.9", .keypad),
        (.scientific, "64 ^ ⅟2¹⁰", .keypad), (.scientific, "³√64²", .keypad),
        (.standard, "2 × ³√64", .keypad), (.scientific, "2³√64", .text),
        (.simple, String(repeating: "1+", count: 129), .length),
        (.scientific, String(repeating: "(", count: 99), .length),
        (.scientific, String(repeating: "√", count: 999), .length),
    ] as [(Keypad, String, ExpressionError.Reason)])
func `a text that is rejected has a reason`(
    keypad: Keypad, text: String, reason: ExpressionError.Reason
) {
    #expect {
        try Calculator(keypad).keys(of: Array(text.utf8))
    } throws: { ($0 as? ExpressionError)?.reason == reason }
}

@Test(arguments: Keypad.allCases)
func `random text is parsed or rejected within its bounds`(keypad: Keypad) {
    var random = SplitMix(seed: UInt64(keypad.rawValue) + 99)
    let parts = [
        "1", "23", ".", "e", "e-3", "π", "+", "-", "−", "×", "÷", "^", "⅟", "ʸ√", "³√", "mod", "(",
        ")", "sin",
        "√", "²", "⁻¹", "¹⁰", "%", "!", " ", "Ans", "MR", "=", "x", "10^(", "?", "15%", "ü",
    ]
    for _ in 0..<Effort.count(2000, full: 100_000) {
        let text = (0..<random.next(below: 12)).map { _ in parts[random.next(below: parts.count)] }
        let bytes = Array(text.joined().utf8)
        do {
            let keys = try Calculator(keypad).keys(of: bytes)
            #expect(keys.count <= EngineLimits.replayKeysMax)
        } catch {
            #expect(error.place <= bytes.count)
        }
    }
}

/// The names of the keys, or `error` and the byte that is not understood.
private func keys(of text: String, on calculator: Calculator) -> String {
    do throws(ExpressionError) {
        return try calculator.keys(of: Array(text.utf8)).names
    } catch {
        return "error \(error.place)"
    }
}

extension Key {
    fileprivate static func list(_ names: String) -> [Key] {
        names.split(separator: " ").compactMap { Key(named: $0.utf8) }
    }
}

extension [Key] {
    fileprivate var names: String { map { $0.name.bytes.string }.joined(separator: " ") }
}

extension Calculator {
    /// True after an error of running rules, and if a function inserted the total of an operation.
    fileprivate var hasFailedOrInserted: Bool {
        guard case .running(let state) = rules else { return false }
        switch state.phase {
        case .failed: return true
        case .entry(_, .operation(let pending)), .infix(let pending):
            return pending.chain.hasValue
        case .operand(let operand, .operation(let pending)):
            return operand.isValue || pending.chain.hasValue
        case .operand(let operand, .nothing), .operand(let operand, .repeating):
            return operand.isValue
        case .entry, .finished: return false
        }
    }

    /// The whole expression, with the number being typed.
    fileprivate var expressionText: String {
        switch rules {
        case .running: display.expression.string + "|" + display.main.text.string
        case .formula(let state):
            ExpressionText.text(state.expression, keypad.policies.format).string
        }
    }
}

extension SplitMix {
    /// A random key that types an expression and inserts no number.
    fileprivate mutating func expressionKey(_ keypad: Keypad) -> Key {
        while true {
            let key = key()
            switch key {
            case .equals, .memory, .answer, .tip, .clear, .angle: continue
            default: return key
            }
        }
    }
}

extension OperationChain {
    fileprivate var hasValue: Bool { first.isValue || steps.contains { $0.operand.isValue } }
}

extension Operand {
    fileprivate var isValue: Bool {
        switch self {
        case .plain(.value), .computed(.value, _, _): true
        case .plain, .computed: false
        }
    }
}
