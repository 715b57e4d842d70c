import ExactNumbers

/// Changing the keypad.
extension Calculator {
    /// Changes the keypad. The exact number shown, the memory and the angle unit stay. Returns an
    /// unfinished expression for the tape.
    ///
    /// An error becomes 0 on the other keypad.
    @discardableResult
    public mutating func change(to keypad: Keypad, _ work: inout Work) -> Calculation? {
        if keypad == self.keypad { return nil }
        let unfinished = unfinishedExpression
        let number = numberShown(&work)
        self.keypad = keypad
        form = .decimal
        notice = nil
        if let number, !number.isZero {
            rules = Rules(keypad.policies, showing: number)
        } else {
            rules = Rules(keypad.policies)
        }
        return unfinished.map { Calculation(expression: $0, outcome: .unfinished) }
    }

    private var unfinishedExpression: [UInt8]? {
        switch rules {
        case .running(let state):
            state.pending == nil ? nil : state.text(.trimmed, keypad.policies.format)
        case .formula(let state): state.unfinishedExpression(keypad.policies.format)
        }
    }
}

extension FormulaRules {
    fileprivate func unfinishedExpression(_ format: KeypadFormat) -> [UInt8]? {
        guard status == .typing, !expression.isEmpty, !expression.isSingleNumber else { return nil }
        return ExpressionText.text(expression, format)
    }
}
