import Testing

@Test func `H4 the documents' links lead somewhere`() throws {
    #expect(try Checkout.documents().flatMap(Links.violations) == [])
}

@Test func `H4 a link that leads nowhere, or out of the checkout, is found`() {
    let text = "[a](Nowhere.md) [b](../Package.swift) [c](../../) ![d](none.png) [e](.)"
    let document = Checkout.File(path: "docs/A.md", text: text)
    #expect(
        Links.violations(in: document)
            == ["docs/A.md: Nowhere.md", "docs/A.md: ../../", "docs/A.md: none.png"]
    )
}

@Test func `H4 a link to a heading that is not there is found`() {
    let text = """
        # All of it

        ## What it costs, at most

        [a](#what-it-costs-at-most) [b](#nowhere) [c](../README.md#calcroom) [d](../README.md#none)
        """
    let document = Checkout.File(path: "docs/A.md", text: text)
    #expect(
        Links.violations(in: document) == ["docs/A.md: #nowhere", "docs/A.md: ../README.md#none"])
}

@Test func `H4 only relative links are looked at, without their headings`() {
    let text = """
        [a](A.md#heading) [b](#heading) [c](https://example.org/) `[d](D.md)` <img src="e.png">
        ```
        [f](F.md)
        ```
        """
    #expect(Links.relative(in: text) == ["A.md", "e.png"])
}
