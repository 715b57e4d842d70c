import Foundation
import Testing

/// More would be slow to come where a network is.
private let bytesMax = 250_000

@Test func `H11 every picture of the documents is made by a script, and small`() throws {
    let made = try Checkout.file("Tests/Browser/shown_pictures.py").text
        .matches(of: /"(\w+\.png)": \w+/).map { String($0.1) }
    #expect(made.sorted() == (try Checkout.names(in: "docs/pictures")))
    let shown = try Checkout.documents().flatMap { Links.relative(in: $0.text) }
        .filter { $0.hasSuffix(".png") }
    #expect(Set(shown) == Set(made.map { "docs/pictures/\($0)" }))
    for name in made {
        let picture = try Data(contentsOf: Checkout.root.appending(path: "docs/pictures/\(name)"))
        #expect(picture.count < bytesMax, "\(name)")
    }
}
