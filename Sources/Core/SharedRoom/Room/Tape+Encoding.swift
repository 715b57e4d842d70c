import CalculatorEngine
import ExactNumbers

extension Tape {
    func write(to writer: inout ByteWriter) {
        writer.append(number: UInt64(keptStart))
        writer.append(number: UInt64(keptCount))
        writer.append(word: runningHash)
        writer.append(number: UInt64(keptLines.count))
        for index in 0..<keptLines.count { keptLines[index].write(to: &writer) }
        writer.append(number: UInt64(clearedAt ?? 0))
    }

    /// Throws if the tape refers to an event after `sequence`, the room's last one: the next line would have a lower
    /// number.
    init(
        from reader: inout ByteReader, through sequence: Int64
    ) throws(BinaryDecodingError) {
        self.init(start: try reader.count64())
        let count = try reader.count64()
        let runningHash = try reader.word()
        var last = keptStart
        for _ in 0..<(try reader.count(upTo: RoomLimits.tapeLinesMax)) {
            let line = try Line(from: &reader)
            guard line.sequence > last else { throw .invalid }
            last = line.sequence
            insert(line)
        }
        let clearedAt = try reader.count64()
        guard byteCount <= RoomLimits.tapeBytesMax, Int64(keptLines.count) <= count,
            clearedAt == 0 || clearedAt > last, max(last, clearedAt) <= sequence,
            count <= sequence - keptStart
        else { throw .invalid }
        set(
            count: count, runningHash: runningHash, clearedAt: clearedAt == 0 ? nil : clearedAt)
    }
}

extension Tape.Line {
    /// The memory that the line takes, rounded up.
    var byteCount: Int { 64 + calculationForm.count }

    /// The hash of the line as it was written, without the undone mark.
    var hash: UInt64 {
        var hash = StateHash(UInt64(bitPattern: sequence))
        hash.add(UInt64(author))
        hash.add(time)
        hash.add(calculationForm)
        return hash.value
    }

    private var calculationForm: [UInt8] {
        var writer = ByteWriter(capacity: 64)
        calculation.write(to: &writer)
        return writer.bytes
    }

    fileprivate func write(to writer: inout ByteWriter) {
        writer.append(number: UInt64(sequence))
        writer.append(number: UInt64(author))
        writer.append(number: UInt64(time))
        writer.append(isUndone ? 1 : 0)
        calculation.write(to: &writer)
    }

    fileprivate init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        sequence = try reader.count64()
        author = try reader.number32()
        time = try reader.count64()
        let mark = try reader.byte()
        guard mark < 2 else { throw .invalid }
        isUndone = mark == 1
        calculation = try Calculation(from: &reader)
    }
}
