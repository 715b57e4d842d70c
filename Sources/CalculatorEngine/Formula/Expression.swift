import ExactNumbers

/// A formula as far as it has been typed.
///
/// Whatever the keys, only the end can be missing: an operator never stands without a number in
/// front, and no more parentheses are closed than were opened. `FormulaRules` sees to this before
/// it appends. Between a piece that ends a number and one that begins a number stands a × that
/// nobody typed.
struct Expression: Equatable, Sendable {
    private(set) var tokens: [Token] = []
    /// Parentheses that are open.
    private(set) var depth = 0
    private(set) var valueWords = 0

    static let empty = Expression()

    init() {}

    /// These pieces, which keep within the limits.
    init(_ tokens: [Token]) {
        for token in tokens { push(token) }
    }

    var isEmpty: Bool { tokens.isEmpty }
    var last: Token? { tokens.last }

    /// Whether nothing is missing but closing parentheses.
    var isComplete: Bool { tokens.last?.endsOperand ?? false }

    /// A formula that is one number and nothing else is no calculation.
    var isSingleNumber: Bool {
        guard tokens.count == 1, case .quantity = tokens[0] else { return false }
        return true
    }

    /// The number that is being typed, if one is.
    var lastEntry: Entry? {
        guard case .quantity(.entry(let entry)) = tokens.last else { return nil }
        return entry
    }

    /// The longest beginning from which nothing is missing.
    var completeBeginning: Expression {
        var beginning = self
        while !beginning.isEmpty && !beginning.isComplete { beginning.removeLast() }
        return beginning
    }
}

extension Expression {
    /// Puts a piece at the end, or says why there is no room for it.
    mutating func append(_ token: Token) -> Notice? {
        if token.depthChange > 0 && depth == EngineLimits.depthMax { return .tooDeep }
        guard hasRoom(for: token) else { return .expressionFull }
        push(token)
        return nil
    }

    private func hasRoom(for token: Token) -> Bool {
        tokens.count < EngineLimits.tokensMax
            && valueWords + token.wordCount <= EngineLimits.valueWordsMax
    }

    private mutating func push(_ token: Token) {
        tokens.append(token)
        depth += token.depthChange
        valueWords += token.wordCount
    }

    @discardableResult
    mutating func removeLast() -> Token? {
        guard let token = tokens.popLast() else { return nil }
        depth -= token.depthChange
        valueWords -= token.wordCount
        return token
    }

    /// Puts another piece of the same kind in place of the last one.
    mutating func replaceLast(_ token: Token) -> Notice? {
        guard let last = removeLast() else { return .nothingToWorkOn }
        let notice = append(token)
        if notice != nil { push(last) }
        return notice
    }

    /// ± of what stands at the end, which must be complete.
    ///
    /// A typed number keeps the sign itself. In front of a parenthesis a sign is put, or taken
    /// away again. What ends with ² or another postfix is put in parentheses first, since a sign
    /// alone would bind to the number in front of it.
    mutating func negateLast() -> Notice? {
        let start = lastOperandStart
        if start > 0, case .sign = tokens[start - 1] {
            tokens.remove(at: start - 1)
            return nil
        }
        switch tokens[tokens.count - 1] {
        case .quantity(.entry(var entry)):
            entry.changeSign()
            return replaceLast(.quantity(.entry(entry)))
        case .quantity(.value(let number)):
            return replaceLast(.quantity(.value(-number)))
        case .quantity(.constant), .close:
            return insert([.sign], at: start)
        case .postfix:
            return parenthesizeAndNegate(from: start)
        case .infix, .sign, .squareRoot, .open, .function:
            return .nothingToWorkOn
        }
    }

    private mutating func parenthesizeAndNegate(from start: Int) -> Notice? {
        if deepest(from: start) == EngineLimits.depthMax { return .tooDeep }
        guard tokens.count + 3 <= EngineLimits.tokensMax else { return .expressionFull }
        tokens.append(.close)
        return insert([.sign, .open], at: start)
    }

    /// How many parentheses are open at most from this place on: what is closed by now counts too.
    private func deepest(from start: Int) -> Int {
        var open = depth
        var most = depth
        for token in tokens[start...].reversed() {
            open -= token.depthChange
            most = max(most, open)
        }
        return most
    }

    private mutating func insert(_ pieces: [Token], at place: Int) -> Notice? {
        guard tokens.count + pieces.count <= EngineLimits.tokensMax else { return .expressionFull }
        tokens.insert(contentsOf: pieces, at: place)
        return nil
    }

    /// Where the number or parenthesis at the end begins; with a postfix also what stands in front
    /// of it.
    private var lastOperandStart: Int {
        var start = tokens.count - 1
        var hasPostfix = false
        while start > 0, case .postfix = tokens[start] {
            hasPostfix = true
            start -= 1
        }
        var open = 0
        repeat {
            open -= tokens[start].depthChange
            if open > 0 { start -= 1 }
        } while open > 0 && start > 0
        while hasPostfix, start > 0, tokens[start - 1].isPrefix { start -= 1 }
        return start
    }
}
