/// What no pure floor may contain, because it would make two replicas differ, would not compile as
/// Embedded Swift, or could stop the server.
enum Purity {
    static let forbidden: [(reason: String, words: Set<String>)] = [
        (
            "a binary float",
            ["Float", "Float16", "Float32", "Float64", "Float80", "Double", "CGFloat"]
        ),
        ("a collection in random order", ["Dictionary", "Set"]),
        ("hashing with a random seed", ["Hasher", "hashValue"]),
        ("a clock", ["Date", "Clock", "ContinuousClock", "SuspendingClock"]),
        (
            "randomness",
            ["random", "randomElement", "shuffle", "shuffled", "SystemRandomNumberGenerator"]
        ),
        ("Foundation", ["Foundation", "FoundationEssentials"]),
    ]

    /// What is wrong with a source text: `let half = 0.5` gives `line 1: a floating literal, 0.5`.
    static func violations(in source: String) -> [String] {
        let tokens = Lexer.tokens(of: source)
        return tokens.indices.compactMap { index in
            violation(at: index, in: tokens).map { "line \(tokens[index].line): \($0)" }
        }
    }

    private static func violation(at index: Int, in tokens: [Token]) -> String? {
        let token = tokens[index]
        switch token.kind {
        case .word:
            return forbidden.first { $0.words.contains(token.text) }
                .map { "\($0.reason), \(token.text)" }
        case .number:
            return isFloating(token.text) ? "a floating literal, \(token.text)" : nil
        case .symbol:
            if isForced(at: index, in: tokens) { return "a force, \(tokens[index - 1].text)!" }
            if isDictionary(at: index, in: tokens) { return "a dictionary in brackets" }
            return nil
        case .rawIdentifier, .string:
            return nil
        }
    }

    private static func isFloating(_ number: String) -> Bool {
        let number = number.lowercased()
        if number.contains(".") { return true }
        if number.hasPrefix("0x") { return number.contains("p") }
        return number.contains("e")
    }

    /// Whether the symbol is the `!` of `x!`, `try!`, `as!` or `Int!`: it ends what stands before it,
    /// while the `!` of `!x` and `a != b` does not.
    private static func isForced(at index: Int, in tokens: [Token]) -> Bool {
        let token = tokens[index]
        guard token.isAttached, token.text.contains("!"),
            token.text.allSatisfy({ "!?".contains($0) })
        else { return false }
        let before = tokens[index - 1]
        return before.kind != .symbol || [")", "]", "}"].contains(before.text)
    }

    /// Whether the symbol is the `[` of `[Key: Value]` or `[key: value]`: between its brackets stands
    /// a colon that belongs neither to a label of a subscript nor to a question.
    private static func isDictionary(at index: Int, in tokens: [Token]) -> Bool {
        guard tokens[index].text == "[", !isSubscript(at: index, in: tokens) else { return false }
        var depth = 0
        var questions = 0
        for token in tokens[(index + 1)...] {
            switch token.text {
            case "(", "[", "{":
                depth += 1
            case ")", "]", "}":
                depth -= 1
                if depth < 0 { return false }
            case "?" where depth == 0 && !token.isAttached:
                questions += 1
            case ":" where depth == 0:
                if questions == 0 { return true }
                questions -= 1
            default:
                continue
            }
        }
        return false
    }

    private static func isSubscript(at index: Int, in tokens: [Token]) -> Bool {
        guard index > 0, tokens[index].isAttached else { return false }
        let before = tokens[index - 1]
        switch before.kind {
        case .word, .rawIdentifier, .string: return true
        case .number: return false
        case .symbol: return [")", "]", "}", "?", "!"].contains(before.text)
        }
    }
}
