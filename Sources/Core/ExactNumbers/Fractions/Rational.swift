/// An exact fraction in lowest terms; the denominator is never zero.
///
/// This type neither rounds nor limits its size; `Number` decides how large an exact number may grow.
/// Sums and products divide out common factors *before* they multiply (Knuth, volume 2, 4.5.1), so
/// that intermediate numbers stay small.
public struct Rational: Equatable, Sendable {
    public let numerator: Integer
    public let denominator: Natural

    public static let zero = Rational(.zero)
    public static let one = Rational(.one)

    public init(_ numerator: Integer) {
        self.numerator = numerator
        denominator = .one
    }

    public init(_ value: Int) {
        self.init(Integer(value))
    }

    /// Creates a fraction from parts that have no common factor.
    init(lowest numerator: Integer, over denominator: Natural) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// Reduces the fraction to lowest terms. The denominator must not be zero.
    public init(
        _ numerator: Integer, over denominator: Natural, _ work: inout Work
    ) throws(NumberError) {
        try work.spend(words: numerator.magnitude.wordCount + denominator.wordCount)
        let common = numerator.magnitude.greatestCommonDivisor(denominator)
        self.numerator = numerator / common
        self.denominator = denominator / common
    }

    public var isZero: Bool { numerator.isZero }
    public var isNegative: Bool { numerator.isNegative }
    public var isWhole: Bool { denominator.isOne }
    public var wordCount: Int { numerator.magnitude.wordCount + denominator.wordCount }
    public var magnitude: Rational {
        Rational(lowest: Integer(numerator.magnitude), over: denominator)
    }

    /// The decimal digits of the numerator and denominator together.
    public var digitCount: Int { numerator.magnitude.digitCount + denominator.digitCount }
}

extension Rational {
    public static prefix func - (number: Rational) -> Rational {
        Rational(lowest: -number.numerator, over: number.denominator)
    }

    public func plus(_ other: Rational, _ work: inout Work) throws(NumberError) -> Rational {
        try work.spend(words: wordCount + other.wordCount)
        let common = denominator.greatestCommonDivisor(other.denominator)
        let scale = denominator / common
        let otherScale = other.denominator / common
        let sum = numerator * otherScale + other.numerator * scale
        if common.isOne { return Rational(lowest: sum, over: scale * other.denominator) }
        // The numerator can share only factors of the denominators' common divisor.
        let rest = sum.magnitude.greatestCommonDivisor(common)
        return Rational(lowest: sum / rest, over: scale * (other.denominator / rest))
    }

    public func minus(_ other: Rational, _ work: inout Work) throws(NumberError) -> Rational {
        try plus(-other, &work)
    }

    public func times(_ other: Rational, _ work: inout Work) throws(NumberError) -> Rational {
        try work.spend(words: wordCount + other.wordCount)
        let first = numerator.magnitude.greatestCommonDivisor(other.denominator)
        let second = other.numerator.magnitude.greatestCommonDivisor(denominator)
        return Rational(
            lowest: (numerator / first) * (other.numerator / second),
            over: (denominator / second) * (other.denominator / first))
    }

    /// The divisor must not be zero.
    public func divided(by other: Rational, _ work: inout Work) throws(NumberError) -> Rational {
        try times(other.reciprocal, &work)
    }

    /// One divided by the number, which must not be zero.
    public var reciprocal: Rational {
        precondition(!isZero, "zero has no reciprocal")
        return Rational(
            lowest: Integer(denominator, isNegative: isNegative), over: numerator.magnitude)
    }

    /// A power with a whole exponent; the base must not be zero if the exponent is negative. The
    /// result is in lowest terms without another reduction.
    func power(_ exponent: Int, _ work: inout Work) throws(NumberError) -> Rational {
        if exponent < 0 { return try reciprocal.power(-exponent, &work) }
        let bits = numerator.magnitude.bitWidth + denominator.bitWidth
        try work.spend(wordsOfProduct: bits * exponent / 64 + wordCount)
        return Rational(
            lowest: Integer(
                numerator.magnitude.power(exponent), isNegative: isNegative && exponent & 1 == 1),
            over: denominator.power(exponent))
    }

    /// The remainder, with the sign of the divisor, which must not be zero.
    func modulo(_ divisor: Rational, _ work: inout Work) throws(NumberError) -> Rational {
        let whole = try divided(by: divisor, &work).roundedDown
        return try minus(try divisor.times(Rational(whole), &work), &work)
    }

    /// −1, 0 or 1 if the number is smaller than, equal to or larger than the other.
    public func compared(to other: Rational, _ work: inout Work) throws(NumberError) -> Int {
        try work.spend(words: wordCount + other.wordCount)
        let difference = numerator * other.denominator - other.numerator * denominator
        return difference.isZero ? 0 : difference.isNegative ? -1 : 1
    }

    /// The largest whole number that is not larger.
    public var roundedDown: Integer { numerator.quotientRoundedDown(dividingBy: denominator) }

    /// The nearest whole number, halves away from zero.
    public var rounded: Integer { numerator.roundedQuotient(dividingBy: denominator) }
}
