import ExactNumbers

/// A formula calculator in the binary form: the expression, and what has come of it.
extension FormulaRules {
    private static let typingCode: UInt8 = 0
    private static let finishedCode: UInt8 = 1
    private static let failedCode: UInt8 = 2

    func write(to writer: inout ByteWriter) {
        expression.write(to: &writer)
        switch status {
        case .typing:
            writer.append(Self.typingCode)
        case .finished(let finished):
            writer.append(Self.finishedCode)
            finished.result.write(to: &writer)
            finished.again.write(to: &writer)
            finished.bill.write(to: &writer)
        case .failed(let error):
            writer.append(Self.failedCode)
            writer.append(error.rawValue)
        }
    }

    init(from reader: inout ByteReader, _ limit: EntryLimit) throws(FormError) {
        self.init()
        expression = try Expression(from: &reader, limit)
        switch try reader.byte() {
        case Self.typingCode:
            break
        case Self.finishedCode:
            // What has a result was complete.
            guard expression.isComplete else { throw .invalid }
            status = .finished(
                Finished(
                    result: try Number(from: &reader), again: try Repeat?(from: &reader),
                    bill: try Number?(from: &reader)))
        case Self.failedCode:
            status = .failed(try CalculatorError(from: &reader))
        default:
            throw .invalid
        }
    }
}
