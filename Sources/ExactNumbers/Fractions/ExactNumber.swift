/// A number known exactly: a fraction, or a fraction times π (never zero times π, which is zero).
public enum ExactNumber: Equatable, Sendable {
    case rational(Rational)
    case multipleOfPi(Rational)

    static let zero = ExactNumber.rational(.zero)

    init(piTimes coefficient: Rational) {
        self = coefficient.isZero ? .zero : .multipleOfPi(coefficient)
    }

    /// The fraction, with or without π behind it.
    var coefficient: Rational {
        switch self {
        case .rational(let value), .multipleOfPi(let value): value
        }
    }

    /// The interval around the number that is known of it to 64 digits.
    func approximation(_ work: inout Work) throws(NumberError) -> Approximation {
        // A power of ten as long as the fraction, and a division with a short quotient.
        try work.spend(wordsOfProduct: coefficient.wordCount)
        try work.spend(words: FixedPoint.termWords)
        switch self {
        case .rational(let value): return Approximation(value)
        case .multipleOfPi(let value): return Approximation(value) * Constants.pi
        }
    }

    /// How many digits numerator and denominator may have together; beyond that a number is kept
    /// as an approximation.
    public static let digitsMax = 4096

    /// Whether the number is small enough to be kept exactly.
    var isWithinLimit: Bool {
        // The words say enough about most numbers: 19 digits fill one.
        let words = coefficient.wordCount
        return words * 20 <= Self.digitsMax || coefficient.digitCount <= Self.digitsMax
    }
}
