import ExactNumbers

/// Converts the text of an expression to the keys that type it on a cleared calculator.
///
/// It understands the text that displays and the tape write, and usual notations such as
/// `12.5*(3+4)`, `2^10`, `-3²` and `sqrt(9)`. A text means the same on all keypads: × before +, and
/// −3² is −9. Running rules apply each operator at once, so there an expression is rejected unless it
/// can be typed from left to right: `(2 + 3) × 4`, but not `2 + 3 × 4`.
struct ExpressionParser {
    /// UTF-8 in lower case.
    private let text: [UInt8]
    private let policies: KeypadPolicies
    private var place = 0
    private var keys: [Key] = []
    private var nesting = 0
    private var openCount = 0
    /// The number of surrounding operands that, with running rules, must be a single number.
    private var singleNumberDepth = 0

    /// Parses the text. The end may be incomplete, and ` =` may follow.
    static func keys(
        of text: [UInt8], _ policies: KeypadPolicies
    ) throws(ExpressionError) -> [Key] {
        var parser = ExpressionParser(text, policies)
        parser.skipBlanks()
        guard !parser.isAtEnd else { throw parser.error(.text) }
        _ = try parser.operation(binding: 0)
        guard parser.isAtEnd else { throw parser.error(.text) }
        guard parser.keys.count <= EngineLimits.replayKeysMax else { throw parser.error(.length) }
        return parser.keys
    }

    private init(_ text: [UInt8], _ policies: KeypadPolicies) {
        var text = text.map { Ascii.upperA...Ascii.upperZ ~= $0 ? $0 + 32 : $0 }
        while text.last == Ascii.space { text.removeLast() }
        if text.last == Ascii.equals { text.removeLast() }
        while text.last == Ascii.space { text.removeLast() }
        self.text = text
        self.policies = policies
    }

    private var isRunning: Bool { policies.rules == .running }

    private func error(_ reason: ExpressionError.Reason) -> ExpressionError {
        ExpressionError(place: place, reason: reason)
    }

    private mutating func append(_ key: Key) throws(ExpressionError) {
        guard keys.count < EngineLimits.replayKeysMax else { throw error(.length) }
        keys.append(key)
    }

    private mutating func enter() throws(ExpressionError) {
        nesting += 1
        guard nesting <= EngineLimits.tokensMax else { throw error(.length) }
    }
}

/// The text is not understood from this byte on, or cannot be typed on the keypad.
public struct ExpressionError: Error {
    public enum Reason: Equatable, Sendable {
        /// The text is not part of an expression.
        case text
        /// A number follows another one.
        case `operator`
        /// The keypad has no keys for it, or not enough digits.
        case keypad
        /// It has too many keys, or its parentheses are too deep.
        case length

        public var name: StaticString {
            switch self {
            case .text: "text"
            case .operator: "operator"
            case .keypad: "keypad"
            case .length: "length"
            }
        }
    }

    public let place: Int
    public let reason: Reason
}

/// Characters.
extension ExpressionParser {
    private var isAtEnd: Bool { place == text.count }
    private var next: UInt8 { isAtEnd ? 0 : text[place] }
    private var isAtDigit: Bool { Ascii.zero...Ascii.nine ~= next }
    private var isAtNumber: Bool { next == Ascii.point || isAtDigit }

    private mutating func skipBlanks() {
        while next == Ascii.space { place += 1 }
    }

    private mutating func skip(_ name: StaticString) -> Bool { skipOne(of: name) != nil }

    /// Skips one of the names, which blanks separate, and returns its index. The table of names is a
    /// text to keep the WebAssembly module small.
    private mutating func skipOne(of names: StaticString) -> Int? {
        let rest = text[place...]
        var index = 0
        for name in names.bytes.split(separator: Ascii.space) {
            if rest.starts(with: name) {
                place += name.count
                return index
            }
            index += 1
        }
        return nil
    }

    private mutating func skipMinus() -> Bool { skip("- − –") }

