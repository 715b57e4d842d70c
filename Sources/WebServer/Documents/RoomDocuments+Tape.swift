import CalculatorEngine
import Foundation
public import SharedRoom

extension RoomDocuments {
    /// The tape for spreadsheets and programs.
    public static func tapeTable(of room: Room) -> [UInt8] {
        let header = ["time", "author", "expression", "result", "undone"]
        let rows = tapeLines(of: room).map { line in
            [
                line.time.ISO8601Format(), harmless(line.author), harmless(line.expression),
                line.result ?? "", line.isUndone ? "undone" : "",
            ]
        }
        return Array(([header] + rows).map(tableLine).joined().utf8)
    }

    /// The tape for people.
    public static func tapeText(of room: Room) -> [UInt8] {
        let lines = tapeLines(of: room)
        let width = lines.map(\.author.count).max() ?? 0
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .gmt)
            .year().month().day().time(includingFractionalSeconds: false)
        let texts = lines.map { line in
            let padding = String(repeating: " ", count: width - line.author.count)
            let outcome = line.result.map { "= \($0)" } ?? "(unfinished)"
            let mark = line.isUndone ? "  (undone)" : ""
            return "\(line.time.formatted(style))  \(line.author)\(padding)"
                + "  \(line.expression) \(outcome)\(mark)\n"
        }
        return Array(texts.joined().utf8)
    }

    private struct TapeLine {
        let time: Date
        let author: String
        let expression: String
        let result: String?
        let isUndone: Bool
    }

    private static func tapeLines(of room: Room) -> [TapeLine] {
        let lines = room.tape.lines
        return (0..<lines.count).map { place in
            let line = lines[place]
            return TapeLine(
                time: Date(timeIntervalSince1970: Double(line.time / 1_000)),
                author: author(line.author, in: room), expression: line.calculation.expression.text,
                result: line.calculation.outcome.text, isUndone: line.isUndone)
        }
    }

    private static func author(_ number: UInt32, in room: Room) -> String {
        let name =
            room.people[number]?.name
            ?? room.bill.guests.first { $0.number == number }?.name ?? .none
        return name.bytes.isEmpty ? "participant \(number)" : name.bytes.text
    }
}

/// CSV.
extension RoomDocuments {
    private static func tableLine(_ fields: [String]) -> String {
        fields.map(quoted).joined(separator: ",") + "\r\n"
    }

    private static func quoted(_ field: String) -> String {
        let needsQuotes = field.unicodeScalars.contains { "\",;\r\n\t".unicodeScalars.contains($0) }
        return needsQuotes ? "\"\(field.replacing("\"", with: "\"\""))\"" : field
    }

    /// The text with an apostrophe wherever a spreadsheet would begin to read a formula. Some take a
    /// semicolon for the end of a cell, in quotes or not, so it is not only the beginning that counts.
    static func harmless(_ text: String) -> String {
        let beginnings = "=+-@\t\r＝＋－＠".unicodeScalars
        let ends = "\",;\t".unicodeScalars
        var result = String.UnicodeScalarView()
        var isAtBeginning = true
        for scalar in text.unicodeScalars {
            if isAtBeginning, beginnings.contains(scalar) { result.append("'") }
            result.append(scalar)
            isAtBeginning = ends.contains(scalar)
        }
        return String(result)
    }
}

extension Calculation.Outcome {
    fileprivate var text: String? {
        switch self {
        case .number(_, let text): text.text
        case .error(let error): "error:\(error.name)"
        case .unfinished: nil
        }
    }
}

extension [UInt8] {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
