import Foundation
import RunningPrograms

/// The document docs/operations.md, and the configuration files in docs/deploy.
enum OperationsDocument {
    /// The cells of all table rows whose first cell begins with code, without backticks.
    static func rows() throws -> [[String]] {
        try Checkout.text(of: "docs/operations.md").split(separator: "\n")
            .map { $0.drop { $0 == " " } }
            .filter { $0.hasPrefix("| `") }
            .map { line in
                line.split(separator: "|").map { cell in
                    cell.filter { $0 != "`" }.trimmingCharacters(in: .whitespaces)
                }
                .filter { !$0.isEmpty }
            }
    }

    /// A configuration file with the given replacements. Each of them must match.
    static func deployed(
        _ file: String, _ replacements: KeyValuePairs<String, String>...
    ) throws -> String {
        var text = try Checkout.text(of: "docs/deploy/\(file)")
        for (old, new) in replacements.joined() {
            guard text.contains(old) else { throw Missing(text: old) }
            text = text.replacing(old, with: new)
        }
        return text
    }

    struct Missing: Error { var text: String }
}
