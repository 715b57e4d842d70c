/// The keys that write what stands between and around numbers.
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

    /// Whether − now is the sign of the number to come.
    private func takesSign(_ setting: Setting) -> Bool {
        switch expression.last {
        case .infix(let last): setting.policies.earlyMinus == .isSign && last.rank > .sum
        case nil: setting.policies.earlyMinus == .isSign
        case .open, .function, .squareRoot: true
        case .sign, .quantity, .close, .postfix: false
        }
    }

    /// An operator where a number is still missing takes the place of the last one, with the sign
    /// behind it. An expression that would begin with an operator begins with the 0 that is shown.
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

    /// Functions, √, constants and parentheses begin something; after a result they begin anew.
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

/// The keys that take away.
extension FormulaRules {
    /// ⌫ takes a digit, or the last piece whole; from an error it goes back to the expression.
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
