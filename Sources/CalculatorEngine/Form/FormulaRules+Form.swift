import ExactNumbers

/// A formula calculator in the binary form: a byte that says what has come of the expression and
/// what there is besides, the expression, and what has come of it.
extension FormulaRules {
    private static let typingCode: UInt8 = 0
    private static let finishedCode: UInt8 = 1
    private static let failedCode: UInt8 = 2
    /// `=` does something again.
    private static let againCode: UInt8 = 0x10
    private static let billCode: UInt8 = 0x20

    func write(to writer: inout ByteWriter) {
        writer.append(code)
        expression.write(to: &writer)
        switch status {
        case .typing:
            break
        case .finished(let finished):
            finished.result.write(to: &writer)
            finished.again?.write(to: &writer)
            finished.bill?.write(to: &writer)
        case .failed(let error):
            writer.append(error.rawValue)
        }
    }

    private var code: UInt8 {
        switch status {
        case .typing: Self.typingCode
        case .finished(let finished):
            Self.finishedCode | (finished.again == nil ? 0 : Self.againCode)
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
        case _ where code & ~(Self.againCode | Self.billCode) == Self.finishedCode:
            // What has a result was complete.
            guard expression.isComplete else { throw .invalid }
            status = .finished(
                Finished(
                    result: try Number(from: &reader),
                    again: code & Self.againCode == 0 ? nil : try Repeat(from: &reader),
                    bill: code & Self.billCode == 0 ? nil : try Number(from: &reader)))
        case Self.failedCode:
            status = .failed(try CalculatorError(from: &reader))
        default:
            throw .invalid
        }
    }
}
