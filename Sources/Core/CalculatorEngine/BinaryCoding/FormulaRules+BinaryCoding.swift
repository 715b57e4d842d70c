import ExactNumbers

/// The encoding of a formula calculator: a byte for the status and its optional parts, the
/// expression, and the result or error.
extension FormulaRules {
    private static let typingCode: UInt8 = 0
    private static let finishedCode: UInt8 = 1
    private static let failedCode: UInt8 = 2
    /// An operation that `=` repeats follows.
    private static let lastOperationCode: UInt8 = 0x10
    private static let billCode: UInt8 = 0x20

    func write(to writer: inout ByteWriter) {
        writer.append(code)
        expression.write(to: &writer)
        switch status {
        case .typing:
            break
        case .finished(let finished):
            finished.result.write(to: &writer)
            finished.lastOperation?.write(to: &writer)
            finished.bill?.write(to: &writer)
        case .failed(let error):
            writer.append(error.rawValue)
        }
    }

    private var code: UInt8 {
        switch status {
        case .typing: Self.typingCode
        case .finished(let finished):
            Self.finishedCode | (finished.lastOperation == nil ? 0 : Self.lastOperationCode)
                | (finished.bill == nil ? 0 : Self.billCode)
        case .failed: Self.failedCode
        }
    }

    init(from reader: inout ByteReader, _ limit: EntryLimit) throws(BinaryDecodingError) {
        self.init()
        let code = try reader.byte()
        expression = try Expression(from: &reader, limit)
        switch code {
        case Self.typingCode:
            break
        case _ where code & ~(Self.lastOperationCode | Self.billCode) == Self.finishedCode:
            // Only a complete expression has a result.
            guard expression.isComplete else { throw .invalid }
            status = .finished(
                Finished(
                    result: try Number(from: &reader),
                    lastOperation: code & Self.lastOperationCode == 0
                        ? nil : try LastOperation(from: &reader),
                    bill: code & Self.billCode == 0 ? nil : try Number(from: &reader)))
        case Self.failedCode:
            status = .failed(try CalculatorError(from: &reader))
        default:
            throw .invalid
        }
    }
}