    /// Reads a superscript as ASCII: `-1` for ⁻¹. Empty if there is none.
    private mutating func superscript() -> [UInt8] {
        var digits: [UInt8] = []
        if skip("⁻") { digits.append(Ascii.minus) }
        while let digit = skipOne(of: "⁰ ¹ ² ³ ⁴ ⁵ ⁶ ⁷ ⁸ ⁹") {
            digits.append(Ascii.zero + UInt8(digit))
        }
        return digits
    }
}

/// Operators.
extension ExpressionParser {
    /// The operand that was parsed last.
    private struct Operand {
        /// True if it contains an operator.
        var isCompound = false
        /// True if a power or a factorial was applied.
        var hasPower = false
        var isMissing = false
        var isRoot = false
        /// Where ± among the keys negates the operand without its postfixes; nil for after its keys.
        var signPlace: Int?
    }

    /// Parses an operand after an operator with this right binding, and the operators that bind it tighter.
    private mutating func operation(binding: Int) throws(ExpressionError) -> Operand {
        try enter()
        var operand = try operand(binding)
        while true {
            skipBlanks()
            let start = place
            guard let infix = try nextInfix(binding), infix.binding.left > binding else {
                place = start
                nesting -= 1
                return operand
            }
            if isRunning && singleNumberDepth > 0 {
                guard infix == .times, let tip = nextTip() else {
                    place = start
                    throw error(isAtNumber ? .operator : .keypad)
                }
                try append(.tip(tip))
                continue
            }
            if place > start || infix == .power {
                try append(.infix(infix))
            } else {
                try multiply()
            }
            _ = try singleNumber(binding: infix.binding.right)
            operand = Operand(isCompound: true, hasPower: true)
        }
    }

    private mutating func singleNumber(binding: Int) throws(ExpressionError) -> Operand {
        singleNumberDepth += 1
        let operand = try operation(binding: binding)
        singleNumberDepth -= 1
        return operand
    }

    /// The operator here. A superscript is a power and an implied × has no text; neither is skipped.
    private mutating func nextInfix(_ binding: Int) throws(ExpressionError) -> Infix? {
        if isAtEnd || next == Ascii.close { return nil }
        let infixes: [Infix] = [
            .plus, .minus, .minus, .minus, .power, .times, .times, .times, .times, .divided,
            .divided, .modulo, .power,
        ]
        if let index = skipOne(of: "+ − - – ** × * x · ÷ / mod ^") {
            guard infixes[index] == .power else { return infixes[index] }
            skipBlanks()
            return skip("⅟") ? .root : .power
        }
        let start = place
        let isPower = !superscript().isEmpty
        // 2³√5 may have a cube root or a cube.
        let isUnclear = skip(isPower ? "√" : "ʸ√")
        place = start
        if isUnclear { throw error(.text) }
        // The keys would apply a root before the power.
        if isPower, binding == Infix.root.binding.right { throw error(.keypad) }
        return isPower ? .power : .times
    }

    /// In a formula two adjacent operands need no ×, unless the second is a number.
    private mutating func multiply() throws(ExpressionError) {
        if isAtNumber, let last = keys.last, last.isDigitOrPoint { throw error(.operator) }
        if isRunning || isAtNumber || next == UInt8(ascii: "a") || next == UInt8(ascii: "m") {
            try append(.infix(.times))
        }
    }

    /// The percentage of a tip key, in ` × 15%`.
    private mutating func nextTip() -> Tip? {
        skipBlanks()
        return skipOne(of: "10% 15% 18% 20%").map { Tip.allCases[$0] }
    }
}

/// Operands and signs.
extension ExpressionParser {
    private mutating func operand(_ binding: Int) throws(ExpressionError) -> Operand {
        skipBlanks()
        if skip("+") { skipBlanks() }
        if skipMinus() { return try negated(binding) }
        var operand = try prefixed(isTight: binding > Infix.signBinding)
        while !operand.isMissing {
            skipBlanks()
            let start = place
            guard let postfix = nextPostfix() else { break }
            if isRunning && operand.isCompound || operand.isRoot {
                place = start
                throw error(.keypad)
            }
            try append(.postfix(postfix))
            operand.hasPower = operand.hasPower || postfix != .percent
        }
        return operand
    }

