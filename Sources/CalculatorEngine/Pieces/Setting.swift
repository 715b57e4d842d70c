import ExactNumbers

/// What the rules are told with each key: the keypad's policies and the unit of angles.
struct Setting {
    let policies: KeypadPolicies
    let angleUnit: AngleUnit

    /// Whether a keypad that goes on with zero does so after this operation.
    func countsAsZero(_ error: NumberError, dividing isDivisionByZero: Bool) -> Bool {
        policies.divisionByZero == .isZero && (isDivisionByZero || error == .divisionByZero)
    }
}
