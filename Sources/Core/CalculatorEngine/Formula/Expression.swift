import ExactNumbers

/// A formula as typed so far.
///
/// Only the end can be incomplete, whatever keys are pressed: an operator always follows an operand,
/// and a closing parenthesis always matches an open one. `FormulaRules` ensures this before it
/// appends. An implied × is between a token that ends an operand and one that begins an operand.
struct Expression: Equatable, Sendable {
    private(set) var tokens: [Token] = []
    /// The number of open parentheses.
    private(set) var depth = 0
    private(set) var valueWords = 0

    static let empty = Expression()

    init() {}

    /// Creates an expression from tokens that keep within the limits.
    init(_ tokens: [Token]) {
        for token in tokens { push(token) }
    }

    var isEmpty: Bool { tokens.isEmpty }
    var last: Token? { tokens.last }

    /// True if nothing but closing parentheses is missing.
    var isComplete: Bool { tokens.last?.endsOperand ?? false }

    /// True if the formula is one number, which is not a calculation.
    var isSingleNumber: Bool {
        guard tokens.count == 1, case .quantity = tokens[0] else { return false }
        return true
    }

    /// The number being typed, if there is one.
    var lastEntry: Entry? {
        guard case .quantity(.entry(let entry)) = tokens.last else { return nil }
        return entry
    }

    /// The longest beginning that is complete.
    var completeBeginning: Expression {
        var beginning = self
        while !beginning.isEmpty && !beginning.isComplete { beginning.removeLast() }
        return beginning
    }
}

extension Expression {
    /// Appends a token, or returns the reason why there is no room for it.
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

    /// Replaces the last token with another of the same kind.
    mutating func replaceLast(_ token: Token) -> Notice? {
        guard let last = removeLast() else { return .nothingToWorkOn }
        let notice = append(token)
        if notice != nil { push(last) }
        return notice
    }

    /// Changes the sign of the last operand, which must be complete.
    ///
    /// A typed number stores the sign itself. For a parenthesis a sign is inserted or removed. An
    /// operand that ends with ² or another postfix is put in parentheses first, because a sign alone
    /// would bind to the number before the postfix.
    mutating func negateLast() -> Notice? {
        let start = lastOperandStart
        if start > 0, tokens[start - 1].isMinus {
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
            return insert([.negation], at: start)
        case .postfix:
            return parenthesizeAndNegate(from: start)
        case .infix, .sign, .negation, .squareRoot, .open, .function:
            return .nothingToWorkOn
        }
    }

    private mutating func parenthesizeAndNegate(from start: Int) -> Notice? {
        if deepest(from: start) == EngineLimits.depthMax { return .tooDeep }
        guard tokens.count + 3 <= EngineLimits.tokensMax else { return .expressionFull }
        tokens.append(.close)
        return insert([.negation, .open], at: start)
    }

    /// The largest depth of parentheses from this index to the end.
    private func deepest(from start: Int) -> Int {
        var open = depth
        var most = depth
        for token in tokens[start...].reversed() {
            open -= token.depthChange
            most = max(most, open)
        }
        return most
    }

    private mutating func insert(_ added: [Token], at place: Int) -> Notice? {
        guard tokens.count + added.count <= EngineLimits.tokensMax else { return .expressionFull }
        tokens.insert(contentsOf: added, at: place)
        return nil
    }

    /// The index where the last operand begins. If it has a postfix, it includes the prefixes before
    /// it.
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
