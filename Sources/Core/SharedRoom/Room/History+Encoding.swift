import CalculatorEngine
import ExactNumbers

extension History {
    /// Times are relative to the room's time, which is not before them.
    func write(to writer: inout ByteWriter, at time: Int64) {
        write(done, to: &writer, at: time)
        write(undone, to: &writer, at: time)
    }

    private func write(_ steps: Queue<Step>, to writer: inout ByteWriter, at time: Int64) {
        writer.append(number: UInt64(steps.count))
        for index in 0..<steps.count { steps[index].write(to: &writer, at: time) }
    }

    init(
        from reader: inout ByteReader, at time: Int64,
        stepsMax: Int = RoomLimits.historyStepsMax, bytesMax: Int = RoomLimits.historyBytesMax
    ) throws(BinaryDecodingError) {
        self.init(stepsMax: stepsMax, bytesMax: bytesMax)
        for _ in 0..<(try reader.count(upTo: stepsMax)) {
            insert(try Step(from: &reader, at: time), isUndone: false)
        }
        let room = stepsMax - done.count
        for _ in 0..<(try reader.count(upTo: room)) {
            insert(try Step(from: &reader, at: time), isUndone: true)
        }
        guard byteCount <= bytesMax else { throw .invalid }
    }
}

extension History.Step {
    fileprivate func write(to writer: inout ByteWriter, at time: Int64) {
        writer.append(number: UInt64(signature.author))
        writer.append(number: UInt64(signature.pen))
        writer.append(number: UInt64(signature.number))
        writer.append(number: UInt64(sequence))
        writer.append(number: UInt64(time - self.time))
        writer.append(number: UInt64(rewindsTo ?? 0))
        writer.append(number: UInt64(patch.prefix))
        writer.append(number: UInt64(patch.suffix))
        writer.append(counted: patch.middle)
    }

    fileprivate init(from reader: inout ByteReader, at time: Int64) throws(BinaryDecodingError) {
        let author = try reader.number32()
        let pen = try reader.number32()
        let signature = Signature(author: author, pen: pen, number: try reader.count64())
        let sequence = try reader.count64()
        let age = Int64(try reader.number(upTo: UInt64(time)))
        let rewindsTo = try reader.count64()
        // More than any calculator or bills have.
        let most: Int = 1 << 20
        let prefix = Int(try reader.number(upTo: UInt64(most)))
        let suffix = Int(try reader.number(upTo: UInt64(most)))
        let middle = try reader.counted(upTo: most)
        self.init(
            signature: signature, sequence: sequence, time: time - age,
            rewindsTo: rewindsTo == 0 ? nil : rewindsTo,
            patch: Patch(prefix: prefix, suffix: suffix, middle: middle))
    }
}
