import Foundation

/// docs/OPERATIONS.md, and what lies beside it for operators.
enum Operations {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "docs")

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
}
