import ExactNumbers

/// Evaluates a formula with Dijkstra's two stacks, one for numbers and one for operators that wait
/// for their right side. There is no recursion, so a deep formula needs no deep call stack.
///
/// `1 + 2 × 3`: push 1, push +, push 2, push × because it binds tighter than +, push 3; at the end
/// apply × and then +.
///
/// The formula must be complete. Open parentheses are closed at its end.
struct FormulaEvaluation {
    private let unit: AngleUnit
    private var numbers: [Number] = []
    private var operators: [StackedOperator] = []
    /// The operation that produced the last number, if any.
    private var last: LastOperation?

    private enum StackedOperator {
        case infix(Infix)
        case sign
        case negation
        case squareRoot
        case parenthesis(Function?)
    }

    struct Result {
        let number: Number
        /// The outermost operation with its right side, if there is one.
        let lastOperation: LastOperation?
        /// The number or parenthesis at the end, which the next key would act on: 3 in 2 + 3, and 10
        /// in 100 + 10 %.
        let lastOperand: Number
    }

    static func result(
        of expression: Expression, in unit: AngleUnit, _ work: inout Work
    ) throws(NumberError) -> Result {
        var evaluation = FormulaEvaluation(unit: unit)
        let tokens = expression.tokens
        for index in tokens.indices {
            let next = index + 1 < tokens.count ? tokens[index + 1] : nil
            try evaluation.process(tokens[index], before: next, &work)
        }
        let lastOperand = try evaluation.top
        try evaluation.closeAll(&work)
        return Result(
            number: try evaluation.top, lastOperation: evaluation.last, lastOperand: lastOperand)
    }

    private init(unit: AngleUnit) {
        self.unit = unit
    }

    private mutating func process(
        _ token: Token, before next: Token?, _ work: inout Work
    ) throws(NumberError) {
        switch token {
        case .quantity(let quantity):
            push(try quantity.number(&work))
            try finishOperand(before: next, &work)
        case .infix(let infix):
            try reduce(before: infix, &work)
            operators.append(.infix(infix))
        case .sign:
            operators.append(.sign)
        case .negation:
            operators.append(.negation)
        case .squareRoot:
            operators.append(.squareRoot)
        case .open:
            operators.append(.parenthesis(nil))
        case .function(let function):
            operators.append(.parenthesis(function))
        case .close:
            try close(&work)
            try finishOperand(before: next, &work)
        case .postfix(let postfix):
            try apply(postfix, before: next, &work)
            try multiplyIfNeeded(before: next, &work)
        }
    }

    /// Applies ± and √ to the operand that has just ended, then an implied × if another operand
    /// follows.
    private mutating func finishOperand(
        before next: Token?, _ work: inout Work
    ) throws(NumberError) {
        while true {
            switch operators.last {
            case .negation:
                push(-(try pop()))
            case .squareRoot:
                push(try pop().squareRoot(&work))
            case .infix, .sign, .parenthesis, nil:
                return try multiplyIfNeeded(before: next, &work)
            }
            operators.removeLast()
        }
    }

    private mutating func multiplyIfNeeded(
        before next: Token?, _ work: inout Work
    ) throws(NumberError) {
        guard let next, next.beginsOperand else { return }
        try process(.infix(.times), before: nil, &work)
    }

    /// Applies the waiting operators that bind at least as tightly as the next one.
    private mutating func reduce(before next: Infix, _ work: inout Work) throws(NumberError) {
        while binding >= next.binding.left { try reduce(&work) }
    }

    /// The right binding of the last operator. A sign takes over that of a power whose exponent it begins: 2^−8
    /// before ʸ√.
    private var binding: Int {
        switch operators.last {
        case .infix(let infix):
            return infix.binding.right
        case .sign:
            guard case .infix(let infix) = operators.dropLast().last else {
                return Infix.signBinding
            }
            return max(infix.binding.right, Infix.signBinding)
        case .negation, .squareRoot, .parenthesis, nil:
            return 0
        }
    }

    /// Applies the operators that wait in the innermost parenthesis.
    private mutating func reduceAll(_ work: inout Work) throws(NumberError) {
        while true {
            switch operators.last {
            case .infix, .sign: try reduce(&work)
            case .negation, .squareRoot, .parenthesis, nil: return
            }
        }
    }

    /// Applies the last operator, which is an infix or a sign.
    private mutating func reduce(_ work: inout Work) throws(NumberError) {
        guard case .infix(let infix) = operators.removeLast() else {
            return push(-(try pop()))
        }
        let right = try pop()
        let left = try pop()
        push(try infix.result(left, right, &work))
        last = LastOperation(infix: infix, right: right)
    }

    private mutating func close(_ work: inout Work) throws(NumberError) {
        try reduceAll(&work)
        guard case .parenthesis(let function) = operators.popLast() else { return }
        guard let function else { return }
        push(try function.result(try pop(), in: unit, &work))
    }

    private mutating func closeAll(_ work: inout Work) throws(NumberError) {
        repeat {
            try close(&work)
            try finishOperand(before: nil, &work)
        } while !operators.isEmpty
    }

    private mutating func apply(
        _ postfix: Postfix, before next: Token?, _ work: inout Work
    ) throws(NumberError) {
        let number = try pop()
        if postfix == .percent, endsTerm(before: next), let whole = wholeOfPercent {
            push(try number.percent(of: whole, &work))
        } else {
            push(try postfix.result(number, &work))
        }
    }

    /// True if the term ends here. Percent of the left side applies only if the whole term is y %.
    private func endsTerm(before next: Token?) -> Bool {
        switch next {
        case .infix(let infix): infix.rank == .sum
        case .close, nil: true
        case .postfix, .quantity, .sign, .negation, .squareRoot, .open, .function: false
        }
    }

    /// The left side of a + or − directly before the number.
    private var wholeOfPercent: Number? {
        guard case .infix(let infix) = operators.last, infix.rank == .sum else { return nil }
        return numbers.last
    }

    private var top: Number {
        get throws(NumberError) {
            guard let number = numbers.last else { throw .invalidInput }
            return number
        }
    }

    private mutating func push(_ number: Number) {
        numbers.append(number)
        last = nil
    }

    private mutating func pop() throws(NumberError) -> Number {
        guard let number = numbers.popLast() else { throw .invalidInput }
        return number
    }
}
