import ExactNumbers

/// The encodings of the operation that `=` repeats, of an operator and of an error.
extension LastOperation {
    func write(to writer: inout ByteWriter) {
        writer.append(infix.rawValue)
        right.write(to: &writer)
    }

    init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        self.init(infix: try Infix(from: &reader), right: try Number(from: &reader))
    }
}

extension Infix {
    init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        guard let infix = Infix(rawValue: try reader.byte()) else { throw .invalid }
        self = infix
    }
}

extension CalculatorError {
    init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        guard let error = CalculatorError(rawValue: try reader.byte()) else { throw .invalid }
        self = error
    }
}
