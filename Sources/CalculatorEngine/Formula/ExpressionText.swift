import ExactNumbers

/// The text of a formula: `2 + 3 × sin(30`, `(√2)²`, `6 ÷ 2(1 + 2)`.
///
/// ± and √ bind to the next number before any other operation. Where readers may not expect this,
/// parentheses are added: the keys √ 2 x² are shown as `(√2)²`.
struct ExpressionText {
    private let tokens: [Token]
    private let texts: [[UInt8]]
    /// The number of added parentheses before and after each token.
    private var opening: [Int]
    private var closing: [Int]

    static func text(_ expression: Expression, _ format: KeypadFormat) -> [UInt8] {
        var text = ExpressionText(expression.tokens, format)
        text.placeParentheses()
        return text.joined
    }

    private init(_ tokens: [Token], _ format: KeypadFormat) {
        self.tokens = tokens
        var texts: [[UInt8]] = []
        for (index, token) in tokens.enumerated() {
            texts.append(token.text(format, isLast: index == tokens.count - 1))
        }
        self.texts = texts
        opening = [Int](repeating: 0, count: tokens.count)
        closing = opening
    }

    private mutating func placeParentheses() {
        var groups: [Int] = []
        var start = 0
        for index in tokens.indices {
            let isFollowing =
                index > 0 && (tokens[index - 1].isPrefix || !tokens[index].beginsOperand)
            switch tokens[index] {
            case .negation, .squareRoot:
                if !isFollowing { start = index }
            case .open, .function:
                groups.append(isFollowing ? start : index)
            case .quantity:
                if !isFollowing { start = index }
                parenthesize(start, index)
            case .close:
                start = groups.popLast() ?? index
                parenthesize(start, index)
            case .postfix:
                parenthesize(start, index)
            case .infix, .sign:
                break
            }
        }
    }

    /// Puts the operand between these indices in parentheses if the next token would seem to apply
    /// only to a part of it.
    private mutating func parenthesize(_ start: Int, _ end: Int) {
        guard end + 1 < tokens.count, needsParentheses(start, end, before: tokens[end + 1]) else {
            return
        }
        opening[start] += 1
        closing[end] += 1
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
            return postfix == .percent ? !isPercent : isPower && postfix.isPower
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
            line += [UInt8](repeating: Ascii.open, count: opening[index])
            line += texts[index]
            line += [UInt8](repeating: Ascii.close, count: closing[index])
        }
        if line.last == Ascii.space { line.removeLast() }
        return line
    }

    /// A number or ± directly after an operand needs a visible ×, also the 10 of `10^(`.
    private func isMultipliedVisibly(_ index: Int) -> Bool {
        guard tokens[index - 1].endsOperand else { return false }
        switch tokens[index] {
        case .quantity(.entry), .quantity(.value), .negation, .function(.powerOfTen): return true
        case .quantity(.constant), .infix, .sign, .squareRoot, .open, .function, .close, .postfix:
            return false
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
