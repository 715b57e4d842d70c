import Foundation
public import SharedRoom

extension RoomDocuments {
    /// The tape as CSV.
    public static func tapeCSV(of tape: [TapeEntry]) -> [UInt8] {
        Array(([tapeColumns] + tape.map(tapeFields)).map(csvLine).joined().utf8)
    }

    static let tapeColumns = ["time", "author", "expression", "result", "undone"]

    static func tapeFields(_ entry: TapeEntry) -> [String] {
        [
            entry.date.ISO8601Format(), withoutFormulas(person(entry.author, entry.name)),
            withoutFormulas(entry.expression.text), entry.result?.text ?? "",
            entry.isUndone ? "undone" : "",
        ]
    }

    /// The tape as text in aligned columns.
    public static func tapeText(of tape: [TapeEntry]) -> [UInt8] {
        Array(tapeTextLines(of: tape).joined().utf8)
    }

    /// Each line ends with a line feed.
    static func tapeTextLines(of tape: [TapeEntry]) -> [String] {
        let width = tape.map { person($0.author, $0.name).count }.max() ?? 0
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .gmt)
            .year().month().day().time(includingFractionalSeconds: false)
        return tape.map { entry in
            let author = person(entry.author, entry.name)
            let padding = String(repeating: " ", count: width - author.count)
            let outcome = entry.result.map { "= \($0.text)" } ?? "(unfinished)"
            let mark = entry.isUndone ? "  (undone)" : ""
            return "\(entry.date.formatted(style))  \(author)\(padding)"
                + "  \(entry.expression.text) \(outcome)\(mark)\n"
        }
    }

    /// The name of a participant, or the number if the name is empty.
    public static func person(_ number: UInt32, _ name: [UInt8]) -> String {
        name.isEmpty ? "participant \(number)" : name.text
    }
}

extension TapeEntry {
    fileprivate var date: Date { Date(timeIntervalSince1970: Double(time / 1_000)) }
}

/// CSV fields.
extension RoomDocuments {
    static func csvLine(_ fields: [String]) -> String {
        fields.map(quoted).joined(separator: ",") + "\r\n"
    }

    private static func quoted(_ field: String) -> String {
        let needsQuotes = field.unicodeScalars.contains { "\",;\r\n\t".unicodeScalars.contains($0) }
        return needsQuotes ? "\"\(field.replacing("\"", with: "\"\""))\"" : field
    }

    /// Inserts an apostrophe wherever a spreadsheet would detect a formula (CSV injection). Some programs
    /// split cells at semicolons even inside quotes, so a formula can also begin after one. Programs ignore
    /// spaces before a formula.
    static func withoutFormulas(_ text: String) -> String {
        let beginnings = "=+-@\t\r＝＋－＠".unicodeScalars
        let ends = "\",;\t".unicodeScalars
        var result = String.UnicodeScalarView()
        var isAtBeginning = true
        for scalar in text.unicodeScalars {
            if isAtBeginning, beginnings.contains(scalar) { result.append("'") }
            result.append(scalar)
            isAtBeginning = ends.contains(scalar) || isAtBeginning && scalar == " "
        }
        return String(result)
    }
}

extension [UInt8] {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
