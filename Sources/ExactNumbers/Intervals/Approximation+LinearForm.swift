/// a + bπ for fractions a and b, to the full number of digits however closely the terms cancel.
///
/// This is what makes sin 10²² in radians and π − 355 ÷ 113 come out right: both terms are exact,
/// so more places can be asked for until enough digits of the sum are known. Since π is irrational
/// the sum is zero only when both fractions are.
extension Approximation {
    init(_ a: Rational, plusPiTimes b: Rational, _ work: inout Work) throws(NumberError) {
        try work.spend(words: a.wordCount + b.wordCount + FixedPoint.termWords)
        if b.isZero {
            self.init(a)
            return
        }
        if a.isZero {
            self = Approximation(b) * Constants.pi
            return
        }
        var places = 2 * Self.digitsKept - min(0, Self.leadingPlace(a))
        while true {
            let (sum, error) = try Self.sum(a, b, places: places, &work)
            // Enough is known when the error is small beside what is kept of the sum.
            if sum.magnitude.digitCount >= Self.digitsKept + error.digitCount {
                self.init(rounding: sum, exponent: -places, radius: error)
                return
            }
            places *= 2
        }
    }

    /// a + bπ in units of 10^−places, and how many units it may be off.
    private static func sum(
        _ a: Rational, _ b: Rational, places: Int, _ work: inout Work
    ) throws(NumberError) -> (sum: Integer, error: Natural) {
        // π is needed to as many more digits as b has before its point.
        let piPlaces = places + max(0, leadingPlace(b)) + 2
        let pi = try Constants.pi(places: piPlaces, &work)
        try work.spend(words: a.wordCount + b.wordCount + pi.wordCount)
        let scale = Natural.powerOfTen(places)
        let piTimesB = b.numerator * pi / (b.denominator * .powerOfTen(piPlaces - places))
        let scaledA = a.numerator * scale / a.denominator
        return (scaledA + piTimesB, Natural(3))
    }

    /// Where the first digit of the fraction stands, or one further left.
    private static func leadingPlace(_ number: Rational) -> Int {
        number.numerator.magnitude.digitCount - number.denominator.digitCount
    }

    /// The whole number nearest to a ÷ π, or a neighbour of it if the two are nearly as near.
    static func quotientByPi(_ a: Rational, _ work: inout Work) throws(NumberError) -> Integer {
        let places = max(0, leadingPlace(a)) + 4
        let pi = try Constants.pi(places: places, &work)
        try work.spend(words: a.wordCount + pi.wordCount)
        return (a.numerator * .powerOfTen(places)).roundedQuotient(dividingBy: a.denominator * pi)
    }
}
