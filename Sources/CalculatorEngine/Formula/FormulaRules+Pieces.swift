/// Keys for operators, functions and parentheses.
extension FormulaRules {
    mutating func write(_ infix: Infix, _ setting: Setting) -> Notice? {
        guard continueFromResult() else { return nil }
        if infix == .minus, var entry = expression.lastEntry, entry.takesExponentSign {
            entry.changeSign()
            return replaceEntry(entry)
        }
        if expression.isComplete { return expression.append(.infix(infix)) }
        if infix == .minus, takesSign(setting) { return expression.append(.sign) }
        return replaceOperator(infix)
    }

    /// True if − is the sign of the next number.
    private func takesSign(_ setting: Setting) -> Bool {
        switch expression.last {
        case .infix(let last): setting.policies.earlyMinus == .isSign && last.rank > .sum
        case nil: setting.policies.earlyMinus == .isSign
        case .open, .function, .squareRoot: true
        case .sign, .quantity, .close, .postfix: false
        }
    }

    /// Replaces the last operator and the sign after it, if a number is missing. An empty expression
    /// begins with the 0 that is shown.
    private mutating func replaceOperator(_ infix: Infix) -> Notice? {
        switch expression.last {
        case nil:
            return expression.append(.quantity(.entry(.blank))) ?? expression.append(.infix(infix))
        case .infix:
            return expression.replaceLast(.infix(infix))
        case .sign:
            if infix == .minus { return nil }
            expression.removeLast()
            return replaceOperator(infix)
        case .open, .function, .squareRoot, .quantity, .close, .postfix:
            return .nothingToWorkOn
        }
    }

    mutating func write(_ postfix: Postfix) -> Notice? {
        guard continueFromResult() else { return nil }
        if expression.isEmpty, let notice = expression.append(.quantity(.entry(.blank))) {
            return notice
        }
        guard expression.isComplete else { return .nothingToWorkOn }
        return expression.append(.postfix(postfix))
    }

    /// Appends a token that begins an operand: a function, √, a constant or a parenthesis. A result
    /// is replaced.
    mutating func begin(with token: Token) -> Notice? {
        startOverIfDone()
        return expression.append(token)
    }

    mutating func close() -> Notice? {
        guard status == .typing, expression.depth > 0, expression.isComplete else {
            return .nothingToClose
        }
        return expression.append(.close)
    }
}

/// Keys that delete.
extension FormulaRules {
    /// ⌫ deletes a digit or the last token. After an error it returns to the expression.
    mutating func removeLast(_ setting: Setting) -> Notice? {
        switch status {
        case .finished:
            return .nothingToDelete
        case .failed:
            status = .typing
            return nil
        case .typing:
            if let entry = expression.lastEntry { return removeLast(of: entry, setting) }
            return expression.removeLast() == nil ? .nothingToDelete : nil
        }
    }

    private mutating func removeLast(of entry: Entry, _ setting: Setting) -> Notice? {
        if entry == .blank && setting.policies.backspaceLeavesZero { return .nothingToDelete }
        var entry = entry
        entry.removeLast()
        if entry == .blank && !setting.policies.backspaceLeavesZero {
            expression.removeLast()
            return nil
        }
        return replaceEntry(entry)
    }

    mutating func clear(_ clearing: Clearing, _ setting: Setting) -> Notice? {
        let clearing = clearing == .calculation ? setting.policies.clearKey : clearing
        guard clearing == .entry, status == .typing else {
            self = FormulaRules()
            return nil
        }
        guard case .quantity = expression.last else { return nil }
        expression.removeLast()
        return nil
    }
}
