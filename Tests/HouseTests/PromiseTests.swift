import Testing

private func promises() throws -> [Promise] {
    Promise.all(in: try Checkout.file("docs/PROMISES.md").text)
}

/// The names of the tests in a file, in whichever language; none if there is no such file.
private func tests(in path: String) throws -> [String] {
    guard Checkout.exists(path) else { return [] }
    let text = try Checkout.file(path).text
    return path.hasSuffix(".py") ? Rules.pythonTests(in: text) : Rules.tests(in: text)
}

@Test func `H8 every promise is shown by tests that are there`() throws {
    let promises = try promises()
    #expect(promises.map { $0.name.prefix { $0 != " " } } == (1...12).map { "P\($0)" })
    #expect(try promises.flatMap { try $0.violations(testsIn: tests) } == [])
}

@Test func `H8 what the simulator watches are promises`() throws {
    let source = try Checkout.file("Sources/Simulator/Checks/Failure.swift").text
    let watched = source.matches(of: /case \w+ = "(P\d+ .+)"/).map { String($0.1) }
    #expect(watched.count == 9)
    let names = try promises().map(\.name)
    #expect(watched.filter { !names.contains($0) } == [])
}

@Test func `H8 a promise that nothing shows, or a test that is not there, is found`() {
    let document = """
        # All

        ## P1 order

        Words.

        - [A.swift](../Tests/A.swift) R1 R2: one
        - [B.py](../Tests/B.py) U3: two

        ## P2 once

        ## Figures
        """
    let violations = Promise.all(in: document).flatMap { promise in
        promise.violations { $0 == "Tests/A.swift" ? ["R1 one", "R3 R2 three"] : [] }
    }
    #expect(
        violations == ["P1 order: Tests/B.py has no test of U3", "P2 once is shown by nothing"])
}
