import ExactNumbers

/// Keys that type numbers.
extension FormulaRules {
    /// Types into the number at the end, or begins one. A result or an error is replaced, and a new number takes over
    /// the sign directly before it.
    mutating func type(_ key: Key, _ settings: Settings) -> Notice? {
        startOverIfDone()
        let last = expression.lastEntry
        var entry = last ?? .blank
        if let notice = entry.type(key, settings.policies.entryLimit) { return notice }
        if last == nil {
            guard expression.last == .negation else {
                return expression.append(.quantity(.entry(entry)))
            }
            entry.isNegative = true
        }
        return replaceEntry(entry)
    }

    mutating func replaceEntry(_ entry: Entry) -> Notice? {
        expression.replaceLast(.quantity(.entry(entry)))
    }

    mutating func startOverIfDone() {
        switch status {
        case .typing: break
        case .finished, .failed: self = FormulaRules()
        }
    }

    /// Makes a result the first number of a new expression. Returns false after an error.
    mutating func continueFromResult() -> Bool {
        switch status {
        case .typing: return true
        case .finished(let finished):
            expression = Expression([.quantity(.value(finished.result))])
            status = .typing
            return true
        case .failed: return false
        }
    }

    /// Replaces the number at the end with a number from elsewhere, or appends it.
    mutating func recall(_ number: Number) -> Notice? {
        startOverIfDone()
        switch expression.last {
        case .quantity(.entry), .quantity(.value):
            return expression.replaceLast(.quantity(.value(number)))
        case .quantity(.constant), .infix, .sign, .negation, .squareRoot, .open, .function, .close,
            .postfix, nil:
            return expression.append(.quantity(.value(number)))
        }
    }

    /// ± where a number is missing begins one with a sign, or removes the sign.
    mutating func changeSign(_ settings: Settings) -> Notice? {
        guard continueFromResult() else { return nil }
        if let entry = expression.lastEntry {
            return changeSign(of: entry, settings)
        }
        if expression.isComplete { return expression.negateLast() }
        if let last = expression.last, last.isMinus {
            expression.removeLast()
            return nil
        }
        return expression.append(.negation)
    }

    private mutating func changeSign(of entry: Entry, _ settings: Settings) -> Notice? {
        if entry == .blank && !settings.policies.changesSignOfZero { return .nothingToWorkOn }
        if !entry.hasExponent { return expression.negateLast() }
        var entry = entry
        entry.changeSign()
        return replaceEntry(entry)
    }
}
