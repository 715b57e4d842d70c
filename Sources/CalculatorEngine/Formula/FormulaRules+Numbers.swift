import ExactNumbers

/// The keys that write numbers.
extension FormulaRules {
    mutating func type(_ digit: Digit, _ setting: Setting) -> Notice? {
        guard var entry = entryToContinue else {
            return expression.append(.quantity(.entry(.digit(digit))))
        }
        return entry.append(digit, setting.policies.entryLimit) ?? replaceEntry(entry)
    }

    mutating func typePoint(_ setting: Setting) -> Notice? {
        guard var entry = entryToContinue else {
            return expression.append(.quantity(.entry(.point)))
        }
        return entry.appendPoint(setting.policies.entryLimit) ?? replaceEntry(entry)
    }

    mutating func typeExponent() -> Notice? {
        guard var entry = entryToContinue else {
            return expression.append(.quantity(.entry(.powerOfTen)))
        }
        entry.beginExponent()
        return replaceEntry(entry)
    }

    /// The number that is being typed. A result or an error gives way to a new expression.
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

    /// Lets a result be the first number of a new expression; false after an error.
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

    /// Puts a number from elsewhere in the place of the one at the end, or behind what is there.
    mutating func recall(_ number: Number) -> Notice? {
        startOverIfDone()
        switch expression.last {
        case .quantity(.entry), .quantity(.value):
            return expression.replaceLast(.quantity(.value(number)))
        case .quantity(.constant), .infix, .sign, .squareRoot, .open, .function, .close, .postfix,
            nil:
            return expression.append(.quantity(.value(number)))
        }
    }

    /// ± where a number is still missing writes a sign for it, and takes it away again.
    mutating func changeSign(_ setting: Setting) -> Notice? {
        guard continueFromResult() else { return nil }
        if let entry = expression.lastEntry {
            return changeSign(of: entry, setting)
        }
        if expression.isComplete { return expression.negateLast() }
        if !setting.policies.takesSignFirst { return nil }
        if case .sign = expression.last {
            expression.removeLast()
            return nil
        }
        return expression.append(.sign)
    }

    private mutating func changeSign(of entry: Entry, _ setting: Setting) -> Notice? {
        if entry.isZero && !setting.policies.takesSignFirst { return nil }
        if !entry.hasExponent { return expression.negateLast() }
        var entry = entry
        entry.changeSign()
        return replaceEntry(entry)
    }
}
