import Foundation
import RunningPrograms
import Testing

@testable import CalculatorEngine

@Test(arguments: Example.all)
func `every example of the rules holds`(example: Example) {
    #expect(shown(example.keypad, example.keys) == example.display)
}

/// An example in docs/ENGINE.md: `tip: 5 + 3 =` → `8.00`.
struct Example: CustomTestStringConvertible {
    let keypad: Keypad
    let keys: String
    let display: String

    var testDescription: String { "\(keypad): \(keys)" }

    /// The examples of all documents about the engine.
    static let all: [Example] = {
        let folder = Checkout.root.appending(path: "docs")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let examples = names.filter { $0.hasPrefix("ENGINE") && $0.hasSuffix(".md") }.sorted()
            .compactMap { try? String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
            .flatMap { $0.split(separator: "\n").flatMap(found) }
        guard examples.count > 80 else { fatalError("docs/ENGINE.md has too few examples") }
        return examples
    }()

    static func found(in line: some StringProtocol) -> [Example] {
        let pieces = line.components(separatedBy: "`")
        return stride(from: 1, to: pieces.count - 2, by: 2).compactMap { index in
            guard pieces[index + 1] == " → " else { return nil }
            let parts = pieces[index].components(separatedBy: ": ")
            guard parts.count == 2, let keypad = Keypad(parts[0]) else { return nil }
            return Example(keypad: keypad, keys: parts[1], display: pieces[index + 2])
        }
    }
}
