import ExactNumbers

/// Keys that type numbers.
extension FormulaRules {
    mutating func type(_ digit: Digit, _ settings: Settings) -> Notice? {
        guard var entry = entryToContinue else {
            return begin(.digit(digit))
        }
        return entry.append(digit, settings.policies.entryLimit) ?? replaceEntry(entry)
    }

    mutating func typePoint(_ settings: Settings) -> Notice? {
        guard var entry = entryToContinue else {
            return begin(.point)
        }
        return entry.appendPoint(settings.policies.entryLimit) ?? replaceEntry(entry)
    }

    mutating func typeExponent() -> Notice? {
        guard var entry = entryToContinue else {
            return begin(.powerOfTen)
        }
        entry.beginExponent()
        return replaceEntry(entry)
    }

    /// Begins a number, which takes over the sign directly before it.
    private mutating func begin(_ entry: Entry) -> Notice? {
        guard expression.last == .negation else {
            return expression.append(.quantity(.entry(entry)))
        }
        var entry = entry
        entry.isNegative = true
        return replaceEntry(entry)
    }

    /// The number being typed, if any. A result or an error is first replaced with an empty
    /// expression.
    private var entryToContinue: Entry? {
        mutating get {
            startOverIfDone()
            return expression.lastEntry
        }
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
