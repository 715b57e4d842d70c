import ExactNumbers

/// Keys that type a number, and keys that clear it.
extension RunningRules {
    /// The continuation for the current number or the next one.
    var continuation: Continuation {
        switch phase {
        case .entry(_, let continuation), .operand(_, let continuation): continuation
        case .infix(let pending): .operation(pending)
        case .finished(let finished): finished.lastOperation.map { .repeating($0) } ?? .nothing
        case .failed: .nothing
        }
    }

    /// The operation that waits for its right side.
    var pending: Pending? {
        guard case .operation(let pending) = continuation else { return nil }
        return pending
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

    mutating func type(_ key: Key, _ settings: Settings) -> Notice? {
        var entry = entry ?? .blank
        return entry.type(key, settings.policies.entryLimit) ?? replaceNumber(with: entry)
    }

    /// Handles − directly after `EE`, which is the sign of the exponent.
    mutating func applyExponentSign() -> Bool {
        guard var entry, entry.acceptsExponentSign else { return false }
        entry.changeSign()
        _ = replaceNumber(with: entry)
        return true
    }

    mutating func changeSign(_ work: inout Work) throws(NumberError) -> Notice? {
        switch phase {
        case .entry, .infix:
            var entry = entry ?? .blank
            entry.changeSign()
            return replaceNumber(with: entry)
        case .operand(let operand, _):
            return replaceNumber(with: operand.negated(try operand.number(&work)))
        case .finished(let finished):
            return replaceNumber(with: .plain(.value(-finished.result)))
        case .failed:
            return nil
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
