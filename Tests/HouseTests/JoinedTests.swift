import Testing

/// Rules of the wire, the room, the server and the client are about two sides. Tests of one side
/// alone prove that it keeps its own idea of a rule; that both have the same idea, these prove.
private let joinedSections = [
    "The wire", "The room", "What a server does", "What a client does", "A whole session",
]

@Test func `H7 every rule of both sides is proven with client and edge joined`() throws {
    let document = try Checkout.file("docs/PROTOCOL.md").text
    let sections = Markdown.sections(of: document).filter { joinedSections.contains($0.heading) }
    #expect(sections.map(\.heading).sorted() == joinedSections.sorted())
    let rules = sections.flatMap { Rules.defined(in: $0.text) }
    let tests = try Checkout.files(in: "Tests/SharingTests", suffix: ".swift").flatMap {
        Rules.tests(in: $0.text)
    }
    #expect(Rules.untested(rules, by: tests) == [])
    #expect(rules.count > 100)
}

@Test func `H7 a rule that only one side has a test for is found`() {
    #expect(Rules.untested(["W1", "W2"], by: ["W2 W3 both"]) == ["W1"])
}

@Test func `H7 a section reaches to the next heading of its kind`() {
    let sections = Markdown.sections(of: "# All\n\n## One\n\na\n\n### Part\n\nb\n\n## Two\n\nc\n")
    #expect(sections.map(\.heading) == ["One", "Two"])
    #expect(sections.map(\.text) == ["\na\n\n### Part\n\nb\n", "\nc\n"])
}
