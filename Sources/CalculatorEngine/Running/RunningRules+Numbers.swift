import ExactNumbers

/// Keys that type a number, and keys that clear it.
extension RunningRules {
    /// The continuation for the current number or the next one.
    private var waiting: Waiting {
        switch phase {
        case .entry(_, let waiting), .operand(_, let waiting): waiting
        case .infix(let pending): .operation(pending)
        case .finished(let finished): finished.again.map { .again($0) } ?? .nothing
        case .failed: .nothing
        }
    }

    /// The current number, or nil after an error.
    var shown: Operand? {
        switch phase {
        case .entry(let entry, _): .plain(.entry(entry))
        case .operand(let operand, _): operand
        case .infix(let pending): .plain(.value(pending.total))
        case .finished(let finished): .plain(.value(finished.result))
        case .failed: nil
        }
    }

    /// Replaces the current number.
    mutating func put(_ operand: Operand) -> Notice? {
        phase = .operand(operand, waiting)
        bill = nil
        return nil
    }

    private mutating func put(_ entry: Entry) -> Notice? {
        phase = .entry(entry, waiting)
        bill = nil
        return nil
    }

    private var entry: Entry? {
        guard case .entry(let entry, _) = phase else { return nil }
        return entry
    }

    mutating func type(_ digit: Digit, _ setting: Setting) -> Notice? {
        guard var entry else { return put(.digit(digit)) }
        return entry.append(digit, setting.policies.entryLimit) ?? put(entry)
    }

    mutating func typePoint(_ setting: Setting) -> Notice? {
        guard var entry else { return put(.point) }
        return entry.appendPoint(setting.policies.entryLimit) ?? put(entry)
    }

    mutating func typeExponent() -> Notice? {
        guard var entry else { return put(.powerOfTen) }
        entry.beginExponent()
        return put(entry)
    }

    /// Handles − directly after `EE`, which is the sign of the exponent.
    mutating func takesExponentSign() -> Bool {
        guard var entry, entry.takesExponentSign else { return false }
        entry.changeSign()
        _ = put(entry)
        return true
    }

    mutating func changeSign(_ setting: Setting, _ work: inout Work) -> KeyOutcome {
        switch phase {
        case .entry(var entry, _):
            if entry.isZero && !setting.policies.takesSignFirst { return .nothing }
            entry.changeSign()
            return KeyOutcome(put(entry))
        case .infix:
            return setting.policies.takesSignFirst ? KeyOutcome(put(.negative)) : .nothing
        case .operand(let operand, _):
            return attempt(setting, &work) { (work) throws(NumberError) in
                operand.negated(try operand.number(&work))
            }
        case .finished(let finished):
            return KeyOutcome(put(.plain(.value(-finished.result))))
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
            return put(entry)
        case .operand, .infix, .finished:
            return .nothingToDelete
        case .failed:
            self = RunningRules()
            return nil
        }
    }

    mutating func clear(_ clearing: Clearing, _ setting: Setting) -> Notice? {
        let clearing = clearing == .calculation ? setting.policies.clearKey : clearing
        guard clearing == .entry else {
            self = RunningRules()
            return nil
        }
        return put(.blank)
    }
}
