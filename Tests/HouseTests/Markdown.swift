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

    private static func withoutCode(_ line: Substring) -> String {
        let pieces = line.split(separator: "`", omittingEmptySubsequences: false)
        return pieces.indices.filter { $0.isMultiple(of: 2) }.map { String(pieces[$0]) }.joined()
    }
}
