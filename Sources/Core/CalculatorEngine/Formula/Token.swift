/// A token of a formula: the effect of one key, which ⌫ deletes as a whole unless it is a number.
enum Token: Equatable, Sendable {
    case quantity(Quantity)
    case infix(Infix)
    /// A typed −, which binds looser than powers and postfixes, and tighter than ×: −3² is −9.
    case sign
    /// A minus sign that belongs to the next number or parenthesis: from ±, or typed after √.
    case negation
    /// √, which belongs to the next number or parenthesis.
    case squareRoot
    case open
    /// A function with its opening parenthesis.
    case function(Function)
    case close
    case postfix(Postfix)

    /// True if an operand can end with this token; otherwise one must follow.
    var endsOperand: Bool {
        switch self {
        case .quantity, .close, .postfix: true
        case .infix, .sign, .negation, .squareRoot, .open, .function: false
        }
    }

    /// True if an operand can begin with this token. After the end of an operand there is an implied
    /// ×.
    var beginsOperand: Bool {
        switch self {
        case .quantity, .sign, .negation, .squareRoot, .open, .function: true
        case .infix, .close, .postfix: false
        }
    }

    /// True if the token precedes a number and binds tighter than any operator.
    var isPrefix: Bool {
        switch self {
        case .negation, .squareRoot: true
        case .quantity, .sign, .infix, .open, .function, .close, .postfix: false
        }
    }

    /// True for both minus signs.
    var isMinus: Bool {
        switch self {
        case .sign, .negation: true
        case .quantity, .infix, .squareRoot, .open, .function, .close, .postfix: false
        }
    }

    /// The change in the number of open parentheses.
    var depthChange: Int {
        switch self {
        case .open, .function: 1
        case .close: -1
        case .quantity, .infix, .sign, .negation, .squareRoot, .postfix: 0
        }
    }

    var wordCount: Int {
        switch self {
        case .quantity(let quantity): quantity.wordCount
        case .infix, .sign, .negation, .squareRoot, .open, .function, .close, .postfix: 0
        }
    }
}
