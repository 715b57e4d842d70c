import Foundation
import SharedRoom

/// Writing the questions of a lesson.
extension Lesson.Question {
    /// `{"seq":130,"at":1790000000000,"question":"12 × 12?","keypad":"simple","answers":18,"groups":[…]}`
    var json: [UInt8] {
        var writer = JSONWriter(capacity: 1_024)
        writer.beginObject()
        writer.member("seq", sequence)
        if let time { writer.member("at", time) }
        writer.member("question", text)
        writer.member("keypad", keypad.name)
        writer.member("answers", Int64(answerCount))
        if !groups.isEmpty {
            writer.beginList("groups")
            for group in groups { group.write(to: &writer) }
            writer.endList()
        }
        writer.endObject()
        return writer.bytes
    }

    func rows(_ names: PersonNames) -> [[String]] {
        let date =
            time.map { Date(timeIntervalSince1970: Double($0 / 1_000)).ISO8601Format() } ?? ""
        let asked = RoomDocuments.withoutFormulas(title)
        func row(_ author: String, _ result: String, _ keys: String) -> [String] {
            [
                date, RoomDocuments.withoutFormulas(author), "", result, "",
                RoomDocuments.withoutFormulas(keys), asked,
            ]
        }
        if groups.isEmpty { return [row("", "", "(\(countText))")] }
        return groups.flatMap { group in
            group.answers.map { row($0.authorText(names) ?? "", group.resultText, $0.keysText) }
        }
    }

    /// `Question: 12 × 12? (18 answers)`, and for each group `    144: 12 (Ada, Ben)`.
    func textLines(_ names: PersonNames) -> String {
        let lines = groups.map { group in
            let authors = group.answers.compactMap { $0.authorText(names) }.joined(separator: ", ")
            let listed = authors.isEmpty ? "" : " (\(authors))"
            return "    \(group.resultText): \(group.answers.count)\(listed)\n"
        }
        return "Question: \(title) (\(countText))\n\(lines.joined())"
    }

    private var countText: String { answerCount == 1 ? "1 answer" : "\(answerCount) answers" }

    /// The text, or the keypad of a question without one.
    private var title: String {
        text.isEmpty ? "[\(keypad.name)]" : String(decoding: text, as: UTF8.self)
    }
}

extension Lesson.Question.Group {
    /// Every keypad counts an unfinished expression as the error `syntax`.
    fileprivate var resultText: String {
        ResultText(result, syntax: "Unfinished").text
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("result", result)
        writer.beginList("answers")
        for answer in answers {
            writer.beginObject()
            if let author = answer.author {
                writer.member("by", author.number)
                writer.member("name", author.name)
            }
            writer.beginList("keys")
            for key in answer.keys { writer.string(key.name) }
            writer.endList()
            writer.endObject()
        }
        writer.endList()
        writer.endObject()
    }
}

extension Lesson.Question.Answer {
    fileprivate func authorText(_ names: PersonNames) -> String? {
        author.map { names.name(of: $0.number, $0.name) }
    }

    fileprivate var keysText: String { keys.map { "\($0.name)" }.joined(separator: " ") }
}
