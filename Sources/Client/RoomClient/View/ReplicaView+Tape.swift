import CalculatorEngine
import SharedRoom

/// The tape in the view. It is the largest part, so the page receives only new and changed lines.
extension ReplicaView {
    func writeTape(_ tape: Tape, after drawn: DrawnTape?, to writer: inout JSONWriter) {
        // After the tape was cleared, the page receives all of it.
        let known = drawn?.tape.start == tape.start ? drawn : nil
        writer.beginObject("tape")
        if known == nil { writer.member("all", true) }
        writer.member("older", tape.count - Int64(tape.lines.count))
        writer.member("first", tape.lines.first?.sequence ?? 0)
        if tape.isRestorable { writer.member("restorable", true) }
        writer.beginList("lines")
        for index in 0..<tape.lines.count {
            let line = tape.lines[index]
            if known?.has(line) != true { line.write(to: &writer, upTo: confirmedSequence) }
        }
        writer.endList()
        writer.endObject()
    }
}

/// The tape as the page last received it.
struct DrawnTape {
    let tape: Tape
    /// Lines with a larger sequence number were unconfirmed.
    let confirmed: Int64

    /// True if the page has this line unchanged. Unconfirmed lines may have changed.
    fileprivate func has(_ line: Tape.Line) -> Bool {
        line.sequence <= confirmed && tape.line(line.sequence)?.isUndone == line.isUndone
    }

    /// The number of unconfirmed lines, which are the last ones.
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
        if calculation.outcome.isRounded { writer.member("rounded", true) }
        if isUndone { writer.member("undone", true) }
        if sequence > confirmed { writer.member("pending", true) }
        writer.endObject()
    }
}
