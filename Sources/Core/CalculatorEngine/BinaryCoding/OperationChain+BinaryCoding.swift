import ExactNumbers

/// The encoding of the operations of a running calculation: their number, the first operand, and each
/// operator with its right side.
extension OperationChain {
    func write(to writer: inout ByteWriter) {
        writer.append(UInt8(steps.count))
        first.write(to: &writer)
        for step in steps {
            writer.append(step.infix.rawValue)
            step.operand.write(to: &writer)
        }
    }

    init(from reader: inout ByteReader, _ limit: EntryLimit) throws(BinaryDecodingError) {
        let count = try reader.count(upTo: EngineLimits.chainMax)
        self.init(try Operand(from: &reader, limit))
        for _ in 0..<count {
            let infix = try Infix(from: &reader)
            steps.append(Step(infix: infix, operand: try Operand(from: &reader, limit)))
        }
        guard isWithinLimit else { throw .invalid }
    }

    /// True if the numbers keep within the limit of words. A single number may have any size, and so
    /// may the operation after a chain started again from its total.
    private var isWithinLimit: Bool {
        switch steps.count {
        case 0: true
        case 1: !first.isComputed || wordCount <= EngineLimits.valueWordsMax
        default: wordCount <= EngineLimits.valueWordsMax
        }
    }
}
