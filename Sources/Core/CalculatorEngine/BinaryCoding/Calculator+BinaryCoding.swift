import ExactNumbers

/// The encoding of a calculator, for storage, transfer and comparison: equal states have equal bytes.
///
/// The order is keypad, form and angle unit, memory, answer, state of the rules, and last the notice, so
/// that states can be compared without it. The keypad determines the rules.
extension Calculator {
    public func write(to writer: inout ByteWriter) {
        writer.append(keypad.rawValue)
        writer.append(
            angleUnit.rawValue | memory.code | (answer == nil ? 0 : Self.answerCode)
                | form.rawValue << Self.formShift)
        memory.write(to: &writer)
        answer?.write(to: &writer)
        switch rules {
        case .running(let state): state.write(to: &writer)
        case .formula(let state): state.write(to: &writer)
        }
        writer.append(notice.map { $0.rawValue + 1 } ?? 0)
    }

    /// Rejects every state that no keys lead to, unless keys treat it like a reachable one.
    public init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        guard let keypad = Keypad(rawValue: try reader.byte()) else { throw .invalid }
        self.init(keypad)
        let code = try reader.byte()
        guard let form = NumberForm(rawValue: code >> Self.formShift) else { throw .invalid }
        self.form = form
        angleUnit = code & 1 == 0 ? .degrees : .radians
        memory = try Memory(code & Self.memoryCodes, from: &reader)
        answer = code & Self.answerCode == 0 ? nil : try Number(from: &reader)
        rules = try Rules(keypad.policies, from: &reader)
        guard isFormValid else { throw .invalid }
        let place = try reader.byte()
        if place > 0 {
            guard let notice = Notice(rawValue: place - 1) else { throw .invalid }
            self.notice = notice
        }
    }

    private static let memoryCodes: UInt8 = 6
    private static let answerCode: UInt8 = 8
    /// The highest bits of the second byte are the form.
    private static let formShift = 4
}

extension Calculator.Rules {
    fileprivate init(
        _ policies: KeypadPolicies, from reader: inout ByteReader
    ) throws(BinaryDecodingError) {
        let limit = policies.entryLimit
        switch policies.rules {
        case .running: self = .running(try RunningRules(from: &reader, limit))
        case .formula: self = .formula(try FormulaRules(from: &reader, limit))
        }
    }
}

/// The memory shares a byte with the angle unit, which is the lowest bit, the flag of the answer, and the
/// form.
extension Memory {
    private static let emptyCode: UInt8 = 0
    private static let numberCode: UInt8 = 2
    private static let errorCode: UInt8 = 4

    fileprivate var code: UInt8 {
        switch self {
        case .empty: Self.emptyCode
        case .number: Self.numberCode
        case .error: Self.errorCode
        }
    }

    fileprivate func write(to writer: inout ByteWriter) {
        switch self {
        case .empty: break
        case .number(let number): number.write(to: &writer)
        case .error(let error): writer.append(error.rawValue)
        }
    }

    fileprivate init(_ code: UInt8, from reader: inout ByteReader) throws(BinaryDecodingError) {
        switch code {
        case Self.emptyCode: self = .empty
        case Self.numberCode: self = .number(try Number(from: &reader))
        case Self.errorCode: self = .error(try CalculatorError(from: &reader))
        default: throw .invalid
        }
    }
}
