/// What docs/PROMISES.md says: each promise with the tests that show it.
struct Promise: Equatable {
    /// Its heading: `P1 order`.
    var name: String
    var evidence: [Evidence] = []

    /// A line such as `- [NamedTests.swift](../Tests/SharingTests/NamedTests.swift) R6 R7: words`.
    struct Evidence: Equatable {
        var path: String
        var rules: [String]
    }

    /// The promises of a document: its headings that begin with `P` and a number.
    static func all(in markdown: String) -> [Promise] {
        Markdown.sections(of: markdown)
            .filter { $0.heading.wholeMatch(of: /P\d+ .+/) != nil }
            .map { section in
                let lines = section.text.split(separator: "\n")
                return Promise(name: section.heading, evidence: lines.compactMap(evidence))
            }
    }

    private static func evidence(in line: Substring) -> Evidence? {
        guard let match = line.prefixMatch(of: /- \[.+?\]\(\.\.\/(Tests\/.+?)\) (.+?):/) else {
            return nil
        }
        return Evidence(
            path: String(match.1), rules: match.2.split(separator: " ").map(String.init))
    }

    /// What is missing of what shows it, where the names of a file's tests are known.
    func violations(testsIn names: (String) throws -> [String]) rethrows -> [String] {
        guard !evidence.isEmpty else { return ["\(name) is shown by nothing"] }
        return try evidence.flatMap { evidence in
            let tested = try names(evidence.path).flatMap(Rules.named)
            return evidence.rules.filter { !tested.contains($0) }
                .map { "\(name): \(evidence.path) has no test of \($0)" }
        }
    }
}
