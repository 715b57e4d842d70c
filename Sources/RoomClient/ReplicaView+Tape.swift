import CalculatorEngine
import SharedRoom

/// The tape of the view. It is the largest part, so a page is told only what is new of it.
extension ReplicaView {
    func writeTape(_ tape: Tape, after drawn: DrawnTape?, to writer: inout JSONWriter) {
        // A tape that was cleared begins anew.
        let known = drawn?.tape.start == tape.start ? drawn : nil
        writer.beginObject("tape")
        if known == nil { writer.member("all", true) }
        writer.member("older", tape.count - Int64(tape.lines.count))
        writer.member("first", tape.lines.first?.sequence ?? 0)
        writer.beginList("lines")
        for index in 0..<tape.lines.count {
            let line = tape.lines[index]
            if known?.has(line) != true { line.write(to: &writer, upTo: confirmedSequence) }
        }
        writer.endList()
        writer.endObject()
    }
}

/// The tape as the page has it.
struct DrawnTape {
    let tape: Tape
    /// What had a larger number was not confirmed.
    let confirmed: Int64

    /// Whether the page has the line just like this. What nobody had confirmed may be another now.
    fileprivate func has(_ line: Tape.Line) -> Bool {
        line.sequence <= confirmed && tape.line(line.sequence)?.isUndone == line.isUndone
    }

    /// Unconfirmed lines are the last ones.
    var unconfirmedCount: Int {
        let lines = tape.lines
        var count = 0
        while count < lines.count, lines[lines.count - 1 - count].sequence > confirmed {
            count += 1
        }
        return count
    }
}

extension Tape.Line {
    fileprivate func write(to writer: inout JSONWriter, upTo confirmed: Int64) {
        writer.beginObject()
        writer.member("seq", sequence)
        writer.member("by", author)
        writer.member("at", time)
        writer.member("expression", calculation.expression)
        switch calculation.outcome {
        case .number(_, let text): writer.member("result", text)
        case .error(let error): writer.member("error", error.name)
        case .unfinished: break
        }
        if isUndone { writer.member("undone", true) }
        if sequence > confirmed { writer.member("pending", true) }
        writer.endObject()
    }
}
