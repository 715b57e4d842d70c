/// An interval that contains a number: a midpoint of up to 64 decimal digits and a radius.
///
/// Every operation returns an interval that contains all possible results, so the radius bounds the
/// error however many operations follow each other. Functions start with a radius of a few units in
/// the 64th digit, so that at least 50 digits are known. If the first digits of two numbers cancel, the
/// radius stays and fewer digits are known. `Number` keeps only intervals with a known digit.
public struct Approximation: Equatable, Sendable {
    /// The midpoint in units of 10 to the power of `exponent`.
    public let digits: Integer
    public let exponent: Int
    /// The radius, in the same units as `digits`.
    public let radius: UInt64

    static let digitsKept = 64
    /// The radius is an upper bound, so nine digits are precise enough.
    static let radiusDigitsKept = 9

    static let one = Approximation(rounding: .one, exponent: 0)

    /// Stores the three values without rounding.
    init(digits: Integer, exponent: Int, radius: UInt64) {
        self.digits = digits
        self.exponent = exponent
        self.radius = radius
    }

    /// Rounds `digits` × 10^`exponent` to the digits that are kept. If `isCutOff`, less than one unit
    /// was truncated before, and the radius grows by one unit.
    init(
        rounding digits: Integer, exponent: Int, radius: Natural = .zero, isCutOff: Bool = false
    ) {
        let surplus = max(
            digits.magnitude.digitCount - Self.digitsKept,
            radius.digitCount - Self.radiusDigitsKept)
        if surplus <= 0 {
            self.digits = isCutOff ? Self.withStickyDigit(digits) : digits
            self.exponent = exponent
            self.radius = radius.lowWord + (isCutOff ? 1 : 0)
            return
        }
        let scale = Natural.powerOfTen(surplus)
        let (quotient, remainder) = digits.magnitude.quotientAndRemainder(dividingBy: scale)
        let kept = Integer(quotient, isNegative: digits.isNegative)
        let isInexact = isCutOff || !remainder.isZero
        self.digits = isInexact ? Self.withStickyDigit(kept) : kept
        self.exponent = exponent + surplus
        self.radius = radius.quotientRoundedUp(dividingBy: scale).lowWord + (isInexact ? 1 : 0)
    }

    /// Changes a last digit 0 or 5 to 1 or 6, to show that digits were truncated. Otherwise a number just
    /// above 0.5 would equal 0.5 and be rounded the wrong way for display.
    private static func withStickyDigit(_ digits: Integer) -> Integer {
        let lastDigit = (digits.magnitude % Natural(10)).lowWord
        guard lastDigit == 0 || lastDigit == 5 else { return digits }
        return Integer(digits.magnitude + .one, isNegative: digits.isNegative)
    }

    /// Rounds the fraction to the digits that are kept.
    init(_ exact: Rational) {
        let numerator = exact.numerator.magnitude
        let places = Self.digitsKept - numerator.digitCount + exact.denominator.digitCount
        let dividend = places > 0 ? numerator * .powerOfTen(places) : numerator
        let divisor =
            places < 0 ? exact.denominator * .powerOfTen(-places) : exact.denominator
        let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
        self.init(
            rounding: Integer(quotient, isNegative: exact.isNegative), exponent: -places,
            isCutOff: !remainder.isZero)
    }

    var isNegative: Bool { digits.isNegative }
    var containsZero: Bool { !(Natural(radius) < digits.magnitude) }

    /// The midpoint as an interval with radius zero.
    var midpoint: Approximation { Approximation(rounding: digits, exponent: exponent) }

    /// The decimal place of the first digit: 0 for 7.5, 2 for 314, −1 for 0.5.
    var leadingPlace: Int { digits.magnitude.digitCount - 1 + exponent }

    /// True if the interval is so narrow that it cannot contain a whole number by chance.
    var isNarrow: Bool { isKnown(within: -16) }

    /// True if the interval contains zero. Throws `undefined` if it is too wide to tell; `scale` is the decimal
    /// place of the numbers that have cancelled.
    func isZero(scale: Int) throws(NumberError) -> Bool {
        if containsZero && !isKnown(within: scale - 16) { throw .undefined }
        return containsZero
    }

    /// True if the radius is below half a unit of the first digit. Then the number is not zero, and the
    /// interval is narrower than its midpoint.
    var hasKnownDigit: Bool { uncertainPlace <= leadingPlace && !digits.isZero }

    /// The decimal place at which rounding leaves an error of at most one unit.
    var uncertainPlace: Int {
        radius == 0 ? exponent : Natural(2 * radius).digitCount + exponent
    }

    /// True if the error is below 10^`place`.
    func isKnown(within place: Int) -> Bool {
        radius == 0 || Natural(radius).digitCount + exponent <= place
    }
}

