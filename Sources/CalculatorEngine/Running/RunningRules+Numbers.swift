import ExactNumbers

/// Keys that type a number, and keys that clear it.
extension RunningRules {
    /// The continuation for the current number or the next one.
    private var continuation: Continuation {
        switch phase {
        case .entry(_, let continuation), .operand(_, let continuation): continuation
        case .infix(let pending): .operation(pending)
        case .finished(let finished): finished.lastOperation.map { .repeating($0) } ?? .nothing
        case .failed: .nothing
        }
    }

    /// The current number, or nil after an error.
    var currentOperand: Operand? {
        switch phase {
        case .entry(let entry, _): .plain(.entry(entry))
        case .operand(let operand, _): operand
        case .infix(let pending): .plain(.value(pending.total))
        case .finished(let finished): .plain(.value(finished.result))
        case .failed: nil
        }
    }

    /// Replaces the current number.
    mutating func replaceNumber(with operand: Operand) -> Notice? {
        phase = .operand(operand, continuation)
        bill = nil
        return nil
    }

    private mutating func replaceNumber(with entry: Entry) -> Notice? {
        phase = .entry(entry, continuation)
        bill = nil
        return nil
    }

    private var entry: Entry? {
        guard case .entry(let entry, _) = phase else { return nil }
        return entry
    }

    mutating func type(_ digit: Digit, _ settings: Settings) -> Notice? {
        guard var entry else { return replaceNumber(with: .digit(digit)) }
        return entry.append(digit, settings.policies.entryLimit) ?? replaceNumber(with: entry)
    }

    mutating func typePoint(_ settings: Settings) -> Notice? {
        guard var entry else { return replaceNumber(with: .point) }
        return entry.appendPoint(settings.policies.entryLimit) ?? replaceNumber(with: entry)
    }

    mutating func typeExponent() -> Notice? {
        guard var entry else { return replaceNumber(with: .powerOfTen) }
        entry.beginExponent()
        return replaceNumber(with: entry)
    }

    /// Handles − directly after `EE`, which is the sign of the exponent.
    mutating func applyExponentSign() -> Bool {
        guard var entry, entry.acceptsExponentSign else { return false }
        entry.changeSign()
        _ = replaceNumber(with: entry)
        return true
    }

    mutating func changeSign(_ settings: Settings, _ work: inout Work) -> KeyOutcome {
        switch phase {
        case .entry(var entry, _):
            entry.changeSign()
            return KeyOutcome(replaceNumber(with: entry))
        case .infix:
            return KeyOutcome(replaceNumber(with: .negative))
        case .operand(let operand, _):
            return attempt(settings, &work) { (work) throws(NumberError) in
                operand.negated(try operand.number(&work))
            }
        case .finished(let finished):
            return KeyOutcome(replaceNumber(with: .plain(.value(-finished.result))))
        case .failed:
            return .nothing
        }
    }

    /// ⌫ deletes typed characters; after an error it clears the calculation.
    mutating func removeLast() -> Notice? {
        switch phase {
        case .entry(var entry, _):
            if entry == .blank { return .nothingToDelete }
            entry.removeLast()
            return replaceNumber(with: entry)
        case .operand, .infix, .finished:
            return .nothingToDelete
        case .failed:
            self = RunningRules()
            return nil
        }
    }

    mutating func clear(_ clearing: Clearing, _ settings: Settings) -> Notice? {
        let clearing = clearing == .calculation ? settings.policies.clearKey : clearing
        guard clearing == .entry else {
            self = RunningRules()
            return nil
        }
        return replaceNumber(with: .blank)
    }
}
