import ExactNumbers

/// A number of a running calculation, with the operations applied to it alone: 4, or √4.
enum Operand: Equatable, Sendable {
    case plain(Quantity)
    /// The number, the operations in order, and the result.
    indirect case computed(Quantity, [UnaryOperation], Number)

    enum UnaryOperation: Equatable {
        case squareRoot
        case function(Function)
        case postfix(Postfix)
        case negation
        case tip(Tip)
    }

    func number(_ work: inout Work) throws(NumberError) -> Number {
        switch self {
        case .plain(let quantity): try quantity.number(&work)
        case .computed(_, _, let number): number
        }
    }

    /// The operand with one more operation. After a percentage or a tip the result becomes a new
    /// number, because its base is not known later.
    func applying(_ applied: UnaryOperation, result: Number) -> Operand {
        switch self {
        case .plain(let quantity):
            return .computed(quantity, [applied], result)
        case .computed(let quantity, let before, let number):
            let isClosed = before.last?.isPercentage ?? false
            if isClosed || before.count == EngineLimits.appliedMax {
                return .computed(.value(number), [applied], result)
            }
            return .computed(quantity, before + [applied], result)
        }
    }

    /// ± changes a plain number, and cancels a previous ±.
    func negated(_ number: Number) -> Operand {
        switch self {
        case .plain(.value):
            return .plain(.value(-number))
        case .computed(let quantity, let applied, _) where applied.last == .negation:
            if applied.count == 1 { return .plain(quantity) }
            return .computed(quantity, applied.dropLast(), -number)
        case .plain(.entry), .plain(.constant), .computed:
            return applying(.negation, result: -number)
        }
    }

    /// True if an operation was applied, so that the operand is shown as an expression.
    var isComputed: Bool {
        switch self {
        case .plain: false
        case .computed: true
        }
    }

    var wordCount: Int {
        switch self {
        case .plain(let quantity): quantity.wordCount
        case .computed(let quantity, let applied, let number):
            quantity.wordCount + number.wordCount + applied.count
        }
    }
}

extension Operand.UnaryOperation {
    fileprivate var isPercentage: Bool {
        switch self {
        case .postfix(.percent), .tip: true
        case .squareRoot, .function, .postfix, .negation: false
        }
    }
}

/// The last operation with its right side, which another `=` repeats.
struct LastOperation: Equatable, Sendable {
    let infix: Infix
    let right: Number
}
