import ExactNumbers

/// An operator between two numbers.
///
/// The raw values are part of the binary encoding: append new cases at the end.
public enum Infix: UInt8, Equatable, Sendable {
    case plus
    case minus
    case times
    case divided
    case modulo
    /// `xʸ`
    case power
    /// `ʸ√x`: the root of the left number; the right number is the degree.
    case root

    /// The kind of an operator, for texts, signs and percentages.
    enum Rank {
        case sum
        case product
        case power
    }

    var rank: Rank {
        switch self {
        case .plus, .minus: .sum
        case .times, .divided, .modulo: .product
        case .power, .root: .power
        }
    }

    /// How tightly the operator binds the operands before and after it. Of two operators, the second is applied first
    /// if its left binding is higher than the right binding of the first.
    var binding: (left: Int, right: Int) {
        switch self {
        case .plus, .minus: (1, 1)
        case .times, .divided, .modulo: (2, 2)
        // Powers of powers go from right to left, anything else from left to right.
        case .power: (4, 3)
        case .root: (3, 4)
        }
    }

    /// The right binding of a sign, which is applied after powers.
    static let signBinding = 2

    /// The notice about a − that replaces × or ÷. The person may have meant a negative number.
    func notice(replacedBy infix: Infix) -> Notice? {
        guard infix == .minus else { return nil }
        switch self {
        case .times: return .minusReplacedTimes
        case .divided: return .minusReplacedDivided
        case .plus, .minus, .modulo, .power, .root: return nil
        }
    }

    func result(
        _ left: Number, _ right: Number, _ work: inout Work
    ) throws(NumberError) -> Number {
        switch self {
        case .plus: try left.plus(right, &work)
        case .minus: try left.minus(right, &work)
        case .times: try left.times(right, &work)
        case .divided: try left.divided(by: right, &work)
        case .modulo: try left.modulo(right, &work)
        case .power: try left.power(right, &work)
        case .root: try left.root(right, &work)
        }
    }

    /// The symbol with its spaces: ` × `. A root is a power whose exponent is 1 divided by its index, unless
    /// `RootText` writes it.
    var symbol: StaticString {
        switch self {
        case .plus: " + "
        case .minus: " − "
        case .times: " × "
        case .divided: " ÷ "
        case .modulo: " mod "
        case .power: " ^ "
        case .root: " ^ ⅟"
        }
    }
}
