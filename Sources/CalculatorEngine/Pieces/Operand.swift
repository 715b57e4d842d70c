import ExactNumbers

/// A number of a running calculation, with what was done to it alone: 4, or √4.
enum Operand: Equatable, Sendable {
    case plain(Quantity)
    /// What was applied to the number, in this order, and what came of it.
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

    /// The operand with one more thing done to it. Percent and tips are numbers of their own from
    /// then on: of what they are a part is not known later.
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

    /// ± changes a plain number itself, and takes back another ±.
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

    /// Whether something was done to the number, so that there is something to show of it.
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
