/// An exact number: a fraction, or a nonzero fraction times π. Zero times π is stored as the fraction
/// zero.
public enum ExactNumber: Equatable, Sendable {
    case rational(Rational)
    case multipleOfPi(Rational)

    static let zero = ExactNumber.rational(.zero)

    init(piTimes coefficient: Rational) {
        self = coefficient.isZero ? .zero : .multipleOfPi(coefficient)
    }

    /// The fraction, without the factor π if there is one.
    var coefficient: Rational {
        switch self {
        case .rational(let value), .multipleOfPi(let value): value
        }
    }

    /// An interval around the number, to 64 digits.
    func approximation(_ work: inout Work) throws(NumberError) -> Approximation {
        // The cost of a power of ten with as many digits as the fraction, and of a division with a
        // quotient of 64 digits.
        try work.spend(wordsOfProduct: coefficient.wordCount)
        try work.spend(words: FixedPoint.termWords)
        switch self {
        case .rational(let value): return Approximation(value)
        case .multipleOfPi(let value): return Approximation(value) * Constants.pi
        }
    }

    /// The digits that the numerator and denominator may have together. A longer number becomes an
    /// approximation.
    public static let digitsMax = 4096

    /// True if the number is small enough to be kept exactly.
    var isWithinLimit: Bool {
        // A word has at most 20 digits, so most numbers need no count of their digits.
        let words = coefficient.wordCount
        return words * 20 <= Self.digitsMax || coefficient.digitCount <= Self.digitsMax
    }
}
