import ExactNumbers

/// Which rules a keypad calculates by, and the few things in which keypads of the same rules
/// differ.
public struct KeypadPolicies: Equatable, Sendable {
    public enum Rules: Equatable, Sendable {
        /// Each operator acts at once: 2 + 3 × 4 is 20.
        case running
        /// × before +: 2 + 3 × 4 is 14.
        case formula
    }

    /// What the main line of a formula shows while it is typed.
    enum MainLine: Equatable {
        /// The number at the end; `=` shows the result under the whole expression.
        case lastNumber
        /// The result so far; `=` puts it in place of the expression.
        case liveResult
    }

    /// What − means where a number is still missing.
    enum EarlyMinus: Equatable {
        /// An operator like any other: it replaces the one before.
        case isOperator
        /// The sign of the number to come, after × and whatever binds tighter.
        case isSign
    }

    /// What `=` does where something is missing.
    enum EarlyEquals: Equatable {
        /// It shows what there is.
        case showsNumber
        /// It waits, and changes nothing.
        case waits
        case isError
    }

    enum DivisionByZero: Equatable {
        case isError
        /// It counts as zero, which a notice says.
        case isZero
    }

    public let rules: Rules
    public let format: KeypadFormat
    public let entryLimit: EntryLimit
    var mainLine = MainLine.lastNumber
    var earlyMinus = EarlyMinus.isOperator
    var earlyEquals = EarlyEquals.showsNumber
    var divisionByZero = DivisionByZero.isError
    /// Whether ± before the first digit makes the number negative.
    var takesSignFirst = true
    /// Whether ⌫ on the last digit leaves a zero, which ⌫ cannot take away.
    var backspaceLeavesZero = false
    /// What the key `C` clears.
    var clearKey = Clearing.calculation
}
