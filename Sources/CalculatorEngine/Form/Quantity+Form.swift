import ExactNumbers

/// Numbers of expressions in the binary form: a byte says of which kind, and what is behind it
/// depends on that.
extension Quantity {
    /// 0 and 1 for numbers that follow, then the constants.
    private static let entryCode: UInt8 = 0
    private static let valueCode: UInt8 = 1
    private static let constantCode: UInt8 = 2

    func write(to writer: inout ByteWriter) {
        switch self {
        case .entry(let entry):
            writer.append(Self.entryCode)
            entry.write(to: &writer)
        case .value(let number):
            writer.append(Self.valueCode)
            number.write(to: &writer)
        case .constant(let constant):
            writer.append(Self.constantCode + constant.rawValue)
        }
    }

    init(
        _ code: UInt8, from reader: inout ByteReader, _ limit: EntryLimit
    ) throws(FormError) {
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

/// What was applied comes first, 0 for nothing: only what was applied has a result of its own.
extension Operand {
    func write(to writer: inout ByteWriter) {
        switch self {
        case .plain(let quantity):
            writer.append(0)
            quantity.write(to: &writer)
        case .worked(let quantity, let applied, let number):
            writer.append(UInt8(applied.count))
            for applied in applied { writer.append(applied.code) }
            quantity.write(to: &writer)
            number.write(to: &writer)
        }
    }

    init(from reader: inout ByteReader, _ limit: EntryLimit) throws(FormError) {
        var applied: [Applied] = []
        for _ in 0..<(try reader.count(upTo: EngineLimits.appliedMax)) {
            guard let piece = Applied(code: try reader.byte()) else { throw .invalid }
            applied.append(piece)
        }
        let quantity = try Quantity(try reader.byte(), from: &reader, limit)
        if applied.isEmpty {
            self = .plain(quantity)
        } else {
            self = .worked(quantity, applied, try Number(from: &reader))
        }
    }
}

extension Operand.Applied {
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
