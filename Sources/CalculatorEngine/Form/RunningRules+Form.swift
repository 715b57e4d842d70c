import ExactNumbers

/// A running calculator in the binary form: the bill of a tip, and the phase with its parts.
extension RunningRules {
    func write(to writer: inout ByteWriter) {
        bill.write(to: &writer)
        phase.write(to: &writer)
    }

    init(from reader: inout ByteReader, _ limit: EntryLimit) throws(FormError) {
        self.init()
        bill = try Number?(from: &reader)
        phase = try Phase(from: &reader, limit)
    }
}

extension RunningRules.Phase {
    private static let entryCode: UInt8 = 0
    private static let operandCode: UInt8 = 1
    private static let infixCode: UInt8 = 2
    private static let finishedCode: UInt8 = 3
    private static let failedCode: UInt8 = 4

    fileprivate func write(to writer: inout ByteWriter) {
        switch self {
        case .entry(let entry, let waiting):
            writer.append(Self.entryCode)
            entry.write(to: &writer)
            waiting.write(to: &writer)
        case .operand(let operand, let waiting):
            writer.append(Self.operandCode)
            operand.write(to: &writer)
            waiting.write(to: &writer)
        case .infix(let pending):
            writer.append(Self.infixCode)
            pending.write(to: &writer)
        case .finished(let finished):
            writer.append(Self.finishedCode)
            finished.write(to: &writer)
        case .failed(let error, let chain):
            writer.append(Self.failedCode)
            writer.append(error.rawValue)
            writer.append(chain == nil ? 0 : 1)
            chain?.write(to: &writer)
        }
    }

    fileprivate init(
        from reader: inout ByteReader, _ limit: EntryLimit
    ) throws(FormError) {
        switch try reader.byte() {
        case Self.entryCode:
            let entry = try Entry(from: &reader, limit)
            self = .entry(entry, try RunningRules.Waiting(from: &reader, limit))
        case Self.operandCode:
            let operand = try Operand(from: &reader, limit)
            self = .operand(operand, try RunningRules.Waiting(from: &reader, limit))
        case Self.infixCode:
            self = .infix(try RunningRules.Pending(from: &reader, limit))
        case Self.finishedCode:
            self = .finished(try RunningRules.Finished(from: &reader, limit))
        case Self.failedCode:
            let error = try CalculatorError(from: &reader)
            let chain = try reader.flag() ? try OperationChain(from: &reader, limit) : nil
            self = .failed(error, after: chain)
        default:
            throw .invalid
        }
    }
}

extension RunningRules.Waiting {
    private static let nothingCode: UInt8 = 0
    private static let operationCode: UInt8 = 1
    private static let againCode: UInt8 = 2

    fileprivate func write(to writer: inout ByteWriter) {
        switch self {
        case .nothing:
            writer.append(Self.nothingCode)
        case .operation(let pending):
            writer.append(Self.operationCode)
            pending.write(to: &writer)
        case .again(let again):
            writer.append(Self.againCode)
            again.write(to: &writer)
        }
    }

    fileprivate init(
        from reader: inout ByteReader, _ limit: EntryLimit
    ) throws(FormError) {
        switch try reader.byte() {
        case Self.nothingCode:
            self = .nothing
        case Self.operationCode:
            self = .operation(try RunningRules.Pending(from: &reader, limit))
        case Self.againCode:
            self = .again(try Repeat(from: &reader))
        default:
            throw .invalid
        }
    }
}

extension RunningRules.Pending {
    fileprivate func write(to writer: inout ByteWriter) {
        chain.write(to: &writer)
        total.write(to: &writer)
        writer.append(infix.rawValue)
    }

    fileprivate init(
        from reader: inout ByteReader, _ limit: EntryLimit
    ) throws(FormError) {
        self.init(
            chain: try OperationChain(from: &reader, limit), total: try Number(from: &reader),
            infix: try Infix(from: &reader))
    }
}

extension RunningRules.Finished {
    fileprivate func write(to writer: inout ByteWriter) {
        chain.write(to: &writer)
        result.write(to: &writer)
        again.write(to: &writer)
    }

    fileprivate init(
        from reader: inout ByteReader, _ limit: EntryLimit
    ) throws(FormError) {
        self.init(
            chain: try OperationChain(from: &reader, limit), result: try Number(from: &reader),
            again: try Repeat?(from: &reader))
    }
}
