import ExactNumbers

/// A number of a running calculation, with the operations applied to it alone: 4, or √4.
enum Operand: Equatable, Sendable {
    case plain(Quantity)
    /// The number, the operations in order, and the result.
    indirect case worked(Quantity, [Applied], Number)

    enum Applied: Equatable {
        case squareRoot
        case function(Function)
        case postfix(Postfix)
        case negation
        case tip(Tip)
    }

    func number(_ work: inout Work) throws(NumberError) -> Number {
        switch self {
        case .plain(let quantity): try quantity.number(&work)
        case .worked(_, _, let number): number
        }
    }

    /// The operand with one more operation. After a percentage or a tip the result becomes a new
    /// number, because its base is not known later.
    func applying(_ applied: Applied, result: Number) -> Operand {
        switch self {
        case .plain(let quantity):
            return .worked(quantity, [applied], result)
        case .worked(let quantity, let before, let number):
            let isClosed = before.last?.isPart ?? false
            if isClosed || before.count == EngineLimits.appliedMax {
                return .worked(.value(number), [applied], result)
            }
            return .worked(quantity, before + [applied], result)
        }
    }

    /// ± changes a plain number, and cancels a previous ±.
    func negated(_ number: Number) -> Operand {
        switch self {
        case .plain(.value):
            return .plain(.value(-number))
        case .worked(let quantity, let applied, _) where applied.last == .negation:
            if applied.count == 1 { return .plain(quantity) }
            return .worked(quantity, applied.dropLast(), -number)
        case .plain(.entry), .plain(.constant), .worked:
            return applying(.negation, result: -number)
        }
    }

    /// True if an operation was applied, so that the operand is shown as an expression.
    var isWorked: Bool {
        switch self {
        case .plain: false
        case .worked: true
        }
    }

    var wordCount: Int {
        switch self {
        case .plain(let quantity): quantity.wordCount
        case .worked(let quantity, let applied, let number):
            quantity.wordCount + number.wordCount + applied.count
        }
    }
}

extension Operand.Applied {
    fileprivate var isPart: Bool {
        switch self {
        case .postfix(.percent), .tip: true
        case .squareRoot, .function, .postfix, .negation: false
        }
    }
}
