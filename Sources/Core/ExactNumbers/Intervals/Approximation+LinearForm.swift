/// a + bπ for fractions a and b, to the full number of digits even if the terms nearly cancel.
///
/// This makes sin 10²² in radians and π − 355 ÷ 113 correct: both terms are exact, so the sum can be
/// repeated with more decimal places until enough of its digits are known. The loop ends, because π
/// is irrational and so the sum is zero only if both fractions are.
extension Approximation {
    init(_ a: Rational, plusPiTimes b: Rational, _ work: inout Work) throws(NumberError) {
        try work.spend(words: a.wordCount + b.wordCount + FixedPoint.termWords)
        if b.isZero {
            self.init(a)
            return
        }
        let piTimesB = Approximation(b) * Constants.pi
        // Terms of very different sizes do not cancel. The smaller one can still decide a rounding.
        if a.isZero || abs(Self.leadingPlace(a) - piTimesB.leadingPlace) > Self.digitsKept {
            self = Approximation(a) + piTimesB
            return
        }
        var places = 2 * Self.digitsKept - min(0, Self.leadingPlace(a))
        while true {
            let (sum, error) = try Self.sum(a, b, places: places, &work)
            // Enough digits are known if the error is below the last digit kept.
            if sum.magnitude.digitCount >= Self.digitsKept + error.digitCount {
                self.init(rounding: sum, exponent: -places, radius: error)
                return
            }
            places *= 2
        }
    }

    /// a + bπ in units of 10^−places, and its largest error in the same units.
    private static func sum(
        _ a: Rational, _ b: Rational, places: Int, _ work: inout Work
    ) throws(NumberError) -> (sum: Integer, error: Natural) {
        // π needs extra digits, as many as b has before its decimal point.
        let piPlaces = places + max(0, leadingPlace(b)) + 2
        let pi = try Constants.pi(places: piPlaces, &work)
        try work.spend(words: a.wordCount + b.wordCount + pi.wordCount)
        let scale = Natural.powerOfTen(places)
        let piTimesB = b.numerator * pi / (b.denominator * .powerOfTen(piPlaces - places))
        let scaledA = a.numerator * scale / a.denominator
        return (scaledA + piTimesB, Natural(3))
    }

    /// The decimal place of the first digit, or the place above it.
    private static func leadingPlace(_ number: Rational) -> Int {
        number.numerator.magnitude.digitCount - number.denominator.digitCount
    }

    /// The whole number nearest to a ÷ π, or its neighbor if both are almost equally near.
    static func quotientByPi(_ a: Rational, _ work: inout Work) throws(NumberError) -> Integer {
        let places = max(0, leadingPlace(a)) + 4
        let pi = try Constants.pi(places: places, &work)
        try work.spend(words: a.wordCount + pi.wordCount)
        return (a.numerator * .powerOfTen(places)).roundedQuotient(dividingBy: a.denominator * pi)
    }
}
