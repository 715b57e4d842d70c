import CalculatorEngine
import Foundation
import RunningPrograms
import Testing

/// The words of the first block of code below a rule in docs/protocol.md.
private func words(below rule: String) throws -> [String] {
    let parts = try Checkout.text(of: "docs/protocol.md").components(separatedBy: "\n- `")
    let part = try #require(parts.first { $0.hasPrefix("\(rule)`: ") })
    return part.components(separatedBy: "```")[1].split(whereSeparator: \.isWhitespace)
        .map(String.init)
}

@Test func `the protocol lists the names of all keys and keypads`() throws {
    #expect(
        try words(below: "key.names")
            == Key.all.map(\.name.description) + Keypad.allCases.map(\.name.description))
}
