import Testing

@Test func `H1 every rule has a test and every test a rule`() throws {
    let rules = try Checkout.documents().flatMap { Rules.defined(in: $0.text) }
    let tests = try Checkout.files(in: "Tests", suffix: ".swift").flatMap {
        Rules.tests(in: $0.text)
    }
    let browserTests = try Checkout.files(in: "Tests/Browser", suffix: ".py").flatMap {
        Rules.pythonTests(in: $0.text)
    }
    #expect(!browserTests.isEmpty)
    #expect(Rules.violations(rules: rules, tests: tests + browserTests) == [])
}

@Test func `H1 a rule without a test is found`() {
    #expect(Rules.violations(rules: ["E1"], tests: []) == ["E1 has no test"])
}

@Test func `H1 a rule that is defined twice is found`() {
    let violations = Rules.violations(rules: ["E1", "E1"], tests: ["E1 one"])
    #expect(violations == ["E1 is defined more than once"])
}

@Test func `H1 a test without a rule is found`() {
    #expect(Rules.violations(rules: [], tests: ["one"]) == ["“one” names no rule"])
}

@Test func `H1 a test of an unknown rule is found`() {
    let violations = Rules.violations(rules: ["E1"], tests: ["E1 E2 one"])
    #expect(violations == ["“E1 E2 one” names E2, which no document defines"])
}

@Test func `H1 rules are bold ids at the beginning of a line`() {
    let document = """
        **E1** One.
        - **WS12** Two.
        See **E3**.
        **E4 and more** is no id, nor is **E5**.
        ```
        **E6** An example.
        ```
        """
    #expect(Rules.defined(in: document) == ["E1", "WS12"])
}

@Test func `H1 a test is named by its function`() {
    let source = """
        // @Test func `E0 in a comment`() {}
        let text = "@Test func `E0 in a string`() {}"
        @Test func `E1 it's "one"`() {}
        @Test(arguments: [1, 2]) func `E2 two`(number: Int) {}
        @Test func plain() {}
        """
    #expect(Rules.tests(in: source) == ["E1 it's \"one\"", "E2 two", "plain"])
}

@Test func `H1 a test in Python is a function at the beginning of a line`() {
    let source = """
        def test_U60_U61_two_people(browser):
            def test_U62_inside(): pass
        # def test_U63_in_a_comment(): pass
        def open_room(browser): pass
        def test_plain(): pass
        """
    #expect(Rules.pythonTests(in: source) == ["U60 U61 two people", "plain"])
}
