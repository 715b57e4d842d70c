import ExactNumbers

/// The rules of a keypad, and the details in which keypads with the same rules differ.
public struct KeypadPolicies: Equatable, Sendable {
    public enum Rules: Equatable, Sendable {
        /// Immediate execution: each operator acts at once, and 2 + 3 × 4 is 20.
        case running
        /// Operator precedence: × before +, and 2 + 3 × 4 is 14.
        case formula
    }

    /// The content of the main line while a formula is typed.
    enum MainLine: Equatable {
        /// The number at the end; `=` shows the result below the expression.
        case lastNumber
        /// The result so far; `=` replaces the expression with it.
        case liveResult
    }

    /// The meaning of − where a number is missing.
    enum EarlyMinus: Equatable {
        /// An operator that replaces the previous one.
        case isOperator
        /// The sign of the next number, after × and operators that bind tighter.
        case isSign
    }

    /// The effect of `=` on an incomplete expression.
    enum EarlyEquals: Equatable {
        /// Shows the number so far.
        case showsNumber
        /// Changes nothing.
        case waits
        case isError
    }

    enum DivisionByZero: Equatable {
        case isError
        /// The result is zero, with a notice.
        case isZero
    }

    public let rules: Rules
    public let format: KeypadFormat
    public let entryLimit: EntryLimit
    var mainLine = MainLine.lastNumber
    var earlyMinus = EarlyMinus.isOperator
    var earlyEquals = EarlyEquals.showsNumber
    var divisionByZero = DivisionByZero.isError
    /// True if ± before the first digit makes the number negative.
    var takesSignFirst = true
    /// True if ⌫ on the last digit leaves a zero, which ⌫ cannot delete.
    var backspaceLeavesZero = false
    /// The effect of the key `C`.
    var clearKey = Clearing.calculation
}
