/// A message to the user about the last key.
///
/// The raw values are part of the binary encoding: append new cases at the end.
public enum Notice: UInt8, CaseIterable, Equatable, Sendable {
    /// The number being typed has the largest allowed number of digits.
    case digitRefused
    /// The number being typed already has a point, or no room for one.
    case pointRefused
    /// The expression has reached its largest length.
    case expressionFull
    /// Too many parentheses are open.
    case tooDeep
    /// `)` without an open parenthesis, or after an operator.
    case nothingToClose
    /// Running rules have no parentheses.
    case noParentheses
    /// ⌫ without typed characters: it deletes nothing else.
    case nothingToDelete
    /// A key that acts on the number before it, without one.
    case nothingToWorkOn
    /// `=` without any input.
    case nothingEntered
    /// `=` on an incomplete expression, on a keypad that waits for the rest.
    case incomplete
    /// `=` without an operation.
    case noOperation
    /// A division by zero on a keypad that continues with zero.
    case dividedByZero
    /// `=` repeated the last operation.
    case repeated
    case nothingInMemory
    /// The number in memory went out of range.
    case memoryError
    /// An error cannot be stored in the memory.
    case nothingToStore
    /// − replaced ×, which was pressed directly before it.
    case minusReplacedTimes
    case minusReplacedDivided
    /// `Ans` before the first result of `=`.
    case noAnswer
    /// The display shows no result, or one without another form.
    case noOtherForm

    /// True if the key had no effect.
    var isRefusal: Bool {
        switch self {
        case .dividedByZero, .repeated, .minusReplacedTimes, .minusReplacedDivided: false
        case .digitRefused, .pointRefused, .expressionFull, .tooDeep, .nothingToClose,
            .noParentheses, .nothingToDelete, .nothingToWorkOn, .nothingEntered, .incomplete,
            .noOperation, .nothingInMemory, .memoryError, .nothingToStore, .noAnswer, .noOtherForm:
            true
        }
    }

    public var name: StaticString {
        switch self {
        case .digitRefused: "digitRefused"
        case .pointRefused: "pointRefused"
        case .expressionFull: "expressionFull"
        case .tooDeep: "tooDeep"
        case .nothingToClose: "nothingToClose"
        case .noParentheses: "noParentheses"
        case .nothingToDelete: "nothingToDelete"
        case .nothingToWorkOn: "nothingToWorkOn"
        case .nothingEntered: "nothingEntered"
        case .incomplete: "incomplete"
        case .noOperation: "noOperation"
        case .dividedByZero: "dividedByZero"
        case .repeated: "repeated"
        case .nothingInMemory: "nothingInMemory"
        case .memoryError: "memoryError"
        case .nothingToStore: "nothingToStore"
        case .minusReplacedTimes: "minusReplacedTimes"
        case .minusReplacedDivided: "minusReplacedDivided"
        case .noAnswer: "noAnswer"
        case .noOtherForm: "noOtherForm"
        }
    }
}
