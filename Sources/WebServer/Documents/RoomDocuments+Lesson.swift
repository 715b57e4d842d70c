import Foundation
import SharedRoom

extension RoomDocuments {
    /// A lesson as NDJSON, with one object for each tape line.
    public static func lessonNDJSON(of lesson: Lesson) -> [UInt8] {
        lesson.lines.flatMap { line in
            var writer = JSONWriter(capacity: 512)
            writer.beginObject()
            line.entry.write(to: &writer)
            if let keys = line.keys {
                writer.beginList("keys")
                for key in keys { key.write(to: &writer) }
                writer.endList()
            }
            writer.endObject()
            return writer.bytes + [newline]
        }
    }

    /// A lesson as CSV: the table of the tape with a column of keys.
    public static func lessonCSV(of lesson: Lesson) -> [UInt8] {
        let rows = lesson.lines.map { tapeFields($0.entry) + [withoutFormulas($0.keysText)] }
        return Array(([tapeColumns + ["keys"]] + rows).map(csvLine).joined().utf8)
    }

    /// A lesson as text: each tape line, followed by a line with its keys.
    public static func lessonText(of lesson: Lesson) -> [UInt8] {
        let texts = tapeTextLines(of: lesson.lines.map(\.entry))
        return Array(
            zip(texts, lesson.lines).map { text, line in
                "\(text)    \(line.keysText)\n"
            }.joined().utf8)
    }
}

extension Lesson.Line {
    /// `Ada: 5 + 7, Ben: 3 (undone) =`
    fileprivate var keysText: String {
        guard let keys else { return "(no longer kept)" }
        var runs: [(author: UInt32, text: String)] = []
        for key in keys {
            if runs.last?.author != key.author {
                runs.append((key.author, "\(RoomDocuments.person(key.author, key.name)):"))
            }
            runs[runs.count - 1].text += " \(key.action.word)\(key.isUndone ? " (undone)" : "")"
        }
        return runs.map(\.text).joined(separator: ", ")
    }
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
