/// Keys for operators, functions and parentheses.
extension FormulaRules {
    mutating func appendOperator(_ infix: Infix, _ settings: Settings) -> Notice? {
        guard continueFromResult() else { return nil }
        if infix == .minus, var entry = expression.lastEntry, entry.acceptsExponentSign {
            entry.changeSign()
            return replaceEntry(entry)
        }
        if expression.isComplete { return expression.append(.infix(infix)) }
        if infix == .minus, acceptsSign(settings) {
            return expression.append(expression.last?.isPrefix == true ? .negation : .sign)
        }
        return replaceOperator(infix)
    }

    /// True if − is a sign.
    private func acceptsSign(_ settings: Settings) -> Bool {
        switch expression.last {
        case .infix(let last): settings.policies.minusWithoutOperand == .isSign && last.rank != .sum
        case nil: settings.policies.minusWithoutOperand == .isSign
        case .open, .function, .squareRoot: true
        case .sign, .negation, .quantity, .close, .postfix: false
        }
    }

    /// Replaces the last operator and the sign after it, if a number is missing. An empty expression
    /// begins with the 0 that is shown.
    private mutating func replaceOperator(_ infix: Infix) -> Notice? {
        switch expression.last {
        case nil:
            return expression.append(.quantity(.entry(.blank))) ?? expression.append(.infix(infix))
        case .infix(let last):
            return expression.replaceLast(.infix(infix)) ?? last.notice(replacedBy: infix)
        case .sign, .negation:
            if infix == .minus { return nil }
            expression.removeLast()
            return replaceOperator(infix)
        case .open, .function, .squareRoot, .quantity, .close, .postfix:
            return .nothingToWorkOn
        }
    }

    mutating func appendPostfix(_ postfix: Postfix) -> Notice? {
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
    mutating func removeLast(_ settings: Settings) -> Notice? {
        switch status {
        case .finished:
            return .nothingToDelete
        case .failed:
            status = .typing
            return nil
        case .typing:
            if let entry = expression.lastEntry { return removeLast(of: entry, settings) }
            return expression.removeLast() == nil ? .nothingToDelete : nil
        }
    }

    private mutating func removeLast(of entry: Entry, _ settings: Settings) -> Notice? {
        if entry == .blank && settings.policies.backspaceLeavesZero { return .nothingToDelete }
        var entry = entry
        entry.removeLast()
        if entry == .blank && !settings.policies.backspaceLeavesZero {
            expression.removeLast()
            return nil
        }
        return replaceEntry(entry)
    }

    mutating func clear(_ clearing: Clearing, _ settings: Settings) -> Notice? {
        let clearing = clearing == .calculation ? settings.policies.clearKey : clearing
        guard clearing == .entry, status == .typing else {
            self = FormulaRules()
            return nil
        }
        guard case .quantity = expression.last else { return nil }
        expression.removeLast()
        return nil
    }
}
