/// Suggestions for misspelled names.
public enum Spelling {
    /// The names nearest to the text by edit distance, best first. A name without a
    /// letter in common never matches. If a name differs only in case, it is the only result.
    public static func nearest(to text: String, among names: [String], most: Int = 3) -> [String] {
        let text = Array(text.lowercased().utf8.prefix(lengthMax))
        let distances = names.map { distance(text, Array($0.lowercased().utf8)) }
        let near = names.indices.filter { index in
            let lengths = [text.count, names[index].utf8.count].sorted()
            return distances[index] <= max(1, lengths[0] / 2) && distances[index] < lengths[1]
        }
        if let same = near.first(where: { distances[$0] == 0 }) { return [names[same]] }
        let best = near.sorted { (distances[$0], $0) < (distances[$1], $1) }
        return best.prefix(most).map { names[$0] }
    }

    /// `Did you mean text?`, or all names if none is similar: `Choose one of: text, json.`
    public static func hint(for text: String, among names: [String]) -> String {
        suggestion(
            nearest(to: text, among: names),
            otherwise: "Choose one of: \(names.joined(separator: ", "))")
    }

    /// `Did you mean --tip or --tip-on?`, or the other sentence if the list of names is empty.
    public static func suggestion(_ names: [String], otherwise: String) -> String {
        guard let last = names.last else { return otherwise + "." }
        let others = names.dropLast().joined(separator: ", ")
        return "Did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
    }

    /// Bounds the work for very long arguments.
    private static let lengthMax = 40

    /// The Damerau-Levenshtein distance: insertions, deletions, substitutions and swaps of neighbours.
    private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var before: [Int] = []
        var last = Array(0...other.count)
        for (row, letter) in one.enumerated() {
            var next = [row + 1]
            for (column, otherLetter) in other.enumerated() {
                var least = min(last[column + 1], next[column]) + 1
                least = min(least, last[column] + (letter == otherLetter ? 0 : 1))
                if row > 0, column > 0, letter == other[column - 1], one[row - 1] == otherLetter {
                    least = min(least, before[column - 1] + 1)
                }
                next.append(least)
            }
            (before, last) = (last, next)
        }
        return last[other.count]
    }
}
