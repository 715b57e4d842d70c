import Foundation

/// A document as the house rules read it: its lines outside of code, with their numbers.
enum Markdown {
    /// The lines outside of fenced blocks, each without its `code`.
    static func lines(of text: String) -> [(number: Int, text: String)] {
        var isInBlock = false
        var lines: [(number: Int, text: String)] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            if line.drop(while: { $0 == " " }).hasPrefix("```") {
                isInBlock.toggle()
            } else if !isInBlock {
                lines.append((index + 1, withoutCode(line)))
            }
        }
        return lines
    }

    /// What stands under each heading of the second level.
    static func sections(of text: String) -> [(heading: String, text: String)] {
        text.components(separatedBy: "\n## ").dropFirst().map { section in
            let parts = section.split(
                separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        }
    }

    private static func withoutCode(_ line: Substring) -> String {
        let pieces = line.split(separator: "`", omittingEmptySubsequences: false)
        return pieces.indices.filter { $0.isMultiple(of: 2) }.map { String(pieces[$0]) }.joined()
    }
}