extension Approximation {
    static prefix func - (number: Approximation) -> Approximation {
        Approximation(
            digits: -number.digits, exponent: number.exponent, radius: number.radius)
    }

    static func + (left: Approximation, right: Approximation) -> Approximation {
        let (coarse, fine) = left.exponent >= right.exponent ? (left, right) : (right, left)
        let distance = coarse.exponent - fine.exponent
        if distance > 3 * digitsKept { return coarse.plus(negligible: fine) }
        let scale = Natural.powerOfTen(distance)
        return Approximation(
            rounding: coarse.digits * scale + fine.digits, exponent: fine.exponent,
            radius: Natural(coarse.radius) * scale + Natural(fine.radius))
    }

    /// The sum with a number that is less than one unit of the scaled sum, and counts as one: 0.5 minus a
    /// tiny number is 0.4999…, which is rounded down.
    private func plus(negligible rest: Approximation) -> Approximation {
        if digits.isZero && radius == 0 { return rest }
        let unit = Integer(rest.digits.isZero ? .zero : .one, isNegative: rest.isNegative)
        return self
            + Approximation(digits: unit, exponent: exponent - 2 * Self.digitsKept, radius: 2)
    }

    static func - (left: Approximation, right: Approximation) -> Approximation { left + -right }

    static func * (left: Approximation, right: Approximation) -> Approximation {
        let radius = Natural(left.radius)
        let otherRadius = Natural(right.radius)
        return Approximation(
            rounding: left.digits * right.digits, exponent: left.exponent + right.exponent,
            radius: left.digits.magnitude * otherRadius + right.digits.magnitude * radius
                + radius * otherRadius)
    }

    static func * (left: Approximation, right: Int) -> Approximation {
        left * Approximation(rounding: Integer(right), exponent: 0)
    }

    /// Throws `undefined` if the divisor may be zero.
    static func / (
        left: Approximation, right: Approximation
    ) throws(NumberError) -> Approximation {
        if right.containsZero { throw .undefined }
        let divisor = right.digits.magnitude
        let radius = Natural(left.radius)
        let otherRadius = Natural(right.radius)
        let places = max(
            0, digitsKept + 1 + divisor.digitCount - left.digits.magnitude.digitCount)
        let scale = Natural.powerOfTen(places)
        let (quotient, remainder) = (left.digits.magnitude * scale).quotientAndRemainder(
            dividingBy: divisor)
        // |a′/b′ − a/b| ≤ (radius of a + |a/b| · radius of b) ÷ the smallest possible |b′|
        let numeratorError = radius * scale + (quotient + .one) * otherRadius
        let error = numeratorError.quotientRoundedUp(dividingBy: divisor - otherRadius)
        return Approximation(
            rounding: Integer(quotient, isNegative: left.isNegative != right.isNegative),
            exponent: left.exponent - right.exponent - places,
            radius: error, isCutOff: !remainder.isZero)
    }

    /// The square root of a positive number. Throws `undefined` if the number may be zero or
    /// negative.
    func squareRoot() throws(NumberError) -> Approximation {
        if containsZero || isNegative { throw .undefined }
        var places = max(0, 2 * Self.digitsKept + 2 - digits.magnitude.digitCount)
        if (exponent - places) & 1 != 0 { places += 1 }
        let scale = Natural.powerOfTen(places)
        let root = (digits.magnitude * scale).squareRootRoundedDown
        // |√(x + d) − √x| ≤ d ÷ √x, and ≤ 0.6 d ÷ √x for d up to x ÷ 2
        let isWide = digits.magnitude < Natural(2 * radius)
        let error = (Natural(radius) * scale * Natural(isWide ? 5 : 3))
            .quotientRoundedUp(dividingBy: root * Natural(5))
        return Approximation(
            rounding: Integer(root), exponent: (exponent - places) / 2, radius: error,
            isCutOff: true)
    }

    /// Throws `undefined` if no digit is known. A product or quotient of nonzero numbers is not zero, even if
    /// its interval contains zero.
    func requiringDigit() throws(NumberError) -> Approximation {
        if !hasKnownDigit { throw .undefined }
        return self
    }

    /// The number times 10^`power`.
    func scaled(byPowerOfTen power: Int) -> Approximation {
        Approximation(
            rounding: digits, exponent: exponent + power, radius: Natural(radius))
    }

    /// Widens the interval by the error of a function's argument; `slope` is an upper bound of the
    /// function's slope. Throws `undefined` if the argument is not known to within 1.
    func widened(
        bySlope slope: Int, of argument: Approximation
    ) throws(NumberError) -> Approximation {
        if argument.radius == 0 { return self }
        if !argument.isKnown(within: 0) { throw .undefined }
        let error = Approximation(
            digits: .zero, exponent: argument.exponent, radius: argument.radius)
        return self + error * slope
    }
}