    private mutating func nextPostfix() -> Postfix? {
        if skip("%") { return .percent }
        if skip("!") { return .factorial }
        let start = place
        let digits = superscript()
        switch skip("√") ? [] : digits {
        case [Ascii.zero + 2]: return .square
        case [Ascii.zero + 3]: return .cube
        case [Ascii.minus, Ascii.zero + 1]: return .reciprocal
        default:
            place = start
            return nil
        }
    }

    /// Parses the operand after a minus sign, a prefix operator. If the key − is not a sign here, ± is typed: after a
    /// number with running rules, and before an operand of a formula. An operand with a power needs parentheses and −.
    private mutating func negated(_ binding: Int) throws(ExpressionError) -> Operand {
        let (start, outerOpenCount) = (keys.count, openCount)
        let isTyped = acceptsSign
        if isTyped { try append(.infix(.minus)) }
        var operand = try singleNumber(binding: max(binding, Infix.signBinding))
        if isRunning {
            let signPlace = operand.hasPower ? nil : operand.signPlace
            keys.insert(.sign, at: signPlace ?? keys.count)
        } else if !isTyped && operand.hasPower {
            keys.insert(contentsOf: [.open, .infix(.minus)], at: start)
            if openCount == outerOpenCount && !operand.isMissing { try append(.close) }
        } else if !isTyped {
            keys.insert(.sign, at: start)
        }
        operand.hasPower = true
        return operand
    }

    /// True if the key − is a sign here.
    private var acceptsSign: Bool {
        if isRunning { return false }
        let isSignAfterProduct = policies.minusWithoutOperand == .isSign
        switch keys.last {
        case nil: return isSignAfterProduct
        case .infix(let infix): return isSignAfterProduct && infix.rank != .sum
        case .open, .function, .squareRoot: return true
        default: return false
        }
    }

    /// Parses a root with its index before it, `³√27`. The key is typed after the radicand. If `isTight`, a power or √
    /// before the root would take the radicand alone, so parentheses are typed.
    private mutating func root(isTight: Bool) throws(ExpressionError) -> Operand? {
        // Most operands begin with ASCII.
        if next < 0x80 { return nil }
        let start = place
        let digits = superscript()
        guard digits.isEmpty ? skip("ʸ√") : skip("√") else {
            place = start
            return nil
        }
        if isRunning && (isTight || singleNumberDepth > 0) {
            place = start
            throw error(.keypad)
        }
        try enter()
        if isTight { try append(.open) }
        if try prefixed().isMissing { throw error(.text) }
        try append(.infix(.root))
        nesting -= 1
        if digits.isEmpty {
            guard isAtEnd else { throw error(.text) }
            return Operand(isMissing: true)
        }
        try appendExponent(digits)
        if isTight { try append(.close) }
        return Operand(isCompound: true, hasPower: true, isRoot: !isTight)
    }

    /// Parses a number, constant, function or parenthesis with the roots before it.
    private mutating func prefixed(isTight: Bool = true) throws(ExpressionError) -> Operand {
        skipBlanks()
        if let root = try root(isTight: isTight) { return root }
        guard skip("√ sqrt") else { return try primary() }
        try enter()
        if !isRunning { try append(.squareRoot) }
        skipBlanks()
        let hasSign = skipMinus()
        if hasSign && !isRunning { try append(.infix(.minus)) }
        singleNumberDepth += 1
        let operand = try prefixed()
        singleNumberDepth -= 1
        if isRunning {
            if operand.isMissing { throw error(.text) }
            if hasSign { keys.insert(.sign, at: operand.signPlace ?? keys.count) }
            try append(.squareRoot)
        }
        nesting -= 1
        return Operand(isMissing: operand.isMissing)
    }

