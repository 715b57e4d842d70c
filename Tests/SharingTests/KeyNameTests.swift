import CalculatorEngine
import Foundation
import Testing

/// The words of the first block of code below a rule in docs/protocol.md.
private func words(below rule: String) throws -> [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appending(path: "docs/protocol.md")
    let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n- `")
    let part = try #require(parts.first { $0.hasPrefix("\(rule)`: ") })
    return part.components(separatedBy: "```")[1].split(whereSeparator: \.isWhitespace)
        .map(String.init)
}

@Test func `the protocol lists the names of all keys and keypads`() throws {
    #expect(
        try words(below: "key.names")
            == Key.all.map(\.name.description) + Keypad.allCases.map(\.name.description))
}
