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

    /// The precedence of an operator in a formula.
    enum Rank: Int, Comparable {
        case sum
        case product
        case power

        static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
    }

    var rank: Rank {
        switch self {
        case .plus, .minus: .sum
        case .times, .divided, .modulo: .product
        case .power, .root: .power
        }
    }

    /// True if this operator waits until the next one is applied: higher ranks go first, equal ranks
    /// from left to right, and only a power of a power from right to left.
    func yields(to next: Infix) -> Bool {
        if rank == next.rank { return self == .power && next == .power }
        return rank < next.rank
    }

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
