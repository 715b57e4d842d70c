import Foundation
import SharedRoom

/// Writes tape lines in one of three formats, in lessons also the keys of each line and the questions.
struct TapeWriter {
    enum Format {
        case ndjson, csv, text
    }

    private let format: Format
    private let hasKeys: Bool
    private let names: PersonNames
    /// The width of the column of names in text.
    private let nameWidth: Int

    /// Aligns the columns of text for the newest lines.
    init(_ format: Format, hasKeys: Bool = false, for stored: StoredRoomState) {
        let names = PersonNames(of: stored.room)
        self.format = format
        self.hasKeys = hasKeys
        self.names = names
        nameWidth = stored.lines.map { names.name(of: $0.author, $0.name).count }.max() ?? 0
    }

    /// The bytes before the first line.
    var header: [UInt8] {
        switch format {
        case .ndjson, .text: []
        case .csv:
            Array(RoomDocuments.csvLine(Self.columns + (hasKeys ? ["keys", "question"] : [])).utf8)
        }
    }

    private static let columns = ["time", "author", "expression", "result", "undone"]

    func entry(_ entry: Lesson.Entry) -> [UInt8] {
        switch (entry, format) {
        case (.line(let line), _): self.line(line)
        case (.question(let question), .ndjson): question.json + [RoomDocuments.newline]
        case (.question(let question), .csv):
            Array(question.rows(names).map(RoomDocuments.csvLine).joined().utf8)
        case (.question(let question), .text): Array(question.textLines(names).utf8)
        }
    }

    func line(_ entry: TapeEntry) -> [UInt8] { line(Lesson.Line(entry: entry, keys: nil)) }

    func line(_ line: Lesson.Line) -> [UInt8] {
        switch format {
        case .ndjson: json(line)
        case .csv: Array(RoomDocuments.csvLine(fields(line)).utf8)
        case .text: Array((text(line.entry) + (hasKeys ? "    \(keysText(line))\n" : "")).utf8)
        }
    }

    private func json(_ line: Lesson.Line) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        line.entry.write(to: &writer)
        if hasKeys, let keys = line.keys {
            writer.beginList("keys")
            for key in keys { key.write(to: &writer) }
            writer.endList()
        }
        writer.endObject()
        return writer.bytes + [RoomDocuments.newline]
    }

    private func fields(_ line: Lesson.Line) -> [String] {
        let entry = line.entry
        let fields = [
            entry.date.ISO8601Format(), RoomDocuments.withoutFormulas(author(entry)),
            RoomDocuments.withoutFormulas(entry.expression.text),
            entry.result.map { ResultText($0).text } ?? "", entry.isUndone ? "undone" : "",
        ]
        return hasKeys ? fields + [RoomDocuments.withoutFormulas(keysText(line)), ""] : fields
    }

    /// The line ends with a line feed.
    private func text(_ entry: TapeEntry) -> String {
        let author = author(entry)
        let padding = String(repeating: " ", count: max(0, nameWidth - author.count))
        let outcome = entry.result.map { ResultText($0).afterExpression } ?? " (unfinished)"
        let mark = entry.isUndone ? "  (undone)" : ""
        return "\(entry.date.formatted(Self.dateStyle))  \(author)\(padding)"
            + "  \(entry.expression.text)\(outcome)\(mark)\n"
    }

    private static let dateStyle = Date.ISO8601FormatStyle(
        dateTimeSeparator: .space, timeZone: .gmt
    ).year().month().day().time(includingFractionalSeconds: false)

    private func author(_ entry: TapeEntry) -> String {
        names.name(of: entry.author, entry.name)
    }

    /// `Ada: 5 + 7, Ben: 3 (undone) =`
    private func keysText(_ line: Lesson.Line) -> String {
        guard let keys = line.keys else { return "(no longer kept)" }
        var runs: [(author: UInt32, text: String)] = []
        for key in keys {
            if runs.last?.author != key.author {
                runs.append((key.author, "\(names.name(of: key.author, key.name)):"))
            }
            runs[runs.count - 1].text += " \(key.action.word)\(key.isUndone ? " (undone)" : "")"
        }
        return runs.map(\.text).joined(separator: ", ")
    }
}

extension TapeEntry {
    fileprivate var date: Date { Date(timeIntervalSince1970: Double(time / 1_000)) }
}

extension [UInt8] {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}

extension Lesson.Key {
    /// `{"by":3,"name":"Mina","press":"7"}`
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("by", author)
        writer.member("name", name)
        action.write(to: &writer)
        if isUndone { writer.member("undone", true) }
        writer.endObject()
    }
}

extension Action {
    /// The words for a step: the name of the key on the wire, or `[…]`.
    fileprivate var word: String {
        if case .press(let key) = self { return "\(key.name)" }
        if case .keypad(let keypad) = self { return "[\(keypad.name)]" }
        if case .type(let typing) = self {
            return "[\(typing.keys.map { "\($0.name)" }.joined(separator: " "))]"
        }
        return "[tape]"
    }
}

/// The result of a calculation in a document for people: a number, or the page's words for an error.
struct ResultText {
    let text: String
    private let isError: Bool

    /// - Parameters:
    ///   - result: `12`, or `error:` and a name.
    ///   - syntax: The words for the error `syntax`.
    init(_ result: [UInt8], syntax: String = "ERROR") {
        let result = String(decoding: result, as: UTF8.self)
        isError = result.hasPrefix("error:")
        text =
            switch result {
            case "error:divisionByZero": "Division by zero"
            case "error:undefined": "Undefined"
            case "error:invalidInput": "Invalid input"
            case "error:overflow": "Too large"
            case "error:syntax": syntax
            default: result
            }
    }

    /// ` = 12`, or `: Division by zero`, because no calculation equals an error.
    var afterExpression: String { (isError ? ": " : " = ") + text }
}
