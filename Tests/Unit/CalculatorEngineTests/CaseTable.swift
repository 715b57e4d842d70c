import Foundation
import RunningPrograms
import Testing

/// A table of test cases: one case per line, columns separated by tabs, comments after `#`.
struct CaseTable {
    struct Row: CustomTestStringConvertible {
        let columns: [String]
        let place: String
        var testDescription: String { "\(place): \(columns[0])" }
    }

    let rows: [Row]

    /// Loads a file of the folder `Cases`. Stops the tests if the file has no rows or a row has no
    /// second column.
    init(_ name: String) {
        guard let text = try? Checkout.text(of: "Tests/Unit/CalculatorEngineTests/Cases/\(name)")
        else {
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
