import Foundation

/// docs/OPERATIONS.md, and what lies beside it for operators.
enum Operations {
    static let folder = Checkout.root.appending(path: "docs")

    /// The rows of its tables that begin with a name, without the marks of code.
    static func rows() throws -> [[String]] {
        let path = folder.appending(path: "OPERATIONS.md")
        return try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
            .map { $0.drop { $0 == " " } }
            .filter { $0.hasPrefix("| `") }
            .map { line in
                line.split(separator: "|").map { cell in
                    cell.filter { $0 != "`" }.trimmingCharacters(in: .whitespaces)
                }
                .filter { !$0.isEmpty }
            }
    }

    /// A file that operators are given, with other places in it. Every place that is another one here
    /// must be there.
    static func deployed(
        _ file: String, _ changes: KeyValuePairs<String, String>
    ) throws -> String {
        var text = try String(contentsOf: folder.appending(path: "deploy/\(file)"), encoding: .utf8)
        for (old, new) in changes {
            guard text.contains(old) else { throw Missing(text: old) }
            text = text.replacing(old, with: new)
        }
        return text
    }

    struct Missing: Error { var text: String }
}
