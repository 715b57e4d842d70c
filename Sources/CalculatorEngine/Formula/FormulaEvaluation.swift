import ExactNumbers

/// Works a formula out: Dijkstra's two stacks, one for numbers and one for what still waits for
/// its right side. Nothing here calls itself, so that no formula, however deep, needs more of the
/// machine's stack.
///
/// `1 + 2 × 3`: 1 goes on the stack, + waits, 2 goes on the stack, × binds tighter than + and waits
/// above it, 3 goes on the stack; at the end × is done and then +.
///
/// The formula must be complete. Parentheses that are still open are closed at its end.
struct FormulaEvaluation {
    private let unit: AngleUnit
    private var numbers: [Number] = []
    private var waiting: [Waiting] = []
    /// The operation whose result is the last number, if it came from one.
    private var last: Repeat?

    private enum Waiting {
        case infix(Infix)
        case sign
        case squareRoot
        case parenthesis(Function?)
    }

    struct Result {
        let number: Number
        /// The outermost operation with its right side, if there is one.
        let again: Repeat?
        /// The number or parenthesis at the end, on which the next key would act: 3 in 2 + 3, and
        /// 10 in 100 + 10 %.
        let lastOperand: Number
    }

    static func result(
        of expression: Expression, in unit: AngleUnit, _ work: inout Work
    ) throws(NumberError) -> Result {
        var evaluation = FormulaEvaluation(unit: unit)
        let tokens = expression.tokens
        for index in tokens.indices {
            let next = index + 1 < tokens.count ? tokens[index + 1] : nil
            try evaluation.take(tokens[index], before: next, &work)
        }
        let lastOperand = try evaluation.top
        try evaluation.closeAll(&work)
        return Result(
            number: try evaluation.top, again: evaluation.last, lastOperand: lastOperand)
    }

    private init(unit: AngleUnit) {
        self.unit = unit
    }

    private mutating func take(
        _ token: Token, before next: Token?, _ work: inout Work
    ) throws(NumberError) {
        switch token {
        case .quantity(let quantity):
            push(try quantity.number(&work))
            try finishOperand(before: next, &work)
        case .infix(let infix):
            try reduce(before: infix, &work)
            waiting.append(.infix(infix))
        case .sign:
            waiting.append(.sign)
        case .squareRoot:
            waiting.append(.squareRoot)
        case .open:
            waiting.append(.parenthesis(nil))
        case .function(let function):
            waiting.append(.parenthesis(function))
        case .close:
            try close(&work)
            try finishOperand(before: next, &work)
        case .postfix(let postfix):
            try apply(postfix, before: next, &work)
            try multiplyIfNeeded(before: next, &work)
        }
    }

    /// Signs and roots act before anything that follows, and a number before another number is
    /// multiplied with it.
    private mutating func finishOperand(
        before next: Token?, _ work: inout Work
    ) throws(NumberError) {
        while true {
            switch waiting.last {
            case .sign:
                push(-(try pop()))
            case .squareRoot:
                push(try pop().squareRoot(&work))
            case .infix, .parenthesis, nil:
                return try multiplyIfNeeded(before: next, &work)
            }
            waiting.removeLast()
        }
    }

    private mutating func multiplyIfNeeded(
        before next: Token?, _ work: inout Work
    ) throws(NumberError) {
        guard let next, next.beginsOperand else { return }
        try take(.infix(.times), before: nil, &work)
    }

    /// Does what waits for its right side and does not wait for the next operator.
    private mutating func reduce(before next: Infix, _ work: inout Work) throws(NumberError) {
        while case .infix(let infix) = waiting.last, !infix.yields(to: next) {
            try reduce(infix, &work)
        }
    }

    private mutating func reduce(_ infix: Infix, _ work: inout Work) throws(NumberError) {
        waiting.removeLast()
        let right = try pop()
        let left = try pop()
        push(try infix.result(left, right, &work))
        last = Repeat(infix: infix, right: right)
    }

    private mutating func close(_ work: inout Work) throws(NumberError) {
        while case .infix(let infix) = waiting.last { try reduce(infix, &work) }
        guard case .parenthesis(let function) = waiting.popLast() else { return }
        guard let function else { return }
        push(try function.result(try pop(), in: unit, &work))
    }

    private mutating func closeAll(_ work: inout Work) throws(NumberError) {
        repeat {
            try close(&work)
            try finishOperand(before: nil, &work)
        } while !waiting.isEmpty
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

    /// Whether nothing that follows can still change the term: y % of x only if the term is y %.
    private func endsTerm(before next: Token?) -> Bool {
        switch next {
        case .infix(let infix): infix.rank == .sum
        case .close, nil: true
        case .postfix, .quantity, .sign, .squareRoot, .open, .function: false
        }
    }

    /// What stands in front of the + or − directly before the number.
    private var wholeOfPercent: Number? {
        guard case .infix(let infix) = waiting.last, infix.rank == .sum else { return nil }
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
