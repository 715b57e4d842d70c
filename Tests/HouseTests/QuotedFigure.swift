import Foundation

/// A figure that another document takes from docs/BENCHMARKS.md, in a row that ends with where it is:
/// `| joins | 10,300 a second | [calcroom, joins per second](BENCHMARKS.md#joins) |`
struct QuotedFigure: Equatable {
    /// As it is written: `10,300`, `25.7 million`.
    var figure: String
    /// A comparison's name, or a server and a column, with a comma between.
    var place: String
    var section: String

    static func all(in markdown: String) -> [QuotedFigure] {
        let row =
            /\| (-?[\d.,]+(?: million)?)[^|]* \| \[([^|]+)\]\([^|]*BENCHMARKS\.md#([\w-]+)\) \|$/
        return markdown.split(separator: "\n").compactMap { line in
            line.firstMatch(of: row).map {
                QuotedFigure(
                    figure: String($0.1), place: String($0.2), section: String($0.3))
            }
        }
    }

    /// What is measured there, as the document has it, or nil.
    func measured(in document: String) -> String? {
        guard
            let text = Markdown.sections(of: document)
                .first(where: { Links.anchor(of: $0.heading) == section })?.text
        else { return nil }
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("|") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        if let row = rows.first(where: { $0[0] == place }) { return row[1] }
        let parts = place.components(separatedBy: ", ")
        guard let column = rows.first?.firstIndex(of: parts.last ?? "") else { return nil }
        let server = parts.dropLast().joined(separator: ", ")
        return rows.first { $0[0] == server }.map { $0[column] }
    }

    /// Whether the figure is that one, rounded to as many digits as it has.
    func isRounded(of measured: String) -> Bool {
        guard let whole = Self.number(measured), let rounded = Self.number(figure) else {
            return false
        }
        let digits = figure.prefix { $0 != " " }.filter { $0 != "," }
        let decimals = digits.split(separator: ".").dropFirst().first?.count ?? 0
        let zeros = digits.contains(".") ? 0 : digits.reversed().prefix { $0 == "0" }.count
        var unit = Self.scale(of: figure)
        for _ in 0..<decimals { unit /= 10 }
        for _ in 0..<zeros { unit *= 10 }
        return abs(whole - rounded) <= unit / 2
    }

    private static func number(_ text: String) -> Decimal? {
        let digits = text.prefix { "-0123456789.,".contains($0) }.filter { $0 != "," }
        return Decimal(string: digits).map { $0 * scale(of: text) }
    }

    private static func scale(of text: String) -> Decimal {
        text.hasSuffix(" million") ? 1_000_000 : 1
    }
}