    private mutating func primary() throws(ExpressionError) -> Operand {
        let functions: [Function] = [
            .inverseSine, .inverseCosine, .inverseTangent, .inverseSine, .inverseCosine,
            .inverseTangent, .sine, .cosine, .tangent, .naturalLogarithm, .commonLogarithm,
            .exponential,
        ]
        let names: StaticString = "sin⁻¹ cos⁻¹ tan⁻¹ asin acos atan sin cos tan ln log exp"
        if let index = skipOne(of: names) { return try call(functions[index]) }
        if let index = skipOne(of: "e^( 10^(") {
            place -= 1
            return try call(index == 0 ? .exponential : .powerOfTen)
        }
        let values: [Key] = [
            .constant(.pi), .constant(.pi), .constant(.e), .answer, .memory(.recall),
        ]
        if let index = skipOne(of: "π pi e ans mr") {
            try append(values[index])
            return Operand(signPlace: keys.count)
        }
        if next == Ascii.open {
            if !isRunning { try append(.open) }
            return try argument()
        }
        if isAtNumber { return try number() }
        let digits = superscript()
        if !digits.isEmpty {
            try appendExponent(digits)
            return Operand()
        }
        guard isAtEnd else { throw error(.text) }
        return Operand(isMissing: true)
    }

    private mutating func call(_ function: Function) throws(ExpressionError) -> Operand {
        if !isRunning { try append(.function(function)) }
        singleNumberDepth += 1
        let operand = try argument()
        singleNumberDepth -= 1
        if isRunning {
            if operand.isMissing { throw error(.text) }
            try append(.function(function))
        }
        return Operand(signPlace: keys.count)
    }

    /// Parses an expression in parentheses, or an operand without. Its key ( was appended.
    private mutating func argument() throws(ExpressionError) -> Operand {
        skipBlanks()
        guard openCount < EngineLimits.depthMax else { throw error(.length) }
        openCount += 1
        var operand: Operand
        if skip("(") {
            operand = try operation(binding: 0)
            skipBlanks()
            guard skip(")") else {
                guard isAtEnd else { throw error(.text) }
                operand.signPlace = nil
                return operand
            }
        } else {
            operand = try prefixed()
        }
        openCount -= 1
        if operand.isMissing { throw error(.text) }
        if !isRunning { try append(.close) }
        return Operand(isCompound: operand.isCompound, signPlace: keys.count)
    }
}

/// Numbers.
extension ExpressionParser {
    private mutating func number() throws(ExpressionError) -> Operand {
        var entry = Entry.blank
        while isAtNumber { try appendCharacter(of: &entry) }
        let (start, signPlace) = (place, keys.count)
        let operand = Operand(signPlace: signPlace)
        guard skip("e") else { return operand }
        let isNegative = skipMinus()
        if !isNegative { _ = skip("+") }
        guard isAtDigit else {
            place = start
            return operand
        }
        entry.beginExponent()
        try append(.exponent)
        if isNegative {
            try append(.infix(.minus))
            entry.changeSign()
        }
        while isAtDigit { try appendCharacter(of: &entry) }
        // The key − would be the sign of an exponent 0.
        if !isAtEnd && entry.acceptsExponentSign { keys.removeSubrange(signPlace...) }
        return operand
    }

    private mutating func appendCharacter(of entry: inout Entry) throws(ExpressionError) {
        let key = Digit(rawValue: next &- Ascii.zero).map { Key.digit($0) } ?? .point
        if key == .point && entry.decimalCount != nil { throw error(.text) }
        guard entry.type(key, policies.entryLimit) == nil else { throw error(.keypad) }
        try append(key)
        place += 1
    }

    /// Appends an exponent that was written as a superscript.
    private mutating func appendExponent(_ digits: [UInt8]) throws(ExpressionError) {
        let isNegative = digits[0] == Ascii.minus
        let isTyped = isNegative && acceptsSign
        if isTyped { try append(.infix(.minus)) }
        for digit in digits where digit != Ascii.minus {
            if let digit = Digit(rawValue: digit - Ascii.zero) { try append(.digit(digit)) }
        }
        if isNegative && !isTyped { try append(.sign) }
    }
}

extension Key {
    fileprivate var isDigitOrPoint: Bool {
        switch self {
        case .digit, .point: true
        default: false
        }
    }
}
