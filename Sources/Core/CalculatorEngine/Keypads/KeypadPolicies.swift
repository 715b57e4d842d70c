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
        /// The result so far; after `=` the expression keeps its `=`.
        case liveResult
    }

    /// The meaning of − where a number is missing.
    enum MinusWithoutOperand: Equatable {
        /// An operator that replaces the previous one.
        case isOperator
        /// A sign, after × and operators that bind tighter.
        case isSign
    }

    /// The effect of `=` on an incomplete expression.
    enum IncompleteEquals: Equatable {
        /// Shows the number so far.
        case showsNumber
        /// Changes nothing.
        case waits
        case isError
    }

    enum DivisionByZero: Equatable {
        case isError
        /// An error that is shown as zero, with a notice. An operator continues with zero.
        case showsZero
    }

    public let rules: Rules
    public let format: KeypadFormat
    public let entryLimit: EntryLimit
    var mainLine = MainLine.lastNumber
    var minusWithoutOperand = MinusWithoutOperand.isOperator
    var incompleteEquals = IncompleteEquals.showsNumber
    var divisionByZero = DivisionByZero.isError
    /// True if ± on a typed 0 makes the digits that follow negative.
    var changesSignOfZero = true
    /// True if ⌫ on the last digit leaves a zero, which ⌫ cannot delete.
    var backspaceLeavesZero = false
    /// The effect of the key `C`.
    var clearKey = Clearing.calculation
    /// True if the key `form` switches between the forms of a result.
    var switchesForms = true
}

/// The limit for a number being typed.
public enum EntryLimit: Equatable, Sendable {
    case digits(Int)
    /// The digits and the point together. The point is accepted while there are fewer characters than
    /// `pointBelow`.
    case characters(Int, pointBelow: Int)
}

/// The settings that the rules need for each key: the keypad's policies and the angle unit.
struct Settings {
    let policies: KeypadPolicies
    let angleUnit: AngleUnit

    /// True if the keypad shows zero instead of this error.
    func showsZero(for error: CalculatorError) -> Bool {
        policies.divisionByZero == .showsZero && (error == .divisionByZero || error == .undefined)
    }
}
