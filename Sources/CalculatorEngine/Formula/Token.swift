/// A piece of a formula: what one key puts there and ⌫ takes away, but for the digits of a number.
enum Token: Equatable, Sendable {
    case quantity(Quantity)
    case infix(Infix)
    /// A minus that belongs to the number or parenthesis behind it.
    case sign
    /// √, which like a sign belongs to the number or parenthesis behind it.
    case squareRoot
    case open
    /// A function and the parenthesis that it opens.
    case function(Function)
    case close
    case postfix(Postfix)

    /// Whether a number can end with this piece; otherwise one must follow.
    var endsOperand: Bool {
        switch self {
        case .quantity, .close, .postfix: true
        case .infix, .sign, .squareRoot, .open, .function: false
        }
    }

    /// Whether a number can begin with this piece. After one that ends a number it is multiplied.
    var beginsOperand: Bool {
        switch self {
        case .quantity, .sign, .squareRoot, .open, .function: true
        case .infix, .close, .postfix: false
        }
    }

    /// Whether the piece stands in front of a number and binds tighter than any operator.
    var isPrefix: Bool {
        switch self {
        case .sign, .squareRoot: true
        case .quantity, .infix, .open, .function, .close, .postfix: false
        }
    }

    /// By how much the piece changes the number of open parentheses.
    var depthChange: Int {
        switch self {
        case .open, .function: 1
        case .close: -1
        case .quantity, .infix, .sign, .squareRoot, .postfix: 0
        }
    }

    var wordCount: Int {
        switch self {
        case .quantity(let quantity): quantity.wordCount
        case .infix, .sign, .squareRoot, .open, .function, .close, .postfix: 0
        }
    }
}
