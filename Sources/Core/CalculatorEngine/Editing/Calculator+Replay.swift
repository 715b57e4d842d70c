import ExactNumbers

/// Typing a whole expression at once.
extension Calculator {
    /// Clears the calculator and presses the keys, all within one budget. The memory and the angle unit
    /// stay as they are before the first key.
    ///
    /// Returns the first notice and the last calculation. Returns nil, and changes nothing, if the
    /// budget does not suffice.
    public mutating func replay(_ keys: [Key], _ work: inout Work) -> KeyOutcome? {
        var replayed = self
        replayed.rules = Rules(keypad.policies)
        replayed.form = .decimal
        var outcome = KeyOutcome.nothing
        for key in keys {
            let next = replayed.press(key, &work)
            if work.isExhausted { return nil }
            outcome.notice = outcome.notice ?? next.notice
            outcome.calculation = next.calculation ?? outcome.calculation
        }
        replayed.notice = outcome.notice
        self = replayed
        return outcome
    }
}
