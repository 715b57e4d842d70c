import ExactNumbers

/// The text of a formula: `2 + 3 × sin(30`, `(√2)²`, `6 ÷ 2(1 + 2)`, `³√27`.
///
/// ± and √ bind to the next number before any other operation, and a root to the number before it. Where
/// readers may not expect this, parentheses are added: the keys √ 2 x² are shown as `(√2)²`.
struct ExpressionText {
    private let tokens: [Token]
    /// The text of each token, after the parentheses and roots that are added before it.
    private var texts: [[UInt8]]
    /// The number of parentheses that are added after each token.
    private var closing: [Int]
    /// Where the radicands of roots with an index begin.
    private var radicands: [Int] = []

    static func text(_ expression: Expression, _ format: KeypadFormat) -> [UInt8] {
        var text = ExpressionText(expression.tokens, format)
        _ = text.placeParentheses(from: 0)
        return text.joined
    }

    private init(_ tokens: [Token], _ format: KeypadFormat) {
        self.tokens = tokens
        var texts: [[UInt8]] = []
        for (index, token) in tokens.enumerated() {
            texts.append(token.text(format, isLast: index == tokens.count - 1))
        }
        self.texts = texts
        closing = [Int](repeating: 0, count: tokens.count)
    }

    /// The places of the operands before a token.
    private struct Operands {
        /// Where the last operand begins.
        var start = 0
        /// Where the operands that powers and roots join begin, and the last of these operators.
        var chain = 0
        var link: Infix?
        /// True if the next operand belongs to the chain.
        var isLinked = false

        mutating func begin(_ index: Int) {
            start = index
            if !isLinked { (chain, link) = (index, nil) }
            isLinked = false
        }
    }

    /// Places the parentheses from this token to the end of its group. Returns the index after the group.
    private mutating func placeParentheses(from first: Int) -> Int {
        var operands = Operands()
        var next = first
        while next < tokens.count {
            let index = next
            next += 1
            let isFollowing =
                index > 0 && (tokens[index - 1].isPrefix || !tokens[index].beginsOperand)
            switch tokens[index] {
            case .negation, .squareRoot:
                if !isFollowing { operands.begin(index) }
            case .open, .function:
                if !isFollowing { operands.begin(index) }
                next = placeParentheses(from: next)
                parenthesize(operands.start, next - 1)
            case .quantity:
                if !isFollowing { operands.begin(index) }
                parenthesize(operands.start, index)
            case .close:
                return next
            case .postfix:
                // An index with a postfix is written as ⅟(3²). An exponent needs no parentheses: 2 ^ 3².
                if operands.link == .root && !isPostfix(next) {
                    wrap(operands.start, index)
                } else {
                    parenthesize(operands.start, index)
                }
            case .infix(let infix):
                operands.isLinked = infix.rank == .power
                guard operands.isLinked else { continue }
                if let link = operands.link, infix == .root || link == .root {
                    wrap(operands.chain, index - 1)
                }
                operands.link = infix
                if infix == .root { next = placeIndex(of: index, operands.chain) }
                if next > index + 1 { operands.isLinked = false }
            case .sign:
                break
            }
        }
        return next
    }

    /// Writes the index of a root before its radicand, which begins at `start`, if it is a whole number.
    /// Returns the index of the first token after it.
    private mutating func placeIndex(of root: Int, _ start: Int) -> Int {
        var index: [UInt8] = []
        var end = root + 1
        while end < tokens.count {
            index += texts[end]
            end += 1
            if case .quantity = tokens[end - 1] { break }
        }
        guard let beginning = RootText.beginning(index: index), !isPostfix(end) else {
            return root + 1
        }
        prefix(beginning, start)
        radicands.append(start)
        for token in root..<end { texts[token] = [] }
        return end
    }

    private func isPostfix(_ index: Int) -> Bool {
        guard index < tokens.count, case .postfix = tokens[index] else { return false }
        return true
    }

    /// Puts the operand between these indices in parentheses if the next token would seem to apply
    /// only to a part of it.
    private mutating func parenthesize(_ start: Int, _ end: Int) {
        if end + 1 < tokens.count, needsParentheses(start, end, before: tokens[end + 1]) {
            wrap(start, end)
        }
    }

    private mutating func wrap(_ start: Int, _ end: Int) {
        prefix([Ascii.open], start)
        closing[end] += 1
    }

    private mutating func prefix(_ text: [UInt8], _ start: Int) {
        texts[start] = text + texts[start]
    }

    private func needsParentheses(_ start: Int, _ end: Int, before next: Token) -> Bool {
        let isPower: Bool
        switch next {
        case .postfix(.percent), .postfix(.factorial): isPower = false
        case .postfix(.square), .postfix(.cube), .postfix(.reciprocal): isPower = true
        case .infix(let infix):
            if infix.rank != .power { return false }
            isPower = true
        case .quantity, .sign, .negation, .squareRoot, .open, .function, .close: return false
        }
        let isPercent = next == .postfix(.percent)
        if case .postfix(let postfix) = tokens[end] {
            if postfix == .percent { return !isPercent }
            return isPower && (postfix.isPower || next == .infix(.root))
        }
        // -(4%) is (-4)%, but √(4%) is not (√4)%.
        if isPercent { return tokens[start...].prefix { $0.isPrefix }.contains(.squareRoot) }
        if tokens[start].isPrefix { return true }
        guard case .quantity = tokens[end] else { return false }
        return !texts[end].isPlainNumber
    }

    private var joined: [UInt8] {
        var line: [UInt8] = []
        for index in tokens.indices {
            if index > 0 && isMultipliedVisibly(index) { line += Infix.times.symbol.bytes }
            line += texts[index]
            line += [UInt8](repeating: Ascii.close, count: closing[index])
        }
        if line.last == Ascii.space { line.removeLast() }
        return line
    }

    /// True if × is written before the token, which follows an operand directly: before a number, ± and the 10 of
    /// `10^(`, before a root with its index, and between a superscript and √, which would look like an index.
    private func isMultipliedVisibly(_ index: Int) -> Bool {
        guard tokens[index - 1].endsOperand else { return false }
        switch tokens[index] {
        case .quantity(.entry), .quantity(.value), .negation, .function(.powerOfTen): return true
        case .squareRoot:
            if case .postfix(let postfix) = tokens[index - 1], postfix.isPower { return true }
            return radicands.contains(index)
        case .quantity(.constant), .open, .function: return radicands.contains(index)
        case .infix, .sign, .close, .postfix: return false
        }
    }
}

extension Token {
    static let squareRootSymbol: StaticString = "√"

    fileprivate func text(_ format: KeypadFormat, isLast: Bool) -> [UInt8] {
        switch self {
        case .quantity(.entry(let entry)) where isLast: entry.text
        case .quantity(let quantity): quantity.text(format)
        case .infix(let infix): infix.symbol.bytes
        case .sign, .negation: [Ascii.minus]
        case .squareRoot: Token.squareRootSymbol.bytes
        case .open: [Ascii.open]
        case .function(let function): function.symbol.bytes
        case .close: [Ascii.close]
        case .postfix(let postfix): postfix.symbol.bytes
        }
    }
}

extension Postfix {
    /// True if the postfix is written as a superscript.
    fileprivate var isPower: Bool {
        switch self {
        case .square, .cube, .reciprocal: true
        case .percent, .factorial: false
        }
    }
}
