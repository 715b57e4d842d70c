/// The rules of the documents and the tests that stand for them. A rule is a line such as
/// `**E12** One third times three is one.`, a test is named `E12 one third times three is one`.
enum Rules {
    /// The ids at the beginnings of lines, with or without a list's dash.
    static func defined(in markdown: String) -> [String] {
        Markdown.lines(of: markdown).compactMap { line in
            let text = line.text.hasPrefix("- ") ? line.text.dropFirst(2) : line.text[...]
            guard text.hasPrefix("**") else { return nil }
            let id = text.dropFirst(2).prefix { $0 != "*" }
            return isID(id) && text.dropFirst(2 + id.count).hasPrefix("**") ? String(id) : nil
        }
    }

    /// The names of the tests in a Swift source.
    static func tests(in source: String) -> [String] {
        let tokens = Lexer.tokens(of: source)
        return tokens.indices.compactMap { index in
            guard tokens[index].text == "Test", index > 0, tokens[index - 1].text == "@",
                let keyword = tokens[index...].firstIndex(where: { $0.text == "func" }),
                keyword + 1 < tokens.count
            else { return nil }
            return tokens[keyword + 1].text.filter { $0 != "`" }
        }
    }

    /// The names of the tests in a Python source: `def test_U60_two_people` is `U60 two people`.
    static func pythonTests(in source: String) -> [String] {
        let beginning = "def test_"
        return source.split(separator: "\n").filter { $0.hasPrefix(beginning) }.map { line in
            line.dropFirst(beginning.count).prefix { $0 != "(" }
                .split(separator: "_").joined(separator: " ")
        }
    }

    /// The ids that a test's name begins with: `E3 E4 three plus four` stands for E3 and E4.
    static func named(by test: String) -> [String] {
        test.split(separator: " ").prefix(while: isID).map(String.init)
    }

    static func untested(_ rules: [String], by tests: [String]) -> [String] {
        let tested = Set(tests.flatMap(named(by:)))
        return rules.filter { !tested.contains($0) }
    }

    static func violations(rules: [String], tests: [String]) -> [String] {
        let doubles = Dictionary(grouping: rules) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
        return doubles.map { "\($0) is defined more than once" }
            + untested(rules, by: tests).map { "\($0) has no test" }
            + tests.filter { named(by: $0).isEmpty }.map { "“\($0)” names no rule" }
            + tests.flatMap { test in
                named(by: test).filter { !rules.contains($0) }
                    .map { "“\(test)” names \($0), which no document defines" }
            }
    }

    /// One or two capital letters, then a number.
    private static func isID(_ text: Substring) -> Bool {
        let letters = text.prefix { $0.isASCII && $0.isUppercase }
        let digits = text.dropFirst(letters.count)
        return (1...2).contains(letters.count) && !digits.isEmpty
            && digits.allSatisfy { $0.isASCII && $0.isNumber }
    }
}
