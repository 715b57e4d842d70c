import ExactNumbers

/// The encoding of a line of the tape: the expression and its outcome.
extension Calculation {
    public func write(to writer: inout ByteWriter) {
        writer.append(counted: expression)
        outcome.write(to: &writer)
    }

    public init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        let expression = try reader.counted(upTo: EngineLimits.expressionBytesMax)
        guard !expression.isEmpty, expression.isExpressionText else { throw .invalid }
        self.init(expression: expression, outcome: try Outcome(from: &reader))
    }
}

extension Calculation.Outcome {
    private static let unfinishedCode: UInt8 = 0
    private static let numberCode: UInt8 = 1
    private static let errorCode: UInt8 = 2

    fileprivate func write(to writer: inout ByteWriter) {
        switch self {
        case .unfinished:
            writer.append(Self.unfinishedCode)
        case .number(let number, let text):
            writer.append(Self.numberCode)
            number.write(to: &writer)
            writer.append(counted: text)
        case .error(let error):
            writer.append(Self.errorCode)
            writer.append(error.rawValue)
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        switch try reader.byte() {
        case Self.unfinishedCode:
            self = .unfinished
        case Self.numberCode:
            let number = try Number(from: &reader)
            let text = try reader.counted(upTo: EngineLimits.numberBytesMax)
            guard text.isNumberText else { throw .invalid }
            self = .number(number, text: text)
        case Self.errorCode:
            self = .error(try CalculatorError(from: &reader))
        default:
            throw .invalid
        }
    }
}

extension [UInt8] {
    /// True if all characters can occur in a number: `-12.5`, `1e+18`.
    fileprivate var isNumberText: Bool {
        if isEmpty { return false }
        for character in self {
            switch character {
            case Ascii.zero...Ascii.nine, Ascii.point, Ascii.minus, Ascii.plus, Ascii.exponent:
                break
            default:
                return false
            }
        }
        return true
    }

    /// True if the bytes are UTF-8 with at most three bytes per character, like all expressions, and
    /// contain no control characters.
    fileprivate var isExpressionText: Bool {
        var scanner = UTF8Scanner(self[...])
        while let scalar = scanner.next() {
            guard scalar >= 0x20, !(0x7F...0x9F).contains(scalar), scalar <= 0xFFFF else {
                return false
            }
        }
        return scanner.isAtEnd
    }
}
