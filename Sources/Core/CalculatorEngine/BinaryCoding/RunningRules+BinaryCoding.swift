import ExactNumbers

/// The encoding of a running calculator: a byte for the phase and its optional parts, the parts of
/// the phase, and the bill of a tip.
extension RunningRules {
    func write(to writer: inout ByteWriter) {
        phase.write(to: &writer, bill == nil ? 0 : PhaseCode.bill)
        bill?.write(to: &writer)
    }

    init(from reader: inout ByteReader, _ limit: EntryLimit) throws(BinaryDecodingError) {
        self.init()
        let code = try reader.byte()
        phase = try Phase(code & ~PhaseCode.bill, from: &reader, limit)
        if code & PhaseCode.bill != 0 { bill = try Number(from: &reader) }
    }
}

/// The first byte: the phase, its continuation, and whether there is a bill.
private enum PhaseCode {
    static let entry: UInt8 = 0x00
    static let operand: UInt8 = 0x01
    static let infix: UInt8 = 0x02
    static let finished: UInt8 = 0x03
    static let failed: UInt8 = 0x04
    static let phases: UInt8 = 0x07

    /// A pending operation follows.
    static let operation: UInt8 = 0x08
    /// An operation that `=` repeats follows.
    static let lastOperation: UInt8 = 0x10
    /// The operations that led to an error follow.
    static let chain: UInt8 = 0x08

    static let bill: UInt8 = 0x20
}

extension RunningRules.Phase {
    /// `bill` is the flag of the first byte that the phase does not know.
    fileprivate func write(to writer: inout ByteWriter, _ bill: UInt8) {
        switch self {
        case .entry(let entry, let continuation):
            writer.append(PhaseCode.entry | continuation.code | bill)
            entry.write(to: &writer)
            continuation.write(to: &writer)
        case .operand(let operand, let continuation):
            writer.append(PhaseCode.operand | continuation.code | bill)
            operand.write(to: &writer)
            continuation.write(to: &writer)
        case .infix(let pending):
            writer.append(PhaseCode.infix | bill)
            pending.write(to: &writer)
        case .finished(let finished):
            let flag = finished.lastOperation == nil ? 0 : PhaseCode.lastOperation
            writer.append(PhaseCode.finished | flag | bill)
            finished.chain.write(to: &writer)
            finished.result.write(to: &writer)
            finished.lastOperation?.write(to: &writer)
        case .failed(let error, let chain):
            writer.append(PhaseCode.failed | (chain == nil ? 0 : PhaseCode.chain) | bill)
            writer.append(error.rawValue)
            chain?.write(to: &writer)
        }
    }

    fileprivate init(
        _ code: UInt8, from reader: inout ByteReader, _ limit: EntryLimit
    ) throws(BinaryDecodingError) {
        let rest = code & ~PhaseCode.phases
        switch code & PhaseCode.phases {
        case PhaseCode.entry:
            let entry = try Entry(from: &reader, limit)
            self = .entry(entry, try RunningRules.Continuation(rest, from: &reader, limit))
        case PhaseCode.operand:
            let operand = try Operand(from: &reader, limit)
            self = .operand(operand, try RunningRules.Continuation(rest, from: &reader, limit))
        case PhaseCode.infix where rest == 0:
            self = .infix(try RunningRules.Pending(from: &reader, limit))
        case PhaseCode.finished where rest & ~PhaseCode.lastOperation == 0:
            self = .finished(
                RunningRules.Finished(
                    chain: try OperationChain(from: &reader, limit),
                    result: try Number(from: &reader),
                    lastOperation: rest == 0 ? nil : try LastOperation(from: &reader)))
        case PhaseCode.failed where rest & ~PhaseCode.chain == 0:
            self = .failed(
                try CalculatorError(from: &reader),
                after: rest == 0 ? nil : try OperationChain(from: &reader, limit))
        default:
            throw .invalid
        }
    }
}

extension RunningRules.Continuation {
    fileprivate var code: UInt8 {
        switch self {
        case .nothing: 0
        case .operation: PhaseCode.operation
        case .repeating: PhaseCode.lastOperation
        }
    }

    fileprivate func write(to writer: inout ByteWriter) {
        switch self {
        case .nothing: break
        case .operation(let pending): pending.write(to: &writer)
        case .repeating(let last): last.write(to: &writer)
        }
    }

    fileprivate init(
        _ code: UInt8, from reader: inout ByteReader, _ limit: EntryLimit
    ) throws(BinaryDecodingError) {
        switch code {
        case 0: self = .nothing
        case PhaseCode.operation:
            self = .operation(try RunningRules.Pending(from: &reader, limit))
        case PhaseCode.lastOperation: self = .repeating(try LastOperation(from: &reader))
        default: throw .invalid
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
    ) throws(BinaryDecodingError) {
        self.init(
            chain: try OperationChain(from: &reader, limit), total: try Number(from: &reader),
            infix: try Infix(from: &reader))
    }
}
