/// Roots of fractions that are not exact.
///
/// The root is found as a whole number: the largest one whose power does not exceed the fraction,
/// scaled up to 64 digits. So it is certain on which side of every shorter number the root lies, and
/// what is shown is rounded the right way even where the root lies next to a half.
extension Approximation {
    /// Higher roots go through logarithms: their powers would have more digits than numbers have.
    static let wholeRootDegreeMax = 64

    /// The root of a fraction above zero; `estimate` must be right to nearly 64 digits.
    static func root(
        of x: Rational, degree: Int, estimate: Approximation, _ work: inout Work
    ) throws(NumberError) -> Approximation {
        let places = digitsKept - 1 - estimate.leadingPlace
        // A power of 64 digits to this degree is 3.4 words a degree; it is taken a few times.
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

    /// The whole part of a midpoint above zero.
    var roundedDown: Natural {
        exponent >= 0
            ? digits.magnitude * .powerOfTen(exponent)
            : digits.magnitude / .powerOfTen(-exponent)
    }
}
