import ExactNumbers

/// A line of the tape in the binary form: the expression, and what came of it.
extension Calculation {
    public func write(to writer: inout ByteWriter) {
        writer.append(counted: expression)
        outcome.write(to: &writer)
    }

    public init(from reader: inout ByteReader) throws(FormError) {
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

    fileprivate init(from reader: inout ByteReader) throws(FormError) {
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
    /// Whether these are the characters of a number: `-12.5`, `1e+18`.
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

    /// Whether this is UTF-8 of one to three bytes a character, as expressions are, and no control
    /// characters.
    fileprivate var isExpressionText: Bool {
        var index = 0
        while index < count {
            let first = self[index]
            let following = first < 0x80 ? 0 : first < 0xE0 ? 1 : 2
            guard index + following < count else { return false }
            var code = UInt32(first & (following == 0 ? 0x7F : following == 1 ? 0x1F : 0x0F))
            for next in self[(index + 1)...].prefix(following) {
                guard next & 0xC0 == 0x80 else { return false }
                code = code << 6 | UInt32(next & 0x3F)
            }
            let isFirst = first < 0x80 || (0xC0..<0xF0).contains(first)
            guard isFirst, Self.isWritten(code, in: following + 1) else { return false }
            index += following + 1
        }
        return true
    }

    /// Whether the character is no control character, no half of one, and needs so many bytes.
    private static func isWritten(_ code: UInt32, in length: Int) -> Bool {
        switch length {
        case 1: code >= 0x20 && code != 0x7F
        case 2: code >= 0xA0
        default: code >= 0x800 && !(0xD800...0xDFFF).contains(code)
        }
    }
}
