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
        guard !parser.isAtEnd else { throw parser.error }
        _ = try parser.operation(.nothing)
        guard parser.isAtEnd else { throw parser.error }
        guard parser.keys.count <= EngineLimits.replayKeysMax else { throw parser.lengthError }
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
    private var error: ExpressionError { ExpressionError(place: place, reason: .text) }
    private var keypadError: ExpressionError { ExpressionError(place: place, reason: .keypad) }
    private var lengthError: ExpressionError { ExpressionError(place: place, reason: .length) }
    private var operatorError: ExpressionError { ExpressionError(place: place, reason: .operator) }

    private mutating func append(_ key: Key) throws(ExpressionError) {
        guard keys.count < EngineLimits.replayKeysMax else { throw lengthError }
        keys.append(key)
    }

    /// With running rules, what an operator or a function applies to is a single number.
    private mutating func enter() throws(ExpressionError) {
        nesting += 1
        guard nesting <= EngineLimits.tokensMax else { throw lengthError }
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
        /// No expression has as many keys or as deep parentheses.
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
    private var isAtNumber: Bool { next == Ascii.point || Ascii.zero...Ascii.nine ~= next }

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
    /// The operator that waits for an operand.
    private enum Waiting {
        case nothing
        case infix(Infix)
        /// A sign, and the operator before it.
        case sign(after: Infix?)

        /// True if the next operator is applied first.
        func yields(to next: Infix) -> Bool {
            switch self {
            case .nothing: return true
            case .infix(let infix): return infix.yields(to: next)
            case .sign(let infix):
                if let infix, infix.rank == .power { return infix.yields(to: next) }
                return next.rank == .power
            }
        }

        var infix: Infix? {
            switch self {
            case .nothing: nil
            case .infix(let infix): infix
            case .sign(let infix): infix
            }
        }
    }

    /// The operand that was parsed last.
    private struct Operand {
        /// True if it contains an operator.
        var isCompound = false
        /// True if a power or a factorial was applied.
        var hasPower = false
        var isMissing = false
        var isRoot = false
        /// Where ± among the keys negates the operand without its postfixes.
        var signPlace: Int?
    }

    /// Parses an operand, and the operators that are applied before the waiting one.
    private mutating func operation(_ waiting: Waiting) throws(ExpressionError) -> Operand {
        try enter()
        var operand = try operand(waiting)
        while true {
            skipBlanks()
            let start = place
            guard let infix = try nextInfix(waiting), waiting.yields(to: infix) else {
                place = start
                nesting -= 1
                return operand
            }
            if isRunning && singleNumberDepth > 0 {
                guard infix == .times, let tip = nextTip() else {
                    place = start
                    throw isAtNumber ? operatorError : keypadError
                }
                try append(.tip(tip))
                continue
            }
            if place > start || infix == .power {
                try append(.infix(infix))
            } else {
                try multiply()
            }
            singleNumberDepth += 1
            _ = try operation(.infix(infix))
            singleNumberDepth -= 1
            operand = Operand(isCompound: true, hasPower: true)
        }
    }

    /// The operator here. A superscript is a power and an implied × has no text; neither is skipped.
    private mutating func nextInfix(_ waiting: Waiting) throws(ExpressionError) -> Infix? {
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
        if isUnclear { throw error }
        // The keys would apply a root before the power.
        if isPower, case .infix(.root) = waiting { throw keypadError }
        return isPower ? .power : .times
    }

    /// In a formula two adjacent operands need no ×, unless the second is a number.
    private mutating func multiply() throws(ExpressionError) {
        if isAtNumber, let last = keys.last, last.isDigitOrPoint { throw operatorError }
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
    private mutating func operand(_ waiting: Waiting) throws(ExpressionError) -> Operand {
        skipBlanks()
        if skip("+") { skipBlanks() }
        if skipMinus() { return try negated(waiting) }
        var operand = try prefixed(isTight: waiting.infix?.rank == .power)
        while !operand.isMissing {
            skipBlanks()
            let start = place
            guard let postfix = nextPostfix() else { break }
            if isRunning && operand.isCompound || operand.isRoot {
                place = start
                throw keypadError
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

    /// Parses the operand after a minus sign, which binds looser than powers.
    private mutating func negated(_ waiting: Waiting) throws(ExpressionError) -> Operand {
        let start = keys.count
        let outerOpenCount = openCount
        let isTyped = acceptsSign
        if isTyped { try append(.infix(.minus)) }
        singleNumberDepth += 1
        let operand = try operation(.sign(after: waiting.infix))
        singleNumberDepth -= 1
        let negated = Operand(
            isCompound: operand.isCompound, hasPower: true, isMissing: operand.isMissing)
        if isTyped { return negated }
        if isRunning {
            keys.insert(.sign, at: operand.hasPower ? keys.count : operand.signPlace ?? keys.count)
        } else if !operand.hasPower {
            keys.insert(.sign, at: start)
        } else {
            keys.insert(contentsOf: [.open, .infix(.minus)], at: start)
            if openCount == outerOpenCount && !operand.isMissing { try append(.close) }
        }
        return negated
    }

    /// True if the key − is a sign here.
    private var acceptsSign: Bool {
        if isRunning { return false }
        let isSignAfterProduct = policies.minusWithoutOperand == .isSign
        switch keys.last {
        case nil: return isSignAfterProduct
        case .infix(let infix): return isSignAfterProduct && infix.rank > .sum
        case .open, .function, .squareRoot: return true
        default: return false
        }
    }

    /// Parses a root with its index, `³√27`, whose key is typed after the radicand. In a `isTight` place only
    /// parentheses keep both together.
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
            throw keypadError
        }
        try enter()
        if isTight { try append(.open) }
        if try prefixed().isMissing { throw error }
        try append(.infix(.root))
        nesting -= 1
        if digits.isEmpty {
            guard isAtEnd else { throw error }
            return Operand(isMissing: true)
        }
        _ = try exponent(digits)
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
            if operand.isMissing { throw error }
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
        if skip("π pi") { return try value(.constant(.pi)) }
        if skip("e") { return try value(.constant(.e)) }
        if skip("ans") { return try value(.answer) }
        if skip("mr") { return try value(.memory(.recall)) }
        if next == Ascii.open { return try parenthesis() }
        if isAtNumber { return try number() }
        let digits = superscript()
        if !digits.isEmpty { return try exponent(digits) }
        guard isAtEnd else { throw error }
        return Operand(isMissing: true)
    }

    private mutating func value(_ key: Key) throws(ExpressionError) -> Operand {
        try append(key)
        return Operand(signPlace: keys.count)
    }

    private mutating func call(_ function: Function) throws(ExpressionError) -> Operand {
        if !isRunning { try append(.function(function)) }
        singleNumberDepth += 1
        let operand = try argument()
        singleNumberDepth -= 1
        if isRunning {
            if operand.isMissing { throw error }
            try append(.function(function))
        }
        return Operand(signPlace: operand.signPlace == nil ? nil : keys.count)
    }

    private mutating func parenthesis() throws(ExpressionError) -> Operand {
        if !isRunning { try append(.open) }
        return try argument()
    }

    /// Parses an expression in parentheses, or an operand without. Its key ( was appended.
    private mutating func argument() throws(ExpressionError) -> Operand {
        skipBlanks()
        guard openCount < EngineLimits.depthMax else { throw lengthError }
        openCount += 1
        var operand: Operand
        if skip("(") {
            operand = try operation(.nothing)
            skipBlanks()
            guard skip(")") else {
                guard isAtEnd else { throw error }
                operand.signPlace = nil
                return operand
            }
        } else {
            operand = try prefixed()
        }
        openCount -= 1
        if operand.isMissing { throw error }
        if !isRunning { try append(.close) }
        return Operand(isCompound: operand.isCompound, signPlace: keys.count)
    }
}

/// Numbers.
extension ExpressionParser {
    private mutating func number() throws(ExpressionError) -> Operand {
        var entry = Entry.blank
        while isAtNumber {
            if next == Ascii.point {
                if entry.decimalCount != nil { throw error }
                guard entry.appendPoint(policies.entryLimit) == nil else { throw keypadError }
                try append(.point)
                place += 1
            } else {
                try digit(&entry)
            }
        }
        let signPlace = keys.count
        let start = place
        if skip("e") {
            let isNegative = skipMinus()
            if !isNegative { _ = skip("+") }
            if isAtNumber && next != Ascii.point {
                entry.beginExponent()
                try append(.exponent)
                if isNegative {
                    try append(.infix(.minus))
                    entry.changeSign()
                }
                while isAtNumber && next != Ascii.point { try digit(&entry) }
                // The key − would be the sign of an exponent 0.
                if !isAtEnd && entry.acceptsExponentSign { keys.removeSubrange(signPlace...) }
            } else {
                place = start
            }
        }
        return Operand(signPlace: signPlace)
    }

    private mutating func digit(_ entry: inout Entry) throws(ExpressionError) {
        guard let digit = Digit(rawValue: next - Ascii.zero),
            entry.append(digit, policies.entryLimit) == nil
        else { throw keypadError }
        try append(.digit(digit))
        place += 1
    }

    /// Appends an exponent that was written as a superscript.
    private mutating func exponent(_ digits: [UInt8]) throws(ExpressionError) -> Operand {
        let isNegative = digits[0] == Ascii.minus
        let isTyped = isNegative && acceptsSign
        if isTyped { try append(.infix(.minus)) }
        for digit in digits where digit != Ascii.minus {
            if let digit = Digit(rawValue: digit - Ascii.zero) { try append(.digit(digit)) }
        }
        if isNegative && !isTyped { try append(.sign) }
        return Operand()
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
