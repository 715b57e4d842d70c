import CalculatorEngine
public import SharedRoom

extension Room {
    public var tapeEntries: [TapeEntry] { entries(of: tape.lines, below: .max) }

    /// Adds the lines that the tape has dropped since an earlier state. The first line after `clearTape` removes all
    /// dropped lines; until then, the tape can be restored.
    func addDroppedLines(to entries: inout [TapeEntry], since before: Tape) {
        if tape.keptStart != before.keptStart {
            entries = []
        } else if let first = tape.keptLines.first?.sequence {
            entries += self.entries(of: before.keptLines, below: first)
        }
    }

    /// The lines of a tape before a sequence number.
    private func entries(of lines: Queue<Tape.Line>, below sequence: Int64) -> [TapeEntry] {
        var entries: [TapeEntry] = []
        for place in 0..<lines.count {
            let line = lines[place]
            guard line.sequence < sequence else { break }
            entries.append(entry(of: line))
        }
        return entries
    }

    public func entry(of line: Tape.Line) -> TapeEntry {
        TapeEntry(
            sequence: line.sequence, time: line.time, author: line.author,
            name: name(of: line.author), expression: line.calculation.expression,
            result: line.calculation.outcome.text, isUndone: line.isUndone)
    }

    private func name(of number: UInt32) -> [UInt8] {
        (people[number]?.name ?? bills.name(of: number) ?? .none).bytes
    }
}

extension Calculation.Outcome {
    /// Nil for an unfinished calculation.
    fileprivate var text: [UInt8]? {
        switch self {
        case .number(_, let text): text
        case .error(let error): Array("error:\(error.name)".utf8)
        case .unfinished: nil
        }
    }
}
