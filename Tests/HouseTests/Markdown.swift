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

    /// What is written as code: spans, which may go over the end of a line, and the lines of fenced
    /// blocks.
    static func code(in text: String) -> [String] {
        var code: [String] = []
        var paragraph: [Substring] = []
        func endParagraph() {
            let pieces = paragraph.joined(separator: " ").split(
                separator: "`", omittingEmptySubsequences: false)
            let spans = pieces.indices.dropLast().filter { !$0.isMultiple(of: 2) }
            code += spans.map { String(pieces[$0]) }
            paragraph = []
        }
        var isInBlock = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.drop { $0 == " " }
            if words.hasPrefix("```") {
                endParagraph()
                isInBlock.toggle()
            } else if isInBlock {
                code.append(String(line))
            } else if words.isEmpty {
                endParagraph()
            } else {
                paragraph.append(words)
            }
        }
        endParagraph()
        return code
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
