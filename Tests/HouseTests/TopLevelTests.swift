import Testing

@Test func `H5 nothing stands at the top beside what the design names`() throws {
    let names = try Checkout.names(in: "")
    #expect(names.contains("Package.swift"))
    let ignored = try Checkout.file(".gitignore").text
    #expect(TopLevel.violations(in: names, ignored: ignored) == [])
}

@Test func `H5 a stranger at the top is found`() {
    let violations = TopLevel.violations(
        in: ["Sources", ".build", "notes.txt"],
        ignored: "/.build/\n.swiftpm\n"
    )
    #expect(violations == ["notes.txt"])
}
