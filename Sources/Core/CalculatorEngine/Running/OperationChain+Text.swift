import ExactNumbers

/// The text of a running calculation: `(2 + 3) × 4`.
///
/// Parentheses are shown where a formula would need them, so that the text is correct under both
/// rules.
extension OperationChain {
    func text(_ format: KeypadFormat) -> [UInt8] {
        ranked(format).bytes
    }

    fileprivate func ranked(_ format: KeypadFormat) -> RankedText {
        var line = first.text(format)
        for step in steps {
            line.append(step.infix, step.operand.text(format))
        }
        return line
    }
}

extension RunningRules {
    /// The form of the number being typed: none, because the main line has it, that of other numbers, or as typed.
    enum TypedNumber {
        case omitted, trimmed, asTyped
    }

    /// The operations: `2 + 3 +`, `2 + 3 + √(4)`. A number alone is written only as typed.
    func text(_ typed: TypedNumber, _ format: KeypadFormat) -> [UInt8] {
        let isWhole = typed == .asTyped
        switch phase {
        case .entry(_, .operation(let pending)) where typed == .omitted, .infix(let pending):
            return pending.text(format)
        case .entry(let entry, .operation(let pending)):
            let number = RankedText(number: isWhole ? entry.text : entry.trimmedText)
            return pending.text(with: number, format)
        case .entry(let entry, _):
            return isWhole && entry != .blank ? entry.text : []
        case .operand(let operand, .operation(let pending)):
            return pending.text(with: operand.text(format), format)
        case .operand(let operand, _):
            return isWhole || operand.isComputed ? operand.text(format).bytes : []
        case .finished(let finished):
            let isShown = isWhole || finished.chain.isCalculation
            return isShown ? finished.chain.text(format) : []
        case .failed(_, after: let chain):
            return chain?.text(format) ?? []
        }
    }
}

extension RunningRules.Pending {
    fileprivate func text(_ format: KeypadFormat) -> [UInt8] {
        var line = chain.ranked(format)
        line.prepare(for: infix)
        if infix == .root { return RootText.waiting.bytes + line.bytes }
        return line.bytes + infix.symbol.bytes.dropLast()
    }

    fileprivate func text(with right: RankedText, _ format: KeypadFormat) -> [UInt8] {
        var line = chain.ranked(format)
        line.append(infix, right)
        return line.bytes
    }
}

extension Operand {
    fileprivate func text(_ format: KeypadFormat) -> RankedText {
        switch self {
        case .plain(let quantity):
            return RankedText(number: quantity.text(format))
        case .computed(let quantity, let applied, _):
            var text = RankedText(number: quantity.text(format))
            for applied in applied { text.apply(applied) }
            return text
        }
    }
}

/// A text together with the precedence of its loosest operator.
private struct RankedText {
    var bytes: [UInt8]
    private var rank: Rank

    fileprivate enum Rank: Int {
        case sum
        case product
        case power
        /// A sign or superscript, which must be in parentheses before a power.
        case signed
        case whole
    }

    init(number: [UInt8]) {
        bytes = number
        rank = number.isPlainNumber ? .whole : .signed
    }

    /// Puts the text in parentheses if the operator would bind tighter than its own operators.
    mutating func prepare(for infix: Infix) {
        switch infix.rank {
        case .sum, .product: parenthesize(below: Rank(infix.rank))
        case .power: parenthesize(below: .whole)
        }
    }

    mutating func append(_ infix: Infix, _ right: RankedText) {
        prepare(for: infix)
        if infix == .root, let beginning = RootText.beginning(index: right.bytes) {
            bytes = beginning + bytes
            self.rank = .signed
            return
        }
        let rank = Rank(infix.rank)
        var right = right
        right.parenthesize(below: infix == .root ? .whole : Self.next(rank))
        bytes += infix.symbol.bytes + right.bytes
        self.rank = rank
    }

    mutating func apply(_ applied: Operand.UnaryOperation) {
        switch applied {
        case .squareRoot:
            parenthesize(below: .whole)
            bytes = Token.squareRootSymbol.bytes + bytes
            rank = .signed
        case .function(let function):
            bytes = function.symbol.bytes + bytes + [Ascii.close]
            rank = .whole
        case .postfix(let postfix):
            parenthesize(below: .whole)
            bytes += postfix.symbol.bytes
            rank = .signed
        case .negation:
            bytes = [Ascii.minus] + (rank == .whole ? bytes : inParentheses)
            rank = .signed
        case .tip(let tip):
            parenthesize(below: .whole)
            bytes += Infix.times.symbol.bytes + tip.text
            rank = .product
        }
    }

    private var inParentheses: [UInt8] { [Ascii.open] + bytes + [Ascii.close] }

    private mutating func parenthesize(below rank: Rank) {
        guard self.rank.rawValue < rank.rawValue else { return }
        bytes = inParentheses
        self.rank = .whole
    }

    private static func next(_ rank: Rank) -> Rank {
        Rank(rawValue: rank.rawValue + 1) ?? .whole
    }
}

extension RankedText.Rank {
    fileprivate init(_ rank: Infix.Rank) {
        switch rank {
        case .sum: self = .sum
        case .product: self = .product
        case .power: self = .power
        }
    }
}

extension Tip {
    /// `15%`
    var text: [UInt8] {
        [Ascii.zero + UInt8(rawValue / 10), Ascii.zero + UInt8(rawValue % 10)]
            + Postfix.percent.symbol.bytes
    }
}
