import ExactNumbers

/// The encoding of a number in an expression: a byte for its kind, then the parts of that kind.
extension Quantity {
    /// The codes 0 and 1 are for numbers that follow; the constants come next.
    private static let entryCode: UInt8 = 0
    private static let valueCode: UInt8 = 1
    private static let constantCode: UInt8 = 2

    var code: UInt8 {
        switch self {
        case .entry: Self.entryCode
        case .value: Self.valueCode
        case .constant(let constant): Self.constantCode + constant.rawValue
        }
    }

    /// Encodes the part that follows the code.
    func write(to writer: inout ByteWriter) {
        switch self {
        case .entry(let entry): entry.write(to: &writer)
        case .value(let number): number.write(to: &writer)
        case .constant: break
        }
    }

    init(
        _ code: UInt8, from reader: inout ByteReader, _ limit: EntryLimit
    ) throws(BinaryDecodingError) {
        switch code {
        case Self.entryCode: self = .entry(try Entry(from: &reader, limit))
        case Self.valueCode: self = .value(try Number(from: &reader))
        default:
            guard let constant = Constant(rawValue: code - Self.constantCode) else {
                throw .invalid
            }
            self = .constant(constant)
        }
    }
}

/// The encoding of an operand: a byte with the kind of number and, in its upper half, the number of
/// operations applied to it. If there are any, their codes, the number and the result follow.
extension Operand {
    private static let countShift: UInt8 = 4

    func write(to writer: inout ByteWriter) {
        switch self {
        case .plain(let quantity):
            writer.append(quantity.code)
            quantity.write(to: &writer)
        case .computed(let quantity, let applied, let number):
            writer.append(UInt8(applied.count) << Self.countShift | quantity.code)
            for applied in applied { writer.append(applied.code) }
            quantity.write(to: &writer)
            number.write(to: &writer)
        }
    }

    init(from reader: inout ByteReader, _ limit: EntryLimit) throws(BinaryDecodingError) {
        let head = try reader.byte()
        let count = head >> Self.countShift
        guard count <= EngineLimits.appliedMax else { throw .invalid }
        var applied: [UnaryOperation] = []
        for _ in 0..<count {
            guard let operation = UnaryOperation(code: try reader.byte()) else { throw .invalid }
            applied.append(operation)
        }
        let quantity = try Quantity(head & 0x0F, from: &reader, limit)
        if applied.isEmpty {
            self = .plain(quantity)
        } else {
            self = .computed(quantity, applied, try Number(from: &reader))
        }
    }
}

extension Operand.UnaryOperation {
    fileprivate var code: UInt8 {
        switch self {
        case .negation: 0x00
        case .squareRoot: 0x01
        case .function(let function): 0x10 + function.rawValue
        case .postfix(let postfix): 0x20 + postfix.rawValue
        case .tip(let tip): 0x30 + UInt8(tip.rawValue)
        }
    }

    fileprivate init?(code: UInt8) {
        if code == 0x00 {
            self = .negation
        } else if code == 0x01 {
            self = .squareRoot
        } else if code >= 0x30, let tip = Tip(rawValue: Int(code - 0x30)) {
            self = .tip(tip)
        } else if code & 0xF0 == 0x20, let postfix = Postfix(rawValue: code & 0x0F) {
            self = .postfix(postfix)
        } else if code & 0xF0 == 0x10, let function = Function(rawValue: code & 0x0F) {
            self = .function(function)
        } else {
            return nil
        }
    }
}
