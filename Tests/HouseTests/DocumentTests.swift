import Testing

@testable import calcroom

@Test func `H9 every command in the documents is there, with its options`() throws {
    let violations = try Checkout.documents().flatMap { document in
        Markdown.code(in: document.text).flatMap(Commands.violations).map {
            "\(document.path): \($0)"
        }
    }
    #expect(violations == [])
}

@Test func `H9 every place in the documents is there`() throws {
    let violations = try Checkout.documents().flatMap { document in
        Markdown.code(in: document.text).flatMap(Places.violations).map {
            "\(document.path): \($0)"
        }
    }
    #expect(violations == [])
}

@Test func `H9 every button that the README names is on the page`() throws {
    let minute = try #require(
        Markdown.sections(of: try Checkout.file("README.md").text)
            .first { $0.heading == "One minute" })
    let buttons = minute.text.matches(of: /\*(.+?)\*/).map { String($0.1) }
    #expect(buttons.count > 4)
    let texts = try Checkout.file("static/texts.en.json").text
    #expect(buttons.filter { !texts.contains(": \"\($0)\"") } == [])
}

@Test func `H9 every variable in the documents is read by the server or by a test`() throws {
    let known = ServeOption.all.map(\.variable)
    let tests = try Checkout.files(in: "Tests", suffix: ".swift").map(\.text).joined()
    let named = try Checkout.documents().flatMap { document in
        document.text.matches(of: /CALCROOM_[A-Z_]+/).map { String($0.output) }
    }
    #expect(named.count > 5)
    #expect(named.filter { !known.contains($0) && !tests.contains("\"\($0)\"") } == [])
}

@Test(arguments: [
    ("calcroom frobnicate", ["calcroom frobnicate"]),
    ("$ echo '1' | calcroom type --keypat tip", ["--keypat"]),
    ("calcroom split 95.00 --people=3 --tipp", ["--tipp"]),
    ("Scripts/nowhere", ["Scripts/nowhere"]),
    ("Scripts/test --browser all", ["--browser"]),
    ("--no-such-option 5", ["--no-such-option"]),
])
func `H9 a command or an option that is not there is found`(code: String, endings: [String]) {
    let violations = Commands.violations(in: code)
    #expect(violations.count == endings.count)
    for (violation, ending) in zip(violations, endings) { #expect(violation.hasSuffix(ending)) }
}

@Test(arguments: [
    "calcroom help COMMAND", "calcroom COMMAND --help", "calcroom", "calcroom split --help",
    "$ calcroom export class --as tape.csv --data calcroom.db >class.csv", "Scripts/kill [ROUNDS]",
    "Scripts/serve --port 8000", "systemctl enable --now calcroom", "--people=3",
])
func `H9 a command that is there passes`(code: String) {
    #expect(Commands.violations(in: code) == [])
}

@Test func `H9 a place that is not there is found`() {
    #expect(
        Places.violations(in: "cp docs/nowhere.md ../Scripts/test, Sources/calcroom/.") == [
            "docs/nowhere.md"
        ])
}

@Test func `H9 code is what stands between marks, over a line's end too, and in blocks`() {
    let text = "One `a b`, `c\nd` and e.\n\nA lonely ` mark.\n\n`f`\n```\ng `h\n```\n"
    #expect(Markdown.code(in: text) == ["a b", "c d", "f", "g `h"])
}
