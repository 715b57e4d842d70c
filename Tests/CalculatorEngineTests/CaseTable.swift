import Foundation
import Testing

/// A table of cases: a line each, columns with tabs between them, `#` in front of remarks.
struct CaseTable {
    struct Row: CustomTestStringConvertible {
        let columns: [String]
        let place: String
        var testDescription: String { "\(place): \(columns[0])" }
    }

    let rows: [Row]

    /// The table in this file of `Cases`. A file without rows, or a row without a second column,
    /// stops the tests.
    init(_ name: String) {
        let file = Checkout.root.appending(path: "Tests/CalculatorEngineTests/Cases/\(name)")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            fatalError("\(name) cannot be read")
        }
        var rows: [Row] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated() where !line.isEmpty && !line.hasPrefix("#")
        {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            let place = "\(name) line \(index + 1)"
            guard columns.count >= 2 else { fatalError("\(place) has no second column") }
            rows.append(Row(columns: columns.map(String.init), place: place))
        }
        guard !rows.isEmpty else { fatalError("\(name) is empty") }
        self.rows = rows
    }
}

/// Where the tests find the files of the project.
enum Checkout {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()
}
