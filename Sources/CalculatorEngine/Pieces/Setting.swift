import ExactNumbers

/// The settings that the rules need for each key: the keypad's policies and the angle unit.
struct Setting {
    let policies: KeypadPolicies
    let angleUnit: AngleUnit

    /// True if the keypad continues with zero after this error.
    func countsAsZero(_ error: NumberError, dividing isDivisionByZero: Bool) -> Bool {
        policies.divisionByZero == .isZero && (isDivisionByZero || error == .divisionByZero)
    }
}
