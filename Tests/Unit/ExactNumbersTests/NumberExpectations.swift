import ExactNumbers
import Testing

@testable import GoldenPlayer

/// Evaluates a line of operations. Returns the exact result, and its text with 32 digits.
func played(_ line: String) -> (exact: String, shown: String) {
    let columns = NumberPlayer.answer(to: Array(line.utf8)).split(
        separator: 9, omittingEmptySubsequences: false)
    return (
        String(decoding: columns[0], as: UTF8.self), String(decoding: columns[1], as: UTF8.self)
    )
}

/// Evaluates lines of the form `operations → exact result` and compares the results.
func expectExact(_ table: String, sourceLocation: SourceLocation = #_sourceLocation) {
    expect(table, sourceLocation) { $0.exact }
}

/// Evaluates lines of the form `operations → text with 32 digits` and compares the results.
func expectShown(_ table: String, sourceLocation: SourceLocation = #_sourceLocation) {
    expect(table, sourceLocation) { $0.shown }
}

private func expect(
    _ table: String, _ sourceLocation: SourceLocation,
    _ column: ((exact: String, shown: String)) -> String
) {
    let rows = table.split(separator: "\n").map { $0.split(separator: "→") }
    #expect(!rows.isEmpty, "the table is empty", sourceLocation: sourceLocation)
    for row in rows {
        let line = row[0].trimmed
        let expected = row.count > 1 ? row[1].trimmed : ""
        #expect(
            column(played(line)) == expected, "\(line)", sourceLocation: sourceLocation)
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
