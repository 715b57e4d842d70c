/// What a person should be told about the last key.
///
/// The place of a case here is its code in the binary form: new ones come at the end.
public enum Notice: UInt8, CaseIterable, Equatable, Sendable {
    /// The number being typed has all the digits that it may have.
    case digitRefused
    /// The number being typed has a point already, or no room for one.
    case pointRefused
    /// The expression is as long as it may be.
    case expressionFull
    /// No more parentheses may be open.
    case tooDeep
    /// No parenthesis is open that could be closed now.
    case nothingToClose
    /// The running rules know no parentheses.
    case noParentheses
    /// ⌫ acts on what is being typed, and nothing is.
    case nothingToDelete
    /// A key that acts on the number before it, and there is none.
    case nothingToWorkOn
    /// `=` with nothing entered.
    case nothingEntered
    /// `=` where something is still missing, on a keypad that waits for it.
    case incomplete
    /// `=` without an operation ("Operation Error!").
    case noOperation
    /// A division by zero on a keypad that goes on with zero.
    case dividedByZero
    /// `=` repeated the last operation.
    case repeated
    case nothingInMemory
    /// The memory is in error: its number went out of range.
    case memoryError
    /// An error cannot be put in the memory.
    case nothingToStore

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
        }
    }
}
