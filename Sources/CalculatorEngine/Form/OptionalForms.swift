import ExactNumbers

/// Small things that several states have, and that may be missing: 0 stands for nothing, 1 for what
/// follows.
extension ByteReader {
    mutating func flag() throws(FormError) -> Bool {
        let byte = try byte()
        if byte > 1 { throw .invalid }
        return byte == 1
    }
}

extension Number? {
    func write(to writer: inout ByteWriter) {
        writer.append(self == nil ? 0 : 1)
        self?.write(to: &writer)
    }

    init(from reader: inout ByteReader) throws(FormError) {
        self = try reader.flag() ? try Number(from: &reader) : nil
    }
}

extension Repeat? {
    func write(to writer: inout ByteWriter) {
        writer.append(self == nil ? 0 : 1)
        self?.write(to: &writer)
    }

    init(from reader: inout ByteReader) throws(FormError) {
        self = try reader.flag() ? try Repeat(from: &reader) : nil
    }
}

extension Repeat {
    func write(to writer: inout ByteWriter) {
        writer.append(infix.rawValue)
        right.write(to: &writer)
    }

    init(from reader: inout ByteReader) throws(FormError) {
        self.init(infix: try Infix(from: &reader), right: try Number(from: &reader))
    }
}

extension Infix {
    init(from reader: inout ByteReader) throws(FormError) {
        guard let infix = Infix(rawValue: try reader.byte()) else { throw .invalid }
        self = infix
    }
}

extension CalculatorError {
    init(from reader: inout ByteReader) throws(FormError) {
        guard let error = CalculatorError(rawValue: try reader.byte()) else { throw .invalid }
        self = error
    }
}
