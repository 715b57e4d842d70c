import Foundation

/// The house as docs/ARCHITECTURE.md shows it, in a table and in a drawing.
enum HousePicture {
    struct Row: Equatable {
        var floor: Int
        var module: String
        var isPure: Bool
        var imports: [String]
    }

    /// The rows of the table: floor, module, what lives there, `pure` or nothing, imports.
    static func rows(in document: String) -> [Row] {
        document.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { cell in
                cell.filter { $0 != "`" && $0 != " " }
            }
            guard cells.count == 5, let floor = Int(cells[0]) else { return nil }
            return Row(
                floor: floor, module: cells[1], isPure: cells[3] == "pure",
                imports: cells[4].split(separator: ",").map(String.init))
        }
    }

    /// The lines of the drawing, which begin with the floor: the modules on it, from left to right.
    static func drawing(in document: String) -> [(floor: Int, modules: [String])] {
        let blocks = document.components(separatedBy: "```")
        guard blocks.count > 1 else { return [] }
        return blocks[1].split(separator: "\n").compactMap { line in
            let words = line.split { !$0.isLetter && !$0.isNumber }.map(String.init)
            return words.first.flatMap { Int($0) }.map { ($0, Array(words.dropFirst())) }
        }
    }
}
