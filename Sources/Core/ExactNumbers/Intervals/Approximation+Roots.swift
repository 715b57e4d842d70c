/// Roots of fractions that are not exact.
///
/// The fraction is scaled so that its root has 64 digits before the point. The result is the largest
/// whole number whose power does not exceed the scaled fraction. A shorter decimal number is therefore
/// known to be above or below the root, and rounding for display is correct even next to a half.
extension Approximation {
    /// Higher roots use logarithms, because the powers would have too many digits.
    static let wholeRootDegreeMax = 64

    /// The root of a positive fraction. `estimate` must be correct to nearly 64 digits.
    static func root(
        of x: Rational, degree: Int, estimate: Approximation, _ work: inout Work
    ) throws(NumberError) -> Approximation {
        let places = digitsKept - 1 - estimate.leadingPlace
        // A power of a 64-digit number takes 3.4 words per degree, and Newton's method computes it a
        // few times.
        try work.spend(words: x.wordCount + 7 * degree)
        let shift = places * degree
        let scaled =
            shift >= 0
            ? x.numerator.magnitude * .powerOfTen(shift) / x.denominator
            : x.numerator.magnitude / (x.denominator * .powerOfTen(-shift))
        let root = scaled.rootRoundedDown(
            degree, estimate: estimate.scaled(byPowerOfTen: places).roundedDown)
        return Approximation(rounding: Integer(root), exponent: -places, isCutOff: true)
    }

    /// The midpoint rounded down. It must be positive.
    var roundedDown: Natural {
        exponent >= 0
            ? digits.magnitude * .powerOfTen(exponent)
            : digits.magnitude / .powerOfTen(-exponent)
    }
}
