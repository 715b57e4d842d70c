import ExactNumbers

/// The encoding of a formula: the number of tokens, and the tokens.
extension Expression {
    func write(to writer: inout ByteWriter) {
        writer.append(number: UInt64(tokens.count))
        for token in tokens { token.write(to: &writer) }
    }

    /// Rebuilds the expression token by token, as if it were typed.
    init(from reader: inout ByteReader, _ limit: EntryLimit) throws(BinaryDecodingError) {
        self.init()
        for _ in 0..<(try reader.count(upTo: EngineLimits.tokensMax)) {
            let token = try Token(from: &reader, limit)
            guard canBeFollowed(by: token), append(token) == nil else { throw .invalid }
        }
    }

    /// True if the token begins an operand where one is missing, or is allowed after a complete
    /// operand; a parenthesis can be closed only if one is open. A sign cannot follow ±, √ or a sign.
    private func canBeFollowed(by token: Token) -> Bool {
        if isComplete { return depth + token.depthChange >= 0 }
        if case .sign = token, let last { return !last.isPrefix && !last.isMinus }
        return token.beginsOperand
    }
}

/// A byte for the kind of token; a number follows its byte.
extension Token {
    fileprivate func write(to writer: inout ByteWriter) {
        switch self {
        case .quantity(let quantity):
            writer.append(quantity.code)
            quantity.write(to: &writer)
        case .sign: writer.append(Self.signCode)
        case .negation: writer.append(Self.negationCode)
        case .squareRoot: writer.append(Self.squareRootCode)
        case .open: writer.append(Self.openCode)
        case .close: writer.append(Self.closeCode)
        case .infix(let infix): writer.append(Self.infixCode + infix.rawValue)
        case .function(let function): writer.append(Self.functionCode + function.rawValue)
        case .postfix(let postfix): writer.append(Self.postfixCode + postfix.rawValue)
        }
    }

    fileprivate init(
        from reader: inout ByteReader, _ limit: EntryLimit
    ) throws(BinaryDecodingError) {
        let code = try reader.byte()
        let place = code & 0x0F
        switch code {
        case Self.signCode: self = .sign
        case Self.negationCode: self = .negation
        case Self.squareRootCode: self = .squareRoot
        case Self.openCode: self = .open
        case Self.closeCode: self = .close
        case 0..<Self.signCode: self = .quantity(try Quantity(code, from: &reader, limit))
        default:
            if code - place == Self.infixCode, let infix = Infix(rawValue: place) {
                self = .infix(infix)
            } else if code - place == Self.functionCode, let function = Function(rawValue: place) {
                self = .function(function)
            } else if code - place == Self.postfixCode, let postfix = Postfix(rawValue: place) {
                self = .postfix(postfix)
            } else {
                throw .invalid
            }
        }
    }

    private static let signCode: UInt8 = 0x08
    private static let squareRootCode: UInt8 = 0x09
    private static let openCode: UInt8 = 0x0A
    private static let closeCode: UInt8 = 0x0B
    private static let negationCode: UInt8 = 0x0C
    private static let infixCode: UInt8 = 0x10
    private static let functionCode: UInt8 = 0x20
    private static let postfixCode: UInt8 = 0x30
}
